// Account for repayments: bank, virtual account and holder, each with a copy button.
import type { Loan } from '#contract/lending/calls.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { grouped } from '../../ui/fields/digits.ts';
import { formatMoney } from '../../ui/format.ts';

type Account = NonNullable<Loan['virtualAccount']>;

/** The account as one text, to be pasted where the transfer is made. */
export function payText(account: Account, amount: number): string {
  return [
    `銀行：${account.bankCode} ${account.bankName}`,
    `虛擬帳號：${account.account}`,
    `金額：${amount} 元`,
    `戶名：${account.holder}`,
  ].join('\n');
}

export function PayLines({ account, amount }: { account: Account; amount: number }) {
  const lines = [
    { name: '銀行', value: `${account.bankCode} ${account.bankName}`, copy: account.bankCode },
    {
      name: '虛擬帳號',
      value: (
        <b className="num pay-account max-[340px]:whitespace-normal">{grouped(account.account)}</b>
      ),
      copy: account.account,
    },
    { name: '金額', value: <b className="num">{formatMoney(amount)}</b>, copy: String(amount) },
    { name: '戶名', value: account.holder, copy: account.holder },
  ];
  return (
    <dl className="pay-lines mt-4 mb-2 px-4 py-1 rounded-card bg-sunken">
      {lines.map(({ name, value, copy }) => (
        <div
          className="grid grid-cols-[5em_minmax(0,1fr)_auto] gap-x-3 gap-y-1 items-center
            min-h-14 py-2 not-last:border-b not-last:border-line
            max-[480px]:grid-cols-[minmax(0,1fr)_auto]"
          key={name}
        >
          <dt className="text-ink-3 max-[480px]:col-span-full max-[480px]:-mb-1">{name}</dt>
          <dd className="m-0 text-ink">{value}</dd>
          <dd className="no-print m-0 text-ink">
            <CopyButton text={copy} what={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
