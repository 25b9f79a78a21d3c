// Where a repayment is sent: bank, virtual account and holder, each to be copied.
import type { Loan } from '#contract/lending/calls.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { grouped } from '../../ui/fields/digits.ts';
import { formatMoney } from '../../ui/format.ts';

type Account = NonNullable<Loan['virtualAccount']>;

export function PayLines({ account, amount }: { account: Account; amount: number }) {
  const lines = [
    { name: '銀行', value: `${account.bankCode} ${account.bankName}`, copy: account.bankCode },
    {
      name: '虛擬帳號',
      value: <b className="num pay-account">{grouped(account.account)}</b>,
      copy: account.account,
    },
    { name: '金額', value: <b className="num">{formatMoney(amount)}</b>, copy: String(amount) },
    { name: '戶名', value: account.holder, copy: account.holder },
  ];
  return (
    <dl className="pay-lines">
      {lines.map(({ name, value, copy }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd className="no-print">
            <CopyButton text={copy} what={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
