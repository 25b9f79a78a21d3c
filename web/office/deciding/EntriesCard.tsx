// Card of a loan's or order's ledger entries, for operators who may see the ledger.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountKind } from '#contract/ledger/kinds.ts';
import { accounts } from '#contract/ledger/chart.ts';
import { transferText } from '#contract/ledger/words.ts';
import type { Entry } from '#contract/ledger/lists.ts';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { api } from '../api.ts';
import { seesBooks, useOperator } from '../operator.ts';

const PAGE = 50;

const columns: readonly Column<Entry>[] = [
  { key: 'on', label: '日期', cell: ({ on }) => <DateText at={on} /> },
  { key: 'kind', label: '交易', head: true, cell: ({ kind }) => transferText[kind] },
  { key: 'account', label: '科目', cell: ({ account }) => accounts[account].text },
  {
    key: 'debit',
    label: '借方',
    numeric: true,
    cell: ({ amount }) => (amount > 0 ? <Money amount={amount} /> : ''),
  },
  {
    key: 'credit',
    label: '貸方',
    numeric: true,
    cell: ({ amount }) => (amount < 0 ? <Money amount={-amount} /> : ''),
  },
];

type Of = { loan?: string; order?: string; kind?: AccountKind | undefined };

function Entries({ of }: { of: Of }) {
  const query = useInfiniteQuery({
    queryKey: ['ledger', 'entries', of],
    queryFn: ({ pageParam }) =>
      api.ledger.entries({ ...of, item_per_page: PAGE, offset: pageParam }),
    initialPageParam: 0,
    getNextPageParam: ({ data }, pages) => (data.length < PAGE ? null : pages.length * PAGE),
  });
  if (query.isPending) return <SkeletonLines lines={4} />;
  if (query.isLoadingError) {
    return <ErrorState compact title="帳務紀錄載入失敗" onRetry={() => void query.refetch()} />;
  }
  const rows = query.data.pages.flatMap(({ data }) => data);
  if (rows.length === 0) return <EmptyState title="還沒有帳務紀錄" />;
  return (
    <div className="grid gap-3">
      <Table
        caption={of.kind ? `帳務紀錄：${accounts[of.kind].text}` : '帳務紀錄'}
        columns={columns}
        rows={rows.map((row, i) => ({ ...row, key: i }))}
        rowKey={({ key }) => key}
      />
      {query.hasNextPage && (
        <div>
          <Button
            look="quiet"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            載入更早的紀錄
          </Button>
        </div>
      )}
    </div>
  );
}

/** Renders nothing for operators who may not see the ledger. */
export function EntriesCard(of: Of) {
  const operator = useOperator();
  if (!operator.data || !seesBooks(operator.data.data.roles)) return null;
  return <Entries of={of} />;
}
