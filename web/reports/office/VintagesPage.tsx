// Report 逾期: share of each month's disbursements over 30 days overdue, by loan age in months.
import { columnsOf } from '../../office/kit/columns.tsx';
import { vintageLoanList } from '#contract/reports/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Vintage } from '#contract/reports/credit.ts';
import { api, queryOf } from '../../office/api.ts';
import { MONTH, useListUrl, type ListUrl } from '../../office/kit/listing.ts';
import { Money } from '../../ui/display/Amount.tsx';
import { formatMonth, formatNumber, formatPercent } from '../../ui/format.ts';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { loanCells } from './columns.tsx';
import { CurvesChart } from './CurvesChart.tsx';
import { kindIn, monthsIn } from './narrow.ts';
import { ChartCard, MonthsReport, ToRows } from './Report.tsx';
import { Rows } from './Rows.tsx';
import { monthShort, monthText } from './words.ts';

/**
 * Only the newest months are drawn, because more lines than the six colours could not be
 * distinguished.
 */
const CURVES = 6;
const colours = [1, 2, 3, 4, 5, 6] as const;
const AGE = /^\d{1,3}$/;

const shareOf = (late: number, principal: number) => (principal > 0 ? (late / principal) * 100 : 0);

function VintagesTable({ rows, url }: { rows: readonly Vintage[]; url: ListUrl }) {
  const ages = Math.max(...rows.map(({ late }) => late.length));
  return (
    <Table
      caption="逾期 30 天以上本金占撥款本金的比率"
      hideCaption
      cards={false}
      rows={rows}
      rowKey={({ month }) => month}
      columns={[
        { key: 'month', label: '撥款月', head: true, cell: ({ month }) => formatMonth(month) },
        {
          key: 'loans',
          label: '案件數',
          numeric: true,
          cell: ({ month, loans }) => (
            <ToRows url={url} of={{ month, age: undefined }}>
              {formatNumber(loans)}
            </ToRows>
          ),
        },
        {
          key: 'principal',
          label: '撥款本金',
          numeric: true,
          cell: ({ principal }) => <Money amount={principal} />,
        },
        ...Array.from({ length: ages }, (_, age): Column<Vintage> => ({
          key: String(age),
          label: `第 ${age} 月`,
          numeric: true,
          cell: ({ month, principal, late }) =>
            late[age] === undefined ? (
              ''
            ) : (
              <ToRows url={url} of={{ month, age: String(age) }} none={late[age] === 0}>
                {formatPercent(shareOf(late[age], principal))}
              </ToRows>
            ),
        })),
      ]}
    />
  );
}

const loanColumns = (past: boolean) =>
  columnsOf(vintageLoanList, {
    ...loanCells,
    standing: {},
    disbursedOn: {},
    amount: {},
    principal: past ? { label: '當時逾期本金' } : {},
  });

function rowsTitle(month: string, age: number | undefined): string {
  const lent = `${monthText(month)}撥款`;
  return age === undefined ? `${lent}的案件` : `${lent}、第 ${age} 月逾期 30 天以上的案件`;
}

export function VintagesPage() {
  const url = useListUrl();
  const kind = kindIn(url);
  const filter = { ...monthsIn(url), ...kind };
  const month = url.text('month', MONTH);
  const aged = url.text('age', AGE);
  const age = aged === undefined ? undefined : Number(aged);
  const query = useQuery({
    ...queryOf('reports', 'vintages', filter),
    placeholderData: keepPreviousData,
  });
  return (
    <MonthsReport
      title="逾期（依撥款月）"
      what="逾期"
      note="每個月撥款的案件，到撥款後第幾個月底，有多少比率的本金逾期超過 30 天。違約、協商、法律程序與已轉銷的案件計入；已恢復正常還款的不計。第 0 月是撥款當月。"
      url={url}
      byKind
      query={query}
      file={(format) => api.reports.vintagesFile({ ...filter, format })}
      none={{ title: '這段期間沒有撥款的案件', hint: '請選擇其他月份，或放寬條件。' }}
      rows={
        month && (
          <Rows
            list={vintageLoanList}
            input={{ ...kind, month, ...(age !== undefined && { age }) }}
            title={rowsTitle(month, age)}
            what="案件"
            url={url}
            close={['month', 'age']}
            columns={loanColumns(age !== undefined)}
            rowKey={({ loanId }) => loanId}
          />
        )
      }
    >
      {({ data }) => (
        <>
          <ChartCard title="逾期 30 天以上本金的比率">
            <CurvesChart
              label="逾期 30 天以上本金的比率"
              axis="撥款後的月數"
              placeOf={(place) => `第 ${place} 月`}
              curves={data.slice(-CURVES).map((row, i) => ({
                id: row.month,
                label: monthShort(row.month),
                colour: colours[i] ?? 1,
                values: row.late.map((late) => shareOf(late, row.principal)),
              }))}
            />
            {data.length > CURVES && (
              <p className="report-note text-ink-3">圖上是最近 {CURVES} 個撥款月，全部列於下表。</p>
            )}
          </ChartCard>
          <VintagesTable rows={data} url={url} />
        </>
      )}
    </MonthsReport>
  );
}
