// Report 收入: fees by month and type, including VAT; equal to the ledger to the dollar.
import { columnsOf } from '../../office/kit/columns.tsx';
import { incomeMoveList } from '#contract/reports/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { incomeText } from '#contract/reports/words.ts';
import { type IncomeLine, incomeLines, type IncomeMonth } from '#contract/reports/money.ts';
import { api, queryOf } from '../../office/api.ts';
import { MONTH, useListUrl, type ListUrl } from '../../office/kit/listing.ts';
import { Money } from '../../ui/display/Amount.tsx';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { formatMonth } from '../../ui/format.ts';
import type { Series } from './chart-parts.tsx';
import { lineColumns, transferCells } from './columns.tsx';
import { ColumnsChart } from './ColumnsChart.tsx';
import { monthsIn } from './narrow.ts';
import { totalOf } from './period/totals.ts';
import { ChartCard, MonthsReport, ToRows } from './Report.tsx';
import { Rows } from './Rows.tsx';
import { fromFirst } from './trim.ts';
import { monthShort, monthText } from './words.ts';

const looks: Record<IncomeLine, Pick<Series<never>, 'colour' | 'hatched'>> = {
  platform: { colour: 1 },
  investor: { colour: 2 },
  late: { colour: 5, hatched: true },
  prepayment: { colour: 3 },
  refund: { colour: 6 },
  other: { colour: 4 },
};

const series: Series<IncomeMonth>[] = incomeLines.map((line) => ({
  id: line,
  label: incomeText[line],
  of: ({ lines }) => lines[line],
  ...looks[line],
}));

/** Returns the types of income that occurred at all. */
const linesIn = (months: readonly IncomeMonth[]) =>
  incomeLines.filter((line) => months.some(({ lines }) => lines[line] !== 0));

function MonthsTable({
  months,
  shown,
  url,
}: {
  months: readonly IncomeMonth[];
  shown: readonly IncomeLine[];
  url: ListUrl;
}) {
  const sum = (of: (month: IncomeMonth) => number) => (
    <Money amount={months.reduce((total, month) => total + of(month), 0)} />
  );
  const total = (key: 'gross' | 'net' | 'vat', label: string): Column<IncomeMonth> => ({
    key,
    label,
    numeric: true,
    cell: (row) => (
      <ToRows url={url} of={{ month: row.month, line: undefined }} none={row[key] === 0}>
        <Money amount={row[key]} />
      </ToRows>
    ),
    foot: sum((row) => row[key]),
  });
  return (
    <Table
      caption="收入"
      hideCaption
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        {
          key: 'month',
          label: '月份',
          head: true,
          cell: ({ month }) => formatMonth(month),
          foot: '合計',
        },
        ...lineColumns(shown, incomeText, months, url),
        total('gross', '合計（含稅）'),
        total('net', '未稅'),
        total('vat', '營業稅'),
      ]}
    />
  );
}

const moveColumns = columnsOf(incomeMoveList, { ...transferCells, gross: {} });

export function IncomePage() {
  const url = useListUrl();
  const filter = monthsIn(url);
  const [month, line] = [url.text('month', MONTH), url.one('line', incomeLines)];
  const query = useQuery({
    ...queryOf('reports', 'income', filter),
    placeholderData: keepPreviousData,
  });
  return (
    <MonthsReport
      title="收入"
      note="各月認列的服務費，來自帳簿的分錄，與「服務費與營業稅」報表相同；各項含稅，營業稅依當期服務費合計提列。遲延利息的部分，依同一次還款的利息與遲延利息比例分攤。"
      url={url}
      query={query}
      compared={{
        name: 'income',
        earlier: (span) => api.reports.income(span),
        totals: ({ data }) => [
          totalOf('合計（含稅）', data, ({ gross }) => gross),
          totalOf('未稅', data, ({ net }) => net),
          totalOf('營業稅', data, ({ vat }) => vat),
        ],
      }}
      file={(format) => api.reports.incomeFile({ ...filter, format })}
      none={{
        title: '這段期間沒有收入',
        hint: '請選擇其他月份。',
        when: ({ data }) => linesIn(data).length === 0,
      }}
      rows={
        month && (
          <Rows
            list={incomeMoveList}
            input={{ month, ...(line && { line }) }}
            title={`${monthText(month)}的${line ? incomeText[line] : '收入'}`}
            note="每筆交易的服務費全額；一次還款可能同時含有利息、遲延利息與提前清償的服務費。"
            what="交易"
            url={url}
            close={['month', 'line']}
            columns={moveColumns}
            rowKey={({ transferId }) => transferId}
          />
        )
      }
    >
      {({ data: all }) => {
        const data = fromFirst(all, ({ gross }) => gross === 0);
        const shown = linesIn(data);
        return (
          <>
            <ChartCard title="每月收入（含稅）">
              <ColumnsChart
                label="每月收入"
                rows={data}
                nameOf={(row) => monthText(row.month)}
                shortOf={(row) => monthShort(row.month)}
                series={series.filter(({ id }) => shown.some((one) => one === id))}
                unit="money"
              />
            </ChartCard>
            <MonthsTable months={data} shown={shown} url={url} />
          </>
        );
      }}
    </MonthsReport>
  );
}
