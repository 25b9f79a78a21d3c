// Months of the trust account that have ended, and who signed the report of each.
import { useQuery } from '@tanstack/react-query';
import type { TrustMonth } from '#contract/reports/trust/office.ts';
import { trustStateWords } from '#contract/reports/words.ts';
import { Link } from '../../../office/links/Link.tsx';
import { monthText } from '../../../ui/format.ts';
import { queryOf } from '../../../office/api.ts';
import { ListPage } from '../../../office/kit/ListPage.tsx';
import * as paths from '../../../office/paths.ts';
import { BooksDesk } from '../../../office/kit/MoneyDesk.tsx';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Tag } from '../../../ui/display/Card.tsx';
import type { Column } from '../../../ui/display/Table.tsx';

const amountOf = (amount: TrustMonth['bank']) =>
  amount === null ? '—' : <Money amount={amount} />;

const signature = (who: string | null, at: string | null) =>
  at === null ? (
    '—'
  ) : (
    <span className="grid">
      {who ?? '—'}
      <small className="text-ink-3">
        <DateText at={at} />
      </small>
    </span>
  );

const columns: readonly Column<TrustMonth>[] = [
  {
    key: 'month',
    label: '月份',
    head: true,
    whole: true,
    cell: ({ month }) => (
      <Link className="office-row-link" to={paths.trustReport(month)} data-stretch="" data-row="">
        {monthText(month)}
      </Link>
    ),
  },
  {
    key: 'state',
    label: '狀態',
    cell: ({ state }) => (
      <Tag tone={trustStateWords[state].tone}>{trustStateWords[state].text}</Tag>
    ),
  },
  { key: 'bank', label: '餘額證明', numeric: true, cell: ({ bank }) => amountOf(bank) },
  {
    key: 'membersAmount',
    label: '會員款項',
    numeric: true,
    cell: ({ membersAmount }) => amountOf(membersAmount),
  },
  { key: 'members', label: '會員數', numeric: true, cell: ({ members }) => members ?? '—' },
  { key: 'signed', label: '簽核', cell: (row) => signature(row.signedBy, row.signedAt) },
  { key: 'second', label: '覆簽', cell: (row) => signature(row.secondBy, row.secondAt) },
];

export function TrustReportsPage() {
  const query = useQuery(queryOf('reports', 'listTrustReports', {}));
  return (
    <ListPage
      frame={BooksDesk}
      title="專戶月報"
      query={query}
      none={{ title: '還沒有月報', hint: '專戶有收付的月份結束後，就列在這裡。' }}
      columns={columns}
      rowKey={({ month }) => month}
    />
  );
}
