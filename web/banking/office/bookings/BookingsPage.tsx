// List of bookings between trust, company and bank, with filters and export.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { bookingKinds, bookingStates } from '#contract/banking/bookings.ts';
import { bookingList } from '#contract/banking/lists.ts';
import { bookingKindText, bookingWords } from '#contract/banking/words.ts';
import { countText } from '#contract/core/lists.ts';
import { Link } from '../../../office/links/Link.tsx';
import { queryOf } from '../../../office/api.ts';
import { columnsOf } from '../../../office/kit/columns.tsx';
import { TableButtons } from '../../../office/kit/FileButton.tsx';
import { FilterBar } from '../../../office/kit/FilterBar.tsx';
import { type ListUrl, useListUrl } from '../../../office/kit/listing.ts';
import { ListPage, NewLink } from '../../../office/kit/ListPage.tsx';
import { useOperator } from '../../../office/operator.ts';
import * as paths from '../../../office/paths.ts';
import { MoneyDesk } from '../../../office/kit/MoneyDesk.tsx';

const columns = columnsOf(bookingList, {
  day: {},
  kind: {
    head: true,
    cell: (row) => (
      <Link
        className="office-row-link"
        to={paths.money('bookings', row.id)}
        data-stretch=""
        data-row=""
      >
        {row.reverses === null ? '' : '沖銷'}
        {bookingKindText[row.kind]}
      </Link>
    ),
  },
  state: {},
  amount: {},
  reason: {},
  files: {},
  maker: {},
  checker: {},
});

function inputOf(url: ListUrl) {
  const kind = url.one('kind', bookingKinds);
  const state = url.one('state', bookingStates);
  const [from, to] = [url.day('from'), url.day('to')];
  return {
    ...(kind && { kind }),
    ...(state && { state }),
    ...(from && { from }),
    ...(to && { to }),
    ...url.asks,
  };
}

export function BookingsPage() {
  const url = useListUrl();
  const input = inputOf(url);
  const isFinance = useOperator().data?.data.roles.includes('finance') ?? false;
  const query = useQuery({
    ...queryOf('banking', 'listBookings', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={MoneyDesk}
      title="撥轉與調整"
      acts={
        <div className="flex flex-wrap gap-2">
          {isFinance && <NewLink to={paths.newBooking()} text="新增分錄" />}
          {!query.isLoadingError && <TableButtons table={bookingList.tables.data} input={input} />}
        </div>
      }
      query={query}
      none={{
        title: '沒有符合的分錄',
        hint: '銀行手續費、存款利息與公司撥補，從每日對帳的差異或待比對的入帳提出。',
      }}
      caption={({ total }) => `分錄，${countText(total ?? 0, '筆')}`}
      columns={columns}
      rowKey={({ id }) => id}
      pages={url}
    >
      <FilterBar
        filters={[
          {
            kind: 'choice',
            name: 'kind',
            label: '類型',
            options: bookingKinds.map((value) => ({ value, label: bookingKindText[value] })),
          },
          {
            kind: 'choice',
            name: 'state',
            label: '狀態',
            options: bookingStates.map((value) => ({ value, label: bookingWords[value].text })),
          },
          { kind: 'day', name: 'from', label: '日期起' },
          { kind: 'day', name: 'to', label: '日期迄' },
        ]}
      />
    </ListPage>
  );
}
