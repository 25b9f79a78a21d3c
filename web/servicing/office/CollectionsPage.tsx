// Queue of collection: late loans by the day of their next action, with calls made in place.
import { add } from '#contract/core/money.ts';
import { type Day, day, daysBetween } from '#contract/core/day.ts';
import { lateList } from '#contract/servicing/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  lateBucketNames,
  type LateBucketName,
  type LateRow,
} from '#contract/servicing/collections.ts';
import { lateActionWords, lateSteps, statusSteps } from '#contract/servicing/late/strategy.ts';
import { isLoanStatus, loanWords } from '#contract/lending/loan-status.ts';
import { lateBucketText } from '#contract/servicing/words.ts';
import { Link } from '../../office/links/Link.tsx';
import { queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { FilterLinks } from '../../office/kit/Listing.tsx';
import { type ListUrl, useListUrl } from '../../office/kit/listing.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import * as paths from '../../office/paths.ts';
import { dayIn } from '../../ui/clock.ts';
import { Ago, DateText, Money } from '../../ui/display/Amount.tsx';
import { Accordion, Tag } from '../../ui/display/Card.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { CallButton } from './collecting/CallButton.tsx';
import { collectors, useHasRole } from './collecting/collecting.tsx';
import { OwnerCell } from './collecting/Owner.tsx';

const PER_PAGE = 25;

type Bucket = { bucket: LateBucketName; loans: number; arrears: number };

type OpenPromise = NonNullable<LateRow['promise']>;

function LoanStatusTag({ status, statusText }: { status: number; statusText: string }) {
  if (!isLoanStatus(status)) return null;
  const { tone } = loanWords(status);
  return <Tag tone={tone}>{statusText}</Tag>;
}

/** The open promise with its day, its amount and its age. */
function Promised({ promise: { dueOn, amount, madeOn } }: { promise: OpenPromise }) {
  const age = daysBetween(day(madeOn), dayIn() as Day);
  return (
    <div className="whitespace-nowrap">
      <DateText at={dueOn} /> <Money amount={amount} />
      <small className="block text-ink-3">{age === 0 ? '今天承諾' : `${age} 天前承諾`}</small>
    </div>
  );
}

/** The day of the next action, and for how long it has been due. */
function NextOn({ on }: { on: string }) {
  const over = daysBetween(day(on), dayIn() as Day);
  return (
    <div className="whitespace-nowrap">
      <DateText at={on} />
      {over > 0 && <small className="block text-danger">已過 {over} 天</small>}
    </div>
  );
}

const columnsFor = (collects: boolean, inThreeDays: string) =>
  columnsOf(lateList, {
    nextAction: {},
    nextOn: { cell: (row) => <NextOn on={row.nextOn} /> },
    ...(collects && {
      acts: {
        cell: (row: LateRow) => (
          <span className="relative z-1">
            <CallButton
              size="sm"
              of={{ ...row, inThreeDays, owed: add(row.arrears, row.charges) }}
            />
          </span>
        ),
      },
    }),
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
    statusText: { cell: (row) => <LoanStatusTag {...row} /> },
    lateDays: {},
    arrears: {},
    lastContactAt: {
      cell: (row) => (row.lastContactAt ? <Ago at={row.lastContactAt} /> : '尚未聯絡'),
    },
    promise: { cell: ({ promise }) => (promise ? <Promised promise={promise} /> : '—') },
    owner: { cell: (row) => <OwnerCell loanId={row.loanId} owner={row.owner} /> },
  });

/** Which action is due at how many days late. */
function Strategy() {
  return (
    <Accordion title="催收步驟">
      <Table
        caption="依逾期天數的下一步"
        hideCaption
        rows={lateSteps}
        rowKey={(row) => row.fromDay}
        columns={[
          { key: 'from', label: '逾期', head: true, cell: (row) => `第 ${row.fromDay} 天起` },
          { key: 'action', label: '下一步', cell: (row) => lateActionWords[row.action].text },
          { key: 'every', label: '間隔', cell: (row) => `每 ${row.everyDays} 天` },
        ]}
      />
      <p className="mt-3 text-sm text-ink-3">
        {statusSteps
          .map(({ status, action, everyDays }) => {
            const text = isLoanStatus(status) ? loanWords(status).text : status;
            return `${text}：${lateActionWords[action].text}，每 ${everyDays} 天`;
          })
          .join('；')}
        。有承諾時等到承諾日；承諾未履行時隔天再聯絡。
      </p>
    </Accordion>
  );
}

function BucketLinks({
  buckets,
  chosen,
  url,
}: {
  buckets: readonly Bucket[];
  chosen: LateBucketName | undefined;
  url: ListUrl;
}) {
  const all = buckets.reduce((sum, { loans }) => sum + loans, 0);
  return (
    <FilterLinks
      label="逾期天數"
      name="bucket"
      links={[
        { text: '全部', value: undefined, count: all },
        ...buckets.map(({ bucket, loans }) => ({
          text: lateBucketText[bucket],
          value: bucket,
          count: loans,
        })),
      ]}
      chosen={chosen}
      url={url}
    />
  );
}

const owners = ['me', 'none'] as const;

export function CollectionsPage() {
  const url = useListUrl(PER_PAGE);
  const collects = useHasRole(collectors);
  const bucket = url.one('bucket', lateBucketNames);
  const owner = url.one('owner', owners);
  const due = url.one('due', ['today'] as const);
  const chosen = { ...(bucket && { bucket }), ...(owner && { owner }), ...(due && { due }) };
  const query = useQuery({
    ...queryOf('servicing', 'listLate', { ...chosen, ...url.asks }),
    placeholderData: keepPreviousData,
  });
  const inThreeDays = query.data?.inThreeDays ?? '';
  return (
    <ListPage
      title="催收"
      what="催收案件"
      whom="審核或核准同仁"
      acts={<TableButtons table={lateList.tables.data} input={chosen} />}
      query={query}
      above={({ buckets }) => (
        <div className="grid gap-3">
          <BucketLinks buckets={buckets} chosen={bucket} url={url} />
          <div className="flex flex-wrap gap-x-6 gap-y-3">
            <FilterLinks
              label="應辦"
              name="due"
              links={[
                { text: '全部應辦', value: undefined },
                { text: '今天該做', value: 'today' },
              ]}
              chosen={due}
              url={url}
            />
            <FilterLinks
              label="承辦"
              name="owner"
              links={[
                { text: '全部承辦', value: undefined },
                { text: '我的', value: 'me' },
                { text: '未指派', value: 'none' },
              ]}
              chosen={owner}
              url={url}
            />
          </div>
        </div>
      )}
      none={
        bucket || owner || due
          ? { title: '沒有符合的案件', hint: '請調整篩選條件。' }
          : { title: '沒有逾期的案件', hint: '借款人都按時還款，目前不需要催收。' }
      }
      caption={({ total }) =>
        `${bucket ? `逾期 ${lateBucketText[bucket]}` : '逾期與違約案件'}，${total} 件`
      }
      columns={columnsFor(collects, inThreeDays)}
      rowKey={(row) => row.loanId}
      pages={url}
      onward={() => <Strategy />}
    />
  );
}
