// The payments of a batch, as the second person checks them: to members, and back to third parties.
import type { Payee } from '#contract/banking/payees.ts';
import { countText } from '#contract/core/lists.ts';
import { sum } from '#contract/core/money.ts';
import { accountOf, MemberLink, PayeeFacts, PayeeName } from '../../office/kit/PayeeLine.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { type Column, Table } from '../../ui/display/Table.tsx';
import { formatMoney } from '../../ui/format.ts';

/** Payments that the second person holds, by the id of their refund or payout. */
type Holding = { ids: ReadonlySet<string>; toggle: (id: string, on: boolean) => void };

type Payees = { payees: readonly Payee[]; holding: Holding | null };

const holdColumn = ({ ids, toggle }: Holding): Column<Payee> => ({
  key: 'hold',
  label: '保留',
  cell: ({ id, amount, payee }) => (
    <input
      type="checkbox"
      className="w-5.5 h-5.5 accent-primary align-middle"
      aria-label={`保留 ${payee?.name ?? id} 的 ${formatMoney(amount)}`}
      checked={ids.has(id)}
      onChange={(event) => toggle(id, event.target.checked)}
    />
  ),
});

function Who({ of: { payee, memberId } }: { of: Payee }) {
  if (payee) return <PayeeName payee={payee} />;
  return memberId === null ? <>原匯款人</> : <MemberLink id={memberId} name={null} />;
}

function Facts({ of: { payee, memberId } }: { of: Payee }) {
  if (payee) return <PayeeFacts payee={payee} />;
  if (memberId === null) return <Tag tone="problem">帳戶尚待確認</Tag>;
  return <Tag tone="problem">沒有生效中的帳戶，不會匯出</Tag>;
}

const columns: Column<Payee>[] = [
  { key: 'name', label: '收款人', head: true, cell: (row) => <Who of={row} /> },
  {
    key: 'account',
    label: '收款帳戶',
    cell: ({ payee }) => <span className="num">{payee ? accountOf(payee) : '—'}</span>,
  },
  { key: 'facts', label: '往來', cell: (row) => <Facts of={row} /> },
  {
    key: 'reason',
    label: '事由',
    cell: ({ reason, number }) => (
      <span>
        {reason}
        {number !== null && <span className="num block text-sm text-ink-3">{number}</span>}
      </span>
    ),
  },
  {
    key: 'amount',
    label: '金額',
    numeric: true,
    cell: ({ amount }) => <Money amount={amount} />,
  },
];

function Payments({ payees, holding, caption }: Payees & { caption: string }) {
  const total = sum(payees.map(({ amount }) => amount));
  const withSum = columns.map((column) => {
    if (column.key === 'amount') return { ...column, foot: <Money amount={total} /> };
    return column.key === 'name' ? { ...column, foot: '合計' } : column;
  });
  return (
    <Table
      caption={caption}
      rows={payees}
      rowKey={({ id }) => id}
      columns={holding ? [holdColumn(holding), ...withSum] : withSum}
    />
  );
}

function ThirdParties({ payees, holding }: Payees) {
  return (
    <Card as="section" aria-label="退回第三人的款項">
      <CardHead title="退回第三人的款項">{payees.length} 筆</CardHead>
      <div className="grid gap-4">
        <Alert tone="warn" title="收款人不是會員">
          這些款項由第三人匯入，只退回原付款帳戶。請核對收款人與原付款人相同。
        </Alert>
        <Payments
          payees={payees}
          holding={holding}
          caption={`退回第三人，${countText(payees.length, '筆')}`}
        />
      </div>
    </Card>
  );
}

function Members({ payees, holding, all }: Payees & { all: number }) {
  return (
    <section aria-label="付款明細" className="grid gap-3">
      <Payments payees={payees} holding={holding} caption={`付款給會員，${countText(all, '筆')}`} />
      {all > payees.length && (
        <p className="text-sm text-ink-3">
          只列出金額最大的 {payees.length} 筆；其餘請由上方的連結逐筆查看。
        </p>
      )}
    </section>
  );
}

/** `payments` is the number of all payments of the batch. */
export function PayeesCard({ payees, holding, payments }: Payees & { payments: number }) {
  const members = payees.filter(({ memberId }) => memberId !== null);
  const others = payees.filter(({ memberId }) => memberId === null);
  return (
    <>
      {others.length > 0 && <ThirdParties payees={others} holding={holding} />}
      {members.length > 0 && (
        <Members payees={members} holding={holding} all={payments - others.length} />
      )}
    </>
  );
}
