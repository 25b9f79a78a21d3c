// Report 處理時效: processing time of each kind of task compared with its service time.
import { serviceText } from '#contract/reports/words.ts';
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { serviceTaskList } from '#contract/reports/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type ServiceRow,
  type ServiceSet,
  serviceSets,
  type ServiceTask,
} from '#contract/reports/work.ts';
import { taskKinds, taskRules } from '#contract/tasks/kinds.ts';
import { api, queryOf } from '../../office/api.ts';
import { useListUrl, type ListUrl } from '../../office/kit/listing.ts';
import * as paths from '../../office/paths.ts';
import { Tag } from '../../ui/display/Card.tsx';
import { formatNumber, formatPercent } from '../../ui/format.ts';
import { Table, type Column } from '../../ui/display/Table.tsx';
import type { Series } from './chart-parts.tsx';
import { monthsIn } from './narrow.ts';
import { totalOf } from './period/totals.ts';
import { ChartCard, MonthsReport, ToRows } from './Report.tsx';
import { Rows } from './Rows.tsx';
import { RowsChart } from './RowsChart.tsx';

const WHOLE = 100;
const HOURS_PER_DAY = 24;

const series: Series<ServiceRow>[] = [
  {
    id: 'in-time',
    label: '時限內處理',
    colour: 1,
    of: ({ inTime, done }) => (done > 0 ? (inTime / done) * WHOLE : 0),
  },
];

/** Formats a number of hours as text. */
function hoursText(hours: number | null): string {
  if (hours === null) return '—';
  if (hours < 1) return '不到 1 小時';
  if (hours < HOURS_PER_DAY) return `${formatNumber(hours)} 小時`;
  const days = Math.floor(hours / HOURS_PER_DAY);
  const rest = Math.floor(hours % HOURS_PER_DAY);
  return rest === 0 ? `${days} 天` : `${days} 天 ${rest} 小時`;
}

function KindsTable({ rows, url }: { rows: readonly ServiceRow[]; url: ListUrl }) {
  const count = (set: ServiceSet, of: (row: ServiceRow) => number): Column<ServiceRow> => ({
    key: set,
    label: serviceText[set],
    numeric: true,
    cell: (row) => (
      <ToRows url={url} of={{ kind: row.kind, set }} none={of(row) === 0}>
        {formatNumber(of(row))}
      </ToRows>
    ),
  });
  return (
    <Table
      caption="處理時效"
      hideCaption
      rows={rows}
      rowKey={({ kind }) => kind}
      columns={[
        { key: 'kind', label: '待辦', head: true, cell: ({ kind }) => taskRules[kind].text },
        {
          key: 'due',
          label: '時限',
          numeric: true,
          cell: ({ kind }) => `${taskRules[kind].dueDays} 營業日`,
        },
        count('done', ({ done }) => done),
        {
          key: 'share',
          label: '時限內',
          numeric: true,
          cell: ({ inTime, done }) => (done > 0 ? formatPercent((inTime / done) * WHOLE) : '—'),
        },
        count('lateDone', ({ done, inTime }) => done - inTime),
        {
          key: 'median',
          label: '中位數',
          numeric: true,
          cell: ({ medianHours }) => hoursText(medianHours),
        },
        {
          key: 'p90',
          label: '第 90 百分位',
          numeric: true,
          cell: ({ p90Hours }) => hoursText(p90Hours),
        },
        count('open', ({ open }) => open),
        count('lateOpen', ({ late }) => late),
      ]}
    />
  );
}

const pages: Record<string, (id: string) => string> = {
  loan: paths.loan,
  order: paths.order,
  member: paths.member,
};

/** Link to the page of a task's subject, if it has one. */
function Subject({ subjectType, subjectId, subjectLabel }: ServiceTask) {
  const to = pages[subjectType];
  if (!to) return subjectLabel;
  return (
    <Link className="link num" to={to(subjectId)}>
      {subjectLabel}
    </Link>
  );
}

const taskColumns = columnsOf(serviceTaskList, {
  taskId: {
    head: true,
    cell: ({ taskId }) => (
      <Link className="link num" to={paths.task(taskId)}>
        {taskId}
      </Link>
    ),
  },
  subjectType: { cell: (task) => <Subject {...task} /> },
  openedAt: {},
  dueAt: {},
  decidedAt: {},
  by: {},
  hours: { numeric: true, cell: ({ hours }) => hoursText(hours) },
  inTime: {
    cell: ({ inTime }) => (inTime ? <Tag tone="done">時限內</Tag> : <Tag tone="problem">逾時</Tag>),
  },
});

export function ServicePage() {
  const url = useListUrl();
  const filter = monthsIn(url);
  const [kind, set] = [url.one('kind', taskKinds), url.one('set', serviceSets)];
  const query = useQuery({
    ...queryOf('reports', 'service', filter),
    placeholderData: keepPreviousData,
  });
  return (
    <MonthsReport
      title="處理時效"
      note="這段期間由同仁處理完的待辦：從開立到處理費時多久（含假日），以及是否在時限（營業日）內。因事件發展而自動結束的待辦不計。待處理的數字是現在的狀況。"
      url={url}
      query={query}
      compared={{
        name: 'service',
        earlier: (span) => api.reports.service(span),
        totals: ({ data }) => [
          totalOf('處理完成', data, ({ done }) => done, 'count'),
          totalOf('時限內', data, ({ inTime }) => inTime, 'count'),
        ],
      }}
      file={(format) => api.reports.serviceFile({ ...filter, format })}
      none={{ title: '這段期間沒有待辦', hint: '請選擇其他月份。' }}
      rows={
        kind &&
        set && (
          <Rows
            list={serviceTaskList}
            input={{ ...filter, kind, set }}
            title={`${taskRules[kind].text}：${serviceText[set]}`}
            what="待辦"
            url={url}
            close={['kind', 'set']}
            columns={taskColumns}
            rowKey={({ taskId }) => taskId}
          />
        )
      }
    >
      {({ data }) => (
        <>
          {data.some(({ done }) => done > 0) && (
            <ChartCard title="時限內處理的比率">
              <RowsChart
                label="時限內處理的比率"
                rows={data.filter(({ done }) => done > 0)}
                nameOf={(row) => taskRules[row.kind].text}
                series={series}
                unit="percent"
                most={WHOLE}
              />
            </ChartCard>
          )}
          <KindsTable rows={data} url={url} />
        </>
      )}
    </MonthsReport>
  );
}
