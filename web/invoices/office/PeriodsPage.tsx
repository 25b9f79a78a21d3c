// Tax periods: invoices beside the VAT of the ledger, and what explains each difference.
import { useQuery } from '@tanstack/react-query';
import { invoicePeriodList } from '#contract/invoices/lists.ts';
import type { InvoicePeriod } from '#contract/invoices/office.ts';
import { api, queryOf } from '../../office/api.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { InvoiceDesk } from './InvoiceDesk.tsx';

const money = (amount: number) => <Money amount={amount} />;

/** What may make invoices and ledger differ; amounts are fees with tax or tax, as they say. */
const reasons = [
  { name: '尚未開立的費用', of: ({ pending }: InvoicePeriod) => pending },
  { name: '開立於他期的費用', of: ({ shifted }: InvoicePeriod) => shifted },
  { name: '不開發票的其他帳務', of: ({ other }: InvoicePeriod) => other },
  { name: '待日結入帳的稅額', of: ({ unbooked }: InvoicePeriod) => unbooked },
  { name: '三聯式與折讓逐張計稅的尾差', of: ({ rounding }: InvoicePeriod) => rounding },
];

function Difference({ period }: { period: InvoicePeriod }) {
  const found = reasons.filter(({ of }) => of(period) !== 0);
  if (found.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-base">差異說明</h3>
      <Facts
        align="end"
        facts={found.map(({ name, of }) => ({ name, value: money(of(period)) }))}
      />
    </div>
  );
}

function Period({ period }: { period: InvoicePeriod }) {
  const { from, to, difference } = period;
  return (
    <Card as="section">
      <CardHead
        title={`${from.slice(0, 4)} 年 ${Number(from.slice(5, 7))}–${Number(to.slice(5, 7))} 月`}
      >
        <Tag tone={difference === 0 ? 'done' : 'attention'}>
          {difference === 0 ? '與帳上營業稅相符' : '與帳上營業稅有差異'}
        </Tag>
      </CardHead>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        <Facts
          align="end"
          facts={[
            { name: '有效發票', value: `${period.invoices} 張` },
            { name: '作廢', value: `${period.voided} 張` },
            { name: '二聯式含稅總額', value: money(period.personTotal) },
            { name: '三聯式含稅總額', value: money(period.companyTotal) },
            { name: '三聯式稅額', value: money(period.companyTax) },
            { name: `折讓 ${period.allowances} 張`, value: money(period.allowanceTotal) },
            { name: '折讓稅額', value: money(period.allowanceTax) },
          ]}
        />
        <div className="grid gap-6 content-start">
          <Facts
            align="end"
            facts={[
              { name: '帳上費用（含稅）', value: money(period.fees) },
              { name: '發票應申報稅額', value: <b>{money(period.declared)}</b> },
              { name: '帳上應付營業稅', value: <b>{money(period.vat)}</b> },
              { name: '差異', value: <b>{money(difference)}</b> },
            ]}
          />
          <Difference period={period} />
        </div>
      </div>
    </Card>
  );
}

export function PeriodsPage() {
  const query = useQuery(queryOf('invoices', 'invoicePeriods', {}));
  return (
    <ListPage
      frame={InvoiceDesk}
      title="期別與稅額"
      acts={
        <TableButtons list={invoicePeriodList} input={{}} read={api.invoices.invoicePeriodsTable} />
      }
      query={query}
      none={{ title: '還沒有期別', hint: '從登錄第一段字軌的那一期開始開立發票。' }}
      rows={({ data }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {data.map((period) => (
            <Period key={period.from} period={period} />
          ))}
          <p className="text-sm text-ink-3">
            二聯式發票的金額含稅，稅額依全期總額的 5∕105 計算；三聯式發票與折讓逐張載明稅額。
          </p>
        </div>
      )}
    />
  );
}
