// Collection page: number of late loans per range of overdue days, and the loans of one range, the
// most overdue first.
import { columnsOf } from '../../office/kit/columns.tsx';
import { lateList } from '#contract/servicing/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { lateBucketNames, type LateBucketName } from '#contract/servicing/collections.ts';
import { isLoanStatus, loanWords } from '#contract/lending/loan-status.ts';
import { api, queryOf } from '../../office/api.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import * as paths from '../../office/paths.ts';
import { Ago, DateText, Money } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { lateBucketText } from '#contract/servicing/words.ts';

const PER_PAGE = 25;

type Bucket = { bucket: LateBucketName; loans: number; arrears: number };

export function LoanStatusTag({ status }: { status: number }) {
  if (!isLoanStatus(status)) return null;
  const { tone, text } = loanWords(status);
  return <Tag tone={tone}>{text}</Tag>;
}

const columns = columnsOf(lateList, {
  caseNo: {
    head: true,
    whole: true,
    cell: (row) => (
      <Link
        className="office-row-link"
        to={paths.loan(row.loanId, 'collections')}
        data-stretch=""
        data-row=""
      >
        {row.caseNo}
      </Link>
    ),
  },
  borrower: { whole: true },
  statusText: { cell: (row) => <LoanStatusTag status={row.status} /> },
  lateDays: {},
  arrears: {},
  charges: {},
  outstanding: {},
  lastContactAt: {
    cell: (row) => (row.lastContactAt ? <Ago at={row.lastContactAt} /> : '尚未聯絡'),
  },
  promise: {
    cell: ({ promise }) =>
      promise ? (
        <>
          <DateText at={promise.dueOn} /> <Money amount={promise.amount} />
        </>
      ) : (
        '—'
      ),
  },
});

function BucketLinks({ buckets, chosen }: { buckets: readonly Bucket[]; chosen: string | null }) {
  const all = buckets.reduce((sum, { loans }) => sum + loans, 0);
  const item = (to: string, current: boolean, text: string, count: number) => (
    <li key={text}>
      <Link className="office-filter" to={to} aria-current={current ? 'page' : undefined}>
        {text}
        <span className="num">{count}</span>
      </Link>
    </li>
  );
  return (
    <nav aria-label="逾期天數">
      <ul className="flex flex-wrap gap-2">
        {item(paths.collections(), chosen === null, '全部', all)}
        {buckets.map(({ bucket, loans }) =>
          item(paths.collections({ bucket }), chosen === bucket, lateBucketText[bucket], loans),
        )}
      </ul>
    </nav>
  );
}

export function CollectionsPage() {
  const url = useListUrl(PER_PAGE);
  const bucket = url.one('bucket', lateBucketNames);
  const chosen = bucket ? { bucket } : {};
  const query = useQuery({
    ...queryOf('servicing', 'listLate', { ...chosen, ...url.asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="催收"
      what="催收案件"
      whom="審核或核准同事"
      acts={<TableButtons list={lateList} input={chosen} read={api.servicing.lateTable} />}
      query={query}
      above={({ buckets }) => <BucketLinks buckets={buckets} chosen={bucket ?? null} />}
      none={{ title: '沒有逾期的案件', hint: '借款人都按時還款，目前不需要催收。' }}
      caption={({ total }) =>
        `${bucket ? `逾期 ${lateBucketText[bucket]}` : '逾期與違約案件'}，${total} 件`
      }
      columns={columns}
      rowKey={(row) => row.loanId}
      pages={url}
    />
  );
}
