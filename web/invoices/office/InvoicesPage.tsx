// The register of electronic invoices: filters, sums, export.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { countText } from '#contract/core/lists.ts';
import { invoiceKinds, invoiceStateNames } from '#contract/invoices/calls.ts';
import { invoiceList } from '#contract/invoices/lists.ts';
import { invoiceKindText, invoiceNumberText, invoiceStates } from '#contract/invoices/words.ts';
import { Link } from '../../office/links/Link.tsx';
import { queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { idText, invoiceText } from '../../office/filtering/filter-texts.ts';
import { FilterBar, type Filter } from '../../office/kit/FilterBar.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { ID, useListUrl } from '../../office/kit/listing.ts';
import * as paths from '../../office/paths.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { formatMoney } from '../../ui/format.ts';
import { InvoiceDesk } from './InvoiceDesk.tsx';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: '項目',
    options: invoiceKinds.map((value) => ({ value, label: invoiceKindText[value] })),
  },
  {
    kind: 'choice',
    name: 'state',
    label: '狀態',
    options: invoiceStateNames.map((value) => ({ value, label: invoiceStates[value].text })),
  },
  { kind: 'text', name: 'number', label: '發票號碼', of: invoiceText },
  { kind: 'text', name: 'member', label: '會員編號', of: idText },
  { kind: 'day', name: 'from', label: '自' },
  { kind: 'day', name: 'to', label: '至' },
];

const columns = columnsOf(invoiceList, {
  number: {
    head: true,
    whole: true,
    cell: ({ id, number }) => (
      <Link className="office-row-link num" to={paths.invoice(id)} data-stretch="" data-row="">
        {invoiceNumberText(number)}
      </Link>
    ),
  },
  issuedOn: { cell: ({ issuedOn }) => <DateText at={issuedOn} /> },
  kind: {},
  memberId: {
    cell: ({ memberId }) => (
      <Link className="link num" to={paths.member(memberId)}>
        {memberId}
      </Link>
    ),
  },
  caseNo: {
    whole: true,
    cell: ({ loanId, caseNo }) =>
      loanId === null ? (
        '—'
      ) : (
        <Link className="link num" to={paths.loan(loanId)}>
          {caseNo}
        </Link>
      ),
  },
  carrier: {},
  tax: {},
  total: {},
  allowed: {},
  state: {},
  message: {},
});

export function InvoicesPage() {
  const url = useListUrl();
  const kind = url.one('kind', invoiceKinds);
  const state = url.one('state', invoiceStateNames);
  const number = url
    .text('number', /^[A-Za-z]{2}-?\d{0,8}$/)
    ?.replace('-', '')
    .toUpperCase();
  const member = url.text('member', ID);
  const [from, to] = [url.day('from'), url.day('to')];
  const chosen = {
    ...(kind && { kind }),
    ...(state && { state }),
    ...(number && { number }),
    ...(member && { member }),
    ...(from && { from }),
    ...(to && { to }),
  };
  const query = useQuery({
    ...queryOf('invoices', 'listInvoices', { ...chosen, ...url.asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={InvoiceDesk}
      title="電子發票"
      whom="出納或稽核同仁"
      acts={<TableButtons table={invoiceList.tables.data} input={chosen} />}
      query={query}
      none={{ title: '沒有符合的發票', hint: '登錄字軌之後，每晚為當天的服務費開立發票。' }}
      columns={columns}
      rowKey={({ id }) => id}
      caption={({ total, sum }) => `${countText(total, '張')}，有效總額 ${formatMoney(sum)}`}
      pages={url}
    >
      <FilterBar filters={filters} />
    </ListPage>
  );
}
