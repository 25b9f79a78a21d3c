// Tables of a trust report: whose money it is, movements of the month, and named differences.
import { differenceWords } from '#contract/banking/words.ts';
import { sum } from '#contract/core/money.ts';
import { accountName, accounts } from '#contract/ledger/chart.ts';
import { transferText } from '#contract/ledger/words.ts';
import type { TrustFigures } from '#contract/reports/trust/parts.ts';
import { Link } from '../../../office/links/Link.tsx';
import * as paths from '../../../office/paths.ts';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Table } from '../../../ui/display/Table.tsx';

/** A cell with an amount; empty for 0. */
const amountOf = (amount: number) => (amount === 0 ? '' : <Money amount={amount} />);

function Differences({ differences }: Pick<TrustFigures, 'differences'>) {
  if (differences.length === 0) return null;
  return (
    <Table
      caption="銀行與帳上的差額"
      rows={differences}
      rowKey={({ kind, reference }) => `${kind}${reference}`}
      columns={[
        {
          key: 'kind',
          label: '原因',
          head: true,
          cell: ({ kind, reason }) => (
            <>
              {differenceWords[kind].text}
              {reason && <span className="block text-sm">{reason}</span>}
            </>
          ),
          foot: '合計',
        },
        { key: 'day', label: '日期', cell: ({ day }) => <DateText at={day} /> },
        { key: 'reference', label: '編號', cell: ({ reference }) => reference },
        {
          key: 'task',
          label: '工作',
          cell: ({ taskId, owner }) =>
            taskId === null ? (
              '已結束'
            ) : (
              <Link className="link" to={paths.task(taskId)}>
                工作 {taskId}
                {owner !== null && `，${owner}`}
              </Link>
            ),
        },
        {
          key: 'amount',
          label: '金額',
          numeric: true,
          cell: ({ amount }) => <Money amount={amount} sign />,
          foot: <Money amount={sum(differences.map(({ amount }) => amount))} sign />,
        },
      ]}
    />
  );
}

export function TrustTables({ of: { parts, moves, differences } }: { of: TrustFigures }) {
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Table
          caption="帳上餘額的歸屬"
          rows={parts}
          rowKey={({ kind }) => kind}
          columns={[
            {
              key: 'account',
              label: '會計項目',
              head: true,
              cell: ({ kind }) => `${accounts[kind].code} ${accountName(kind)}`,
              foot: '合計',
            },
            {
              key: 'amount',
              label: '金額',
              numeric: true,
              cell: ({ amount }) => <Money amount={amount} />,
              foot: <Money amount={sum(parts.map(({ amount }) => amount))} />,
            },
          ]}
        />
        <Table
          caption="本月收付"
          rows={moves}
          rowKey={({ kind }) => kind}
          columns={[
            {
              key: 'kind',
              label: '交易',
              head: true,
              cell: ({ kind }) => transferText[kind],
              foot: '合計',
            },
            {
              key: 'received',
              label: '收入',
              numeric: true,
              cell: ({ received }) => amountOf(received),
              foot: <Money amount={sum(moves.map(({ received }) => received))} />,
            },
            {
              key: 'paid',
              label: '支出',
              numeric: true,
              cell: ({ paid }) => amountOf(paid),
              foot: <Money amount={sum(moves.map(({ paid }) => paid))} />,
            },
          ]}
        />
      </div>
      <Differences differences={differences} />
    </>
  );
}
