// Report 違約與回收: principal in default by quarter, recovered and written-off amounts.
import { columnsOf } from '../../office/kit/columns.tsx';
import { defaultLoanList } from '#contract/reports/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Cohort } from '#contract/reports/credit.ts';
import { api, queryOf } from '../../office/api.ts';
import { useListUrl, type ListUrl } from '../../office/kit/listing.ts';
import { Money } from '../../ui/display/Amount.tsx';
import { formatNumber, formatPercent } from '../../ui/format.ts';
import { Table, type Column } from '../../ui/display/Table.tsx';
import type { Series } from './chart-parts.tsx';
import { loanCells } from './columns.tsx';
import { ColumnsChart } from './ColumnsChart.tsx';
import { kindIn, monthsIn } from './narrow.ts';
import { ChartCard, MonthsReport, ToRows } from './Report.tsx';
import { Rows } from './Rows.tsx';

const QUARTER = /^20\d\d-Q[1-4]$/;

const series: Series<Cohort>[] = [
  { id: 'defaulted', label: '違約本金', colour: 5, hatched: true, of: (row) => row.defaulted },
  { id: 'recovered', label: '已收回', colour: 1, of: (row) => row.recovered },
  { id: 'writtenOff', label: '已轉銷', colour: 2, of: (row) => row.writtenOff },
];

const quarterText = (quarter: string) => `${quarter.slice(0, 4)} 年第 ${quarter.slice(6)} 季`;
const rateOf = (recovered: number, defaulted: number) =>
  defaulted > 0 ? formatPercent((recovered / defaulted) * 100) : '—';

function CohortsTable({ rows, url }: { rows: readonly Cohort[]; url: ListUrl }) {
  const sum = (of: (row: Cohort) => number) => rows.reduce((total, row) => total + of(row), 0);
  const amount = (
    key: 'defaulted' | 'recovered' | 'writtenOff' | 'outstanding',
    label: string,
  ): Column<Cohort> => ({
    key,
    label,
    numeric: true,
    cell: (row) => (
      <ToRows url={url} of={{ quarter: row.quarter }} none={row[key] === 0}>
        <Money amount={row[key]} />
      </ToRows>
    ),
    foot: <Money amount={sum((row) => row[key])} />,
  });
  return (
    <Table
      caption="違約與回收"
      hideCaption
      rows={rows}
      rowKey={({ quarter }) => quarter}
      columns={[
        {
          key: 'quarter',
          label: '違約季別',
          head: true,
          cell: ({ quarter }) => quarterText(quarter),
          foot: '合計',
        },
        {
          key: 'loans',
          label: '案件數',
          numeric: true,
          cell: ({ quarter, loans }) => (
            <ToRows url={url} of={{ quarter }}>
              {formatNumber(loans)}
            </ToRows>
          ),
          foot: formatNumber(sum(({ loans }) => loans)),
        },
        amount('defaulted', '違約本金'),
        amount('recovered', '已收回'),
        {
          key: 'rate',
          label: '回收率',
          numeric: true,
          cell: ({ recovered, defaulted }) => rateOf(recovered, defaulted),
          foot: rateOf(
            sum(({ recovered }) => recovered),
            sum(({ defaulted }) => defaulted),
          ),
        },
        amount('writtenOff', '已轉銷'),
        amount('outstanding', '未收回'),
      ]}
    />
  );
}

const loanColumns = columnsOf(defaultLoanList, {
  ...loanCells,
  since: {},
  defaulted: {},
  recovered: {},
  writtenOff: {},
  outstanding: {},
});

export function DefaultsPage() {
  const url = useListUrl();
  const kind = kindIn(url);
  const filter = { ...monthsIn(url), ...kind };
  const quarter = url.text('quarter', QUARTER);
  const query = useQuery({
    ...queryOf('reports', 'defaults', filter),
    placeholderData: keepPreviousData,
  });
  return (
    <MonthsReport
      title="違約與回收"
      note="以第一次違約通知的季別分組：違約日未償還的本金、自該日起收回的本金、轉銷的本金與目前未收回的本金。轉銷後仍會追償，因此已轉銷與未收回可能重疊。期間涵蓋起訖月份所在的整季。"
      url={url}
      byKind
      query={query}
      file={(format) => api.reports.defaultsFile({ ...filter, format })}
      none={{ title: '這段期間沒有違約的案件', hint: '請選擇其他月份，或放寬條件。' }}
      rows={
        quarter && (
          <Rows
            list={defaultLoanList}
            input={{ ...kind, quarter }}
            title={`${quarterText(quarter)}違約的案件`}
            what="案件"
            url={url}
            close={['quarter']}
            columns={loanColumns}
            rowKey={({ loanId }) => loanId}
          />
        )
      }
    >
      {({ data }) => (
        <>
          <ChartCard title="各季違約本金與收回">
            <ColumnsChart
              label="各季違約本金與收回"
              rows={data}
              nameOf={(row) => quarterText(row.quarter)}
              shortOf={(row) => row.quarter.slice(2)}
              series={series}
              unit="money"
              stacked={false}
            />
          </ChartCard>
          <CohortsTable rows={data} url={url} />
        </>
      )}
    </MonthsReport>
  );
}
