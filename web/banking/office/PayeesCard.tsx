// The payments of a batch that go back to third parties, as the second person checks them.
import type { Payee } from '#contract/banking/payees.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';

export function PayeesCard({ payees }: { payees: readonly Payee[] }) {
  if (payees.length === 0) return null;
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
