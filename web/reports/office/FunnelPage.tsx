// Report 申貸漏斗: from the visit to the disbursement, by the month of registration.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { funnelMemberList } from '#contract/reports/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { stageText } from '#contract/reports/words.ts';
import { type FunnelMonth, type FunnelStage, funnelStages } from '#contract/reports/work.ts';
import { api, queryOf } from '../../office/api.ts';
import { MONTH, useListUrl, type ListUrl } from '../../office/kit/listing.ts';
import * as paths from '../../office/paths.ts';
import { formatMonth, formatNumber, formatPercent } from '../../ui/format.ts';
import { Table, type Column } from '../../ui/display/Table.tsx';
import type { Series } from './chart-parts.tsx';
import { monthsIn } from './narrow.ts';
import { totalOf } from './period/totals.ts';
import { ChartCard, MonthsReport, ToRows } from './Report.tsx';
import { Rows } from './Rows.tsx';
import { RowsChart } from './RowsChart.tsx';
import { fromFirst } from './trim.ts';
import { monthText } from './words.ts';

const note =
  '各月註冊、用途含申貸的會員，至今走到哪一步；走到後面的步驟，前面的一併計入。' +
  '開啟網頁次數由伺服器計數，不使用 Cookie，也不記錄是誰，因此是次數而非人數。';

type Step = { name: string; count: number };

const series: Series<Step>[] = [
  { id: 'count', label: '人數', colour: 1, of: ({ count }) => count },
];

const sumOf = (months: readonly FunnelMonth[], stage: FunnelStage) =>
  months.reduce((sum, { stages }) => sum + stages[stage], 0);

/**
 * Returns each stage with the share of members who reached it out of those who reached the previous
 * one.
 */
function stepsOf(months: readonly FunnelMonth[]): Step[] {
  return funnelStages.map((stage, i) => {
    const count = sumOf(months, stage);
    const before = funnelStages[i - 1];
    const of = before === undefined ? 0 : sumOf(months, before);
    const share = of > 0 ? `（前一步的 ${formatPercent((count / of) * 100)}）` : '';
    return { name: `${stageText[stage]}${share}`, count };
  });
}

const isEmpty = ({ visits, stages }: FunnelMonth) => visits === null && stages.registered === 0;

function MonthsTable({ months, url }: { months: readonly FunnelMonth[]; url: ListUrl }) {
  return (
    <Table
      caption="申貸漏斗"
      hideCaption
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        {
          key: 'month',
          label: '註冊月',
          head: true,
          cell: ({ month }) => formatMonth(month),
          foot: '合計',
        },
        {
          key: 'visits',
          label: '開啟網頁次數',
          numeric: true,
          cell: ({ visits }) => (visits === null ? '—' : formatNumber(visits)),
          foot: formatNumber(months.reduce((sum, { visits }) => sum + (visits ?? 0), 0)),
        },
        ...funnelStages.map((stage): Column<FunnelMonth> => ({
          key: stage,
          label: stageText[stage],
          numeric: true,
          cell: ({ month, stages }) => (
            <ToRows url={url} of={{ month, stage }} none={stages[stage] === 0}>
              {formatNumber(stages[stage])}
            </ToRows>
          ),
          foot: formatNumber(sumOf(months, stage)),
        })),
      ]}
    />
  );
}

const memberColumns = columnsOf(funnelMemberList, {
  memberId: {
    head: true,
    cell: ({ memberId }) => (
      <Link className="link num" to={paths.member(memberId)}>
        {memberId}
      </Link>
    ),
  },
  joinedOn: {},
  stage: {},
  caseNo: {
    cell: ({ loanId, caseNo }) =>
      loanId === null ? (
        '—'
      ) : (
        <Link className="link num" to={paths.loan(loanId)}>
          {caseNo}
        </Link>
      ),
  },
});

export function FunnelPage() {
  const url = useListUrl();
  const filter = monthsIn(url);
  const [month, stage] = [url.text('month', MONTH), url.one('stage', funnelStages)];
  const query = useQuery({
    ...queryOf('reports', 'funnel', filter),
    placeholderData: keepPreviousData,
  });
  return (
    <MonthsReport
      title="申貸漏斗"
      note={note}
      url={url}
      query={query}
      compared={{
        name: 'funnel',
        earlier: (span) => api.reports.funnel(span),
        totals: ({ data }) => [
          totalOf('註冊', data, ({ stages }) => stages.registered, 'count'),
          totalOf('申貸', data, ({ stages }) => stages.applied, 'count'),
          totalOf('撥款', data, ({ stages }) => stages.disbursed, 'count'),
        ],
      }}
      file={(format) => api.reports.funnelFile({ ...filter, format })}
      none={{
        title: '這段期間沒有人註冊',
        hint: '請選擇其他月份。',
        when: ({ data }) => data.every(isEmpty),
      }}
      rows={
        month &&
        stage && (
          <Rows
            list={funnelMemberList}
            input={{ month, stage }}
            title={`${monthText(month)}註冊、走到「${stageText[stage]}」的會員`}
            what="會員"
            url={url}
            close={['month', 'stage']}
            columns={memberColumns}
            rowKey={({ memberId }) => memberId}
          />
        )
      }
    >
      {({ data }) => (
        <>
          <ChartCard title="從註冊到撥款">
            <RowsChart
              label="從註冊到撥款"
              rows={stepsOf(data)}
              nameOf={({ name }) => name}
              series={series}
              unit="count"
            />
          </ChartCard>
          <MonthsTable months={fromFirst(data, isEmpty)} url={url} />
        </>
      )}
    </MonthsReport>
  );
}
