// The payments of a batch, as the second person checks them: to members, and back to third parties.
import type { Payee } from '#contract/banking/payees.ts';
import { countText } from '#contract/core/lists.ts';
import { sum } from '#contract/core/money.ts';
import { Link } from '../../office/links/Link.tsx';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { type Column, Table } from '../../ui/display/Table.tsx';

type Payees = { payees: readonly Payee[] };

function ThirdParties({ payees }: Payees) {
  return (
    <Card as="section" aria-label="退回第三人的款項">
      <CardHead title="退回第三人的款項">{payees.length} 筆</CardHead>
      <div className="grid gap-4">
        <Alert tone="warn" title="收款人不是會員">
          這些款項由第三人匯入，只退回原付款帳戶。請核對收款人與原付款人相同。
        </Alert>
        <ul className="office-list">
          {payees.map(({ number, name, account, amount, reason, before }) => (
            <li key={`${number}${account}${amount}`}>
              <div>
                <strong>{name ?? '原匯款人（銀行未提供戶名）'}</strong>
                <p className="num text-sm text-ink-2">{account ?? '帳戶尚待確認'}</p>
                <p className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
                  <Tag tone="attention">第三人款項</Tag>
                  {reason}
                  {number !== null && <span className="num">{number}</span>}
                  {before > 0 && `先前匯款 ${before} 次`}
                </p>
              </div>
              <Money amount={amount} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

/** Says whether money went to this account before, because a new account needs a second look. */
function Before({ of: { account, before, isChanged } }: { of: Payee }) {
  if (account === null) return <Tag tone="problem">沒有生效中的帳戶，不會匯出</Tag>;
  if (before > 0) return <>匯過 {before} 次</>;
  return <Tag tone="attention">{isChanged ? '帳戶變更後首次匯款' : '首次匯款'}</Tag>;
}

const columns: Column<Payee>[] = [
  {
    key: 'name',
    label: '收款人',
    head: true,
    cell: ({ name, memberId }) => (
      <Link className="link" to={paths.member(memberId ?? '')}>
        {name ?? `會員 ${memberId}`}
      </Link>
    ),
  },
  {
    key: 'account',
    label: '收款帳戶',
    cell: ({ account }) => <span className="num">{account ?? '—'}</span>,
  },
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
  { key: 'before', label: '往來', cell: (payee) => <Before of={payee} /> },
  {
    key: 'amount',
    label: '金額',
    numeric: true,
    cell: ({ amount }) => <Money amount={amount} />,
  },
];

function Members({ payees, all }: Payees & { all: number }) {
  const total = sum(payees.map(({ amount }) => amount));
  const withSum = columns.map((column) => {
    if (column.key === 'amount') return { ...column, foot: <Money amount={total} /> };
    return column.key === 'name' ? { ...column, foot: '合計' } : column;
  });
  return (
    <section aria-label="付款明細" className="grid gap-3">
      <Table
        caption={`付款給會員，${countText(all, '筆')}`}
        rows={payees}
        rowKey={({ memberId, number, amount }, i) => `${memberId} ${number} ${amount} ${i}`}
        columns={withSum}
      />
      {all > payees.length && (
        <p className="text-sm text-ink-3">
          只列出金額最大的 {payees.length} 筆；其餘請由上方的連結逐筆查看。
        </p>
      )}
    </section>
  );
}

/** `payments` is the number of all payments of the batch. */
export function PayeesCard({ payees, payments }: Payees & { payments: number }) {
  const members = payees.filter(({ memberId }) => memberId !== null);
  const others = payees.filter(({ memberId }) => memberId === null);
  return (
    <>
      {others.length > 0 && <ThirdParties payees={others} />}
      {members.length > 0 && <Members payees={members} all={payments - others.length} />}
    </>
  );
}
