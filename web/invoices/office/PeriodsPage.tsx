// Tax periods: invoices beside the VAT of the ledger, and what explains each difference.
import { useQuery } from '@tanstack/react-query';
import { invoicePeriodList } from '#contract/invoices/lists.ts';
import type { InvoicePeriod } from '#contract/invoices/office.ts';
import { queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { InvoiceDesk, periodText } from './InvoiceDesk.tsx';

/** What may make invoices and ledger differ; each amount is one of fees with tax, or of tax. */
const reasons = [
  { name: '尚未開立的費用', of: ({ pending }: InvoicePeriod) => pending },
  { name: '開立於他期的費用', of: ({ shifted }: InvoicePeriod) => shifted },
  { name: '不開發票的其他帳務', of: ({ other }: InvoicePeriod) => other },
  { name: '待日結入帳的稅額', of: ({ unbooked }: InvoicePeriod) => unbooked },
  { name: '逐張計稅的尾差', of: ({ rounding }: InvoicePeriod) => rounding },
];

function Difference({ period }: { period: InvoicePeriod }) {
  const found = reasons.filter(({ of }) => of(period) !== 0);
  if (found.length === 0) return <Tag tone="done">與帳上相符</Tag>;
  return (
    <ul className="grid gap-1">
      {found.map(({ name, of }) => (
        <li key={name}>
          {name} <Money amount={of(period)} />
        </li>
      ))}
    </ul>
  );
}

const columns = columnsOf(invoicePeriodList, {
  from: { head: true, whole: true, cell: periodText },
  invoices: {},
  voided: {},
  personTotal: {},
  companyTotal: {},
  allowanceTotal: {},
  declared: {},
  vat: {},
  difference: {},
  reasons: { cell: (period) => <Difference period={period} /> },
});

export function PeriodsPage() {
  const query = useQuery(queryOf('invoices', 'invoicePeriods', {}));
  return (
    <ListPage
      frame={InvoiceDesk}
      title="期別與稅額"
      whom="出納或稽核同仁"
      acts={<TableButtons table={invoicePeriodList.tables.data} input={{}} />}
      query={query}
      none={{ title: '還沒有期別', hint: '從登錄第一段字軌的那一期開始開立發票。' }}
      columns={columns}
      rowKey={({ from }) => from}
    >
      <p className="text-ink-2">
        金額皆含稅。開給非營業人的發票，稅額依全期總額的 5∕105
        計算；開給營業人的發票與折讓逐張載明稅額。
      </p>
    </ListPage>
  );
}
