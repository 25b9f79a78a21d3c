// The trust account by day: closing balance at the bank, books, amounts owed, and signatures.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { reconciledDayList } from '#contract/banking/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReconciledDay } from '#contract/banking/reconciliation.ts';
import { queryOf } from '../../office/api.ts';
import { useListUrl } from '../../office/kit/listing.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { MoneyDesk } from '../../office/kit/MoneyDesk.tsx';
import * as paths from '../../office/paths.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';

const DAYS = 31;

/** Shows in one label whether bank and books agree. */
export function Standing({ of }: { of: ReconciledDay }) {
  if (of.books !== of.owed) return <Tag tone="problem">帳務不平</Tag>;
  if (of.closing === null) return <Tag tone="neutral">銀行未報</Tag>;
  return of.closing === of.books ? <Tag tone="done">相符</Tag> : <Tag tone="attention">有差額</Tag>;
}

/** Shows the sign-off: closed by two persons, started by one, or none. */
function Signed({ of }: { of: ReconciledDay }) {
  if (of.closed) {
    const who = of.secondBy === null ? '' : ` ${of.signedBy}、${of.secondBy}`;
    return <Tag tone="done">已關帳{who}</Tag>;
  }
  return of.signedBy ? <Tag tone="progress">{of.signedBy}，待覆簽</Tag> : '—';
}

const columns = columnsOf(reconciledDayList, {
  day: {
    head: true,
    cell: (row) => (
      <Link
        className="office-row-link"
        to={paths.money('reconciliation', row.day)}
        data-stretch=""
        data-row=""
      >
        <DateText at={row.day} weekday />
      </Link>
    ),
  },
  closing: {},
  books: {},
  owed: {},
  difference: {
    cell: (row) => (row.closing === null ? '—' : <Money amount={row.closing - row.books} sign />),
  },
  standing: { cell: (row) => <Standing of={row} /> },
  signedBy: { cell: (row) => <Signed of={row} /> },
});

export function ReconciliationPage() {
  const url = useListUrl(DAYS);
  const input = url.asks;
  const query = useQuery({
    ...queryOf('banking', 'listDays', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={MoneyDesk}
      title="每日對帳"
      acts={<TableButtons table={reconciledDayList.tables.data} input={input} />}
      query={query}
      caption={() => '信託專戶每日餘額'}
      columns={columns}
      rowKey={({ day }) => day}
      pages={url}
    />
  );
}
