// Payment details: amount, account and deadline, each line with a copy button, and ways to pay.
import { subtract } from '#contract/core/money.ts';
import { CalendarPlus, Printer } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '#contract/investing/calls.ts';
import { brand } from '../../site/kit/brand.ts';
import { Countdown, DateText, Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { now } from '../../ui/clock.ts';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { grouped } from '../../ui/fields/digits.ts';
import { formatInstant, formatMoney } from '../../ui/format.ts';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { saveCalendar } from '../../lending/loan/calendar-file.ts';

type Account = NonNullable<Order['virtualAccount']>;

/** Returns all lines as one text, for the member to send to themselves. */
export function transferText(order: Order, account: Account): string {
  return [
    `銀行：${account.bankCode} ${account.bankName}`,
    `虛擬帳號：${account.account}`,
    `戶名：${account.holder}`,
    `金額：${subtract(order.amount, order.paidAmount)} 元`,
    `訂單：${order.orderNo}`,
    `期限：${formatInstant(order.payBy)} 前`,
  ].join('\n');
}

function saveDeadline(order: Order, account: Account): Promise<void> {
  const deadline = {
    uid: `${order.orderNo}@${window.location.host}`,
    title: `${brand.name}出資轉帳期限 ${formatMoney(subtract(order.amount, order.paidAmount))}`,
    text: transferText(order, account),
    until: order.payBy,
  };
  return saveCalendar(`${order.orderNo}.ics`, [deadline], now());
}

/** Returns the lines, each with the value to copy: numbers as plain digits. */
function rowsOf(order: Order, account: Account, lacking: number) {
  return [
    { name: '銀行', value: `${account.bankCode} ${account.bankName}`, copy: account.bankCode },
    {
      name: '虛擬帳號',
      value: (
        <span className="num text-[1.375rem] font-medium md:text-[1.5rem]">
          {grouped(account.account)}
        </span>
      ),
      copy: account.account,
    },
    {
      name: order.paidAmount > 0 ? '還差金額' : '金額',
      value: (
        <b className="text-[1.25rem]">
          <Money amount={lacking} />
        </b>
      ),
      copy: String(lacking),
      what: '金額',
    },
    { name: '戶名', value: account.holder, copy: account.holder },
    { name: '訂單編號', value: <span className="num">{order.orderNo}</span>, copy: order.orderNo },
  ];
}

export function TransferCard({ order, account }: { order: Order; account: Account }) {
  const lacking = subtract(order.amount, order.paidAmount);
  const rows = rowsOf(order, account, lacking);
  return (
    <Card as="section" className="print:break-inside-avoid print:shadow-none" aria-label="匯款資訊">
      <div className="flex flex-wrap gap-x-4 gap-y-1 justify-between pb-4 border-b border-line">
        <p>
          請於{' '}
          <b>
            <DateText at={order.payBy} />
          </b>{' '}
          前完成轉帳
        </p>
        <p className="no-print text-accent font-bold">
          <Countdown until={order.payBy} over="已過期限" />
        </p>
      </div>
      {order.paidAmount > 0 && (
        <div className="grid gap-2 py-4 border-b border-line" role="status">
          <ProgressBar share={order.paidAmount / order.amount} label="已收到的金額" />
          <p className="text-ink font-bold">
            已收到 <Money amount={order.paidAmount} />
            ，尚差 <Money amount={lacking} />
          </p>
        </div>
      )}
      <dl className="transfer-lines">
        {rows.map(({ name, value, copy, what }) => (
          <div
            className="grid grid-cols-[6em_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 items-center
              min-h-15 py-2 border-b border-line max-md:grid-cols-[minmax(0,1fr)_auto]"
            key={name}
          >
            <dt className="text-ink-3 max-md:col-start-1 max-md:text-sm">{name}</dt>
            <dd className="m-0 text-ink max-md:col-start-1">{value}</dd>
            <dd className="no-print m-0 max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
              <CopyButton text={copy} what={what ?? name} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="no-print flex flex-wrap gap-2 mt-5">
        <CopyButton text={transferText(order, account)} what="匯款資訊" label="一次複製全部" />
        <Button
          size="sm"
          icon={<CalendarPlus size={16} aria-hidden="true" />}
          onClick={() => void saveDeadline(order, account)}
        >
          加入行事曆
        </Button>
        <Button
          size="sm"
          icon={<Printer size={16} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          列印
        </Button>
      </div>
    </Card>
  );
}

const ways = [
  {
    id: 'online',
    label: '網路銀行或 App',
    steps: [
      '登入您本人的網路銀行，選擇「轉帳」。',
      '收款銀行選擇上方的銀行代碼，貼上虛擬帳號。',
      '輸入金額，確認戶名後送出。',
    ],
  },
  {
    id: 'atm',
    label: 'ATM',
    steps: [
      '插入您本人的金融卡，選擇「轉帳」。',
      '輸入上方的銀行代碼與虛擬帳號。',
      'ATM 非約定轉帳有每日上限；超過時可分次轉帳，在期限前湊足即可。',
    ],
  },
  {
    id: 'counter',
    label: '臨櫃匯款',
    steps: [
      '攜帶身分證件與印鑑到您的往來銀行。',
      '匯款單的收款帳號填虛擬帳號，戶名如上。',
      '匯款人請填您本人；匯費由您負擔，請勿從匯款金額扣除。',
    ],
  },
];

export function WaysToPay({ counter }: { counter: boolean }) {
  const [way, setWay] = useState(counter ? 'counter' : 'online');
  return (
    <Tabs
      label="付款方式"
      look="segments"
      value={way}
      onValueChange={setWay}
      tabs={ways.map(({ id, label, steps }) => ({
        id,
        label,
        panel: (
          <ol className="list-decimal ps-5">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        ),
      }))}
    />
  );
}
