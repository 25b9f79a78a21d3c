// The member's newest debits, each with its result in words.
import type { MandateOverview } from '#contract/mandates/calls.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { debitCodeText } from '#contract/mandates/return-codes.ts';
import { debitSubjectText, debitWords, withdrawnText } from '#contract/mandates/status.ts';
import { Go } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { Tag } from '../ui/display/Card.tsx';
import { type Column, Table } from '../ui/display/Table.tsx';

type Debit = MandateOverview['debits'][number];

function What({ debit }: { debit: Debit }) {
  const { subject, caseNo, no, orderId } = debit;
  return (
    <span className="grid">
      {orderId === null ? (
        <Go to={paths.myLoan()}>
          {debitSubjectText[subject]}第 {no} 期
        </Go>
      ) : (
        <Go to={paths.bankTransfer({ order: orderId })}>
          {debitSubjectText[subject]} {orderNoOf(Number(orderId))}
        </Go>
      )}
      <small className="num text-ink-3">{caseNo}</small>
    </span>
  );
}

/** What the bank answered, why it was not sent, and when it is tried again. */
function Result({ debit }: { debit: Debit }) {
  const { status, code, withdrawn, retryOn } = debit;
  const words = debitWords[status];
  return (
    <span className="grid justify-items-start gap-1">
      <Tag tone={words.tone}>{words.text}</Tag>
      {status === 'refused' && code !== null && <small>{debitCodeText(code)}</small>}
      {withdrawn !== null && <small>{withdrawnText[withdrawn]}</small>}
      {status === 'refused' && retryOn !== null && (
        <small>
          <DateText at={retryOn} /> 再扣一次
        </small>
      )}
    </span>
  );
}

const columns: readonly Column<Debit>[] = [
  { key: 'what', label: '款項', head: true, cell: (debit) => <What debit={debit} /> },
  { key: 'on', label: '扣款日', cell: ({ debitOn }) => <DateText at={debitOn} /> },
  { key: 'status', label: '結果', cell: (debit) => <Result debit={debit} /> },
  {
    key: 'amount',
    label: '金額',
    numeric: true,
    cell: ({ amount }) => <Money amount={amount} />,
  },
];

export function DebitTable({ debits }: { debits: readonly Debit[] }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-h3">扣款紀錄</h2>
      <Table
        caption={`最近 ${debits.length} 筆扣款`}
        columns={columns}
        rows={debits}
        rowKey={({ id }) => id}
      />
    </section>
  );
}
