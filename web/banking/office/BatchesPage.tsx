// Page that lists payment batches: who released and approved each, and its progress.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { batchList } from '#contract/banking/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { batchKinds, batchStates, type Batch } from '#contract/banking/office.ts';
import { queryOf } from '../../office/api.ts';
import { FilterBar } from '../../office/kit/FilterBar.tsx';
import { FilterLinks } from '../../office/kit/Listing.tsx';
import { useListUrl, type ListUrl } from '../../office/kit/listing.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { MoneyDesk } from '../../office/kit/MoneyDesk.tsx';
import * as paths from '../../office/paths.ts';
import { Tag } from '../../ui/display/Card.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { batchKindText, batchWords } from '#contract/banking/words.ts';

export function BatchTag({ state }: { state: Batch['state'] }) {
  const { tone, text } = batchWords[state];
  return <Tag tone={tone}>{text}</Tag>;
}

const columns = columnsOf(batchList, {
  id: {
    head: true,
    cell: (row) => (
      <Link
        className="office-row-link"
        to={paths.money('batches', row.id)}
        data-stretch=""
        data-row=""
      >
        {`${batchKindText[row.kind]}\u00a0${row.id}`}
      </Link>
    ),
  },
  state: { cell: (row) => <BatchTag state={row.state} /> },
  payments: {},
  total: {},
  end: {
    cell: (row) =>
      row.confirmed + row.cameBack === 0 ? (
        '—'
      ) : (
        <span>
          匯出 {row.confirmed}
          {row.cameBack > 0 && <strong className="text-danger">，退回 {row.cameBack}</strong>}
        </span>
      ),
  },
  releasedBy: {},
  checkedBy: {},
  releasedAt: {},
});

/** Reads the filters from the URL; the list and its filter bar use the same ones. */
const filtersOf = (url: ListUrl) => ({
  kind: url.one('kind', batchKinds),
  state: url.one('state', batchStates),
  from: url.day('from'),
  to: url.day('to'),
});

function Filters({ url }: { url: ListUrl }) {
  const { kind, state } = filtersOf(url);
  return (
    <div className="grid gap-4">
      <FilterLinks
        label="類型"
        name="kind"
        chosen={kind}
        url={url}
        links={[
          { text: '全部', value: undefined },
          ...batchKinds.map((value) => ({ text: batchKindText[value], value })),
        ]}
      />
      <FilterLinks
        label="狀態"
        name="state"
        chosen={state}
        url={url}
        links={[
          { text: '全部狀態', value: undefined },
          ...batchStates.map((value) => ({ text: batchWords[value].text, value })),
        ]}
      />
      <FilterBar
        filters={[
          { kind: 'day', name: 'from', label: '放行日起' },
          { kind: 'day', name: 'to', label: '放行日迄' },
        ]}
      />
    </div>
  );
}

export function BatchesPage() {
  const url = useListUrl();
  const { kind, state, from, to } = filtersOf(url);
  const input = {
    ...(kind && { kind }),
    ...(state && { state }),
    ...(from && { from }),
    ...(to && { to }),
    ...url.asks,
  };
  const query = useQuery({
    ...queryOf('banking', 'listBatches', input),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  return (
    <ListPage
      frame={MoneyDesk}
      title="付款批次"
      acts={<TableButtons table={batchList.tables.data} input={input} />}
      query={query}
      none={{
        title: '沒有符合的付款批次',
        hint: '放行退款、收益撥付或覆核撥款後，會在這裡成為一個批次與一份付款檔。',
      }}
      caption={({ total }) => `付款批次，${total} 個`}
      columns={columns}
      rowKey={({ id }) => id}
      pages={url}
    >
      <Filters url={url} />
    </ListPage>
  );
}
