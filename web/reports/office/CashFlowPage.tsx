// Report 現金流量: money into and out of the trust account, by month, to the dollar.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { cashMoveList } from '#contract/reports/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { cashText } from '#contract/reports/words.ts';
import { type CashLine, cashLines, type CashMonth } from '#contract/reports/money.ts';
import { api, queryOf } from '../../office/api.ts';
import { MONTH, useListUrl, type ListUrl } from '../../office/kit/listing.ts';
import * as paths from '../../office/paths.ts';
import { Money } from '../../ui/display/Amount.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { formatMonth } from '../../ui/format.ts';
import type { Series } from './chart-parts.tsx';
import { lineColumns, transferCells } from './columns.tsx';
import { ColumnsChart } from './ColumnsChart.tsx';
import { monthsIn } from './narrow.ts';
import { totalOf } from './period/totals.ts';
import { ChartCard, MonthsReport } from './Report.tsx';
import { Rows } from './Rows.tsx';
import { fromFirst } from './trim.ts';
import { monthShort, monthText } from './words.ts';

const looks: Record<CashLine, Pick<Series<never>, 'colour' | 'hatched'>> = {
  receipts: { colour: 1 },
  disbursements: { colour: 2 },
  payouts: { colour: 6 },
  refunds: { colour: 3 },
  returned: { colour: 5 },
  covered: { colour: 4 },
};

const series: Series<CashMonth>[] = cashLines.map((line) => ({
  id: line,
  label: cashText[line],
  of: ({ lines }) => lines[line],
  ...looks[line],
}));

const isEmpty = ({ opening, lines }: CashMonth) =>
  opening === 0 && cashLines.every((line) => lines[line] === 0);

function MonthsTable({
  months,
  shown,
  url,
}: {
  months: readonly CashMonth[];
  shown: readonly CashLine[];
  url: ListUrl;
}) {
  const sum = (of: (month: CashMonth) => number) => (
    <Money amount={months.reduce((total, month) => total + of(month), 0)} />
  );
  return (
    <Table
      caption="信託專戶的收支"
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
        {
          key: 'opening',
          label: '期初餘額',
          numeric: true,
          cell: ({ opening }) => <Money amount={opening} />,
        },
        ...lineColumns(shown, cashText, months, url),
        {
          key: 'net',
          label: '淨額',
          numeric: true,
          cell: ({ net }) => <Money amount={net} sign />,
          foot: sum(({ net }) => net),
        },
        {
          key: 'closing',
          label: '期末餘額',
          numeric: true,
          cell: ({ closing }) => <Money amount={closing} />,
        },
        {
          key: 'fees',
          label: '其中服務費',
          numeric: true,
          cell: ({ month, fees }) =>
            fees === 0 ? (
              <Money amount={0} />
            ) : (
              <Link className="link" to={`${paths.fees()}?month=${month}`}>
                <Money amount={fees} />
              </Link>
            ),
          foot: sum(({ fees }) => fees),
        },
      ]}
    />
  );
}

const moveColumns = columnsOf(cashMoveList, {
  ...transferCells,
  amount: { cell: ({ amount }) => <Money amount={amount} sign /> },
});

export function CashFlowPage() {
  const url = useListUrl();
  const filter = monthsIn(url);
  const [month, line] = [url.text('month', MONTH), url.one('line', cashLines)];
  const query = useQuery({
    ...queryOf('reports', 'cashFlow', filter),
    placeholderData: keepPreviousData,
  });
  return (
    <MonthsReport
      title="現金流量"
      note="信託專戶每月的收支，全部來自帳簿的分錄；收入為正、支出為負，淨額即專戶餘額的變動。服務費留存在專戶內，不影響淨額。"
      url={url}
      query={query}
      compared={{
        name: 'cashFlow',
        earlier: (span) => api.reports.cashFlow(span),
        totals: ({ data }) => [
          totalOf('淨額', data, ({ net }) => net),
          totalOf('其中服務費', data, ({ fees }) => fees),
        ],
      }}
      file={(format) => api.reports.cashFlowFile({ ...filter, format })}
      none={{
        title: '這段期間沒有收支',
        hint: '請選擇其他月份。',
        when: ({ data }) => data.every(isEmpty),
      }}
      rows={
        month &&
        line && (
          <Rows
            list={cashMoveList}
            input={{ month, line }}
            title={`${monthText(month)}的${cashText[line]}`}
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
        const data = fromFirst(all, isEmpty);
        const shown = series.filter(({ of }) => data.some((row) => of(row) !== 0));
        return (
          <>
            <ChartCard title="每月收支">
              <ColumnsChart
                label="每月收支"
                rows={data}
                nameOf={(row) => monthText(row.month)}
                shortOf={(row) => monthShort(row.month)}
                series={shown}
                unit="money"
              />
            </ChartCard>
            <MonthsTable
              months={data}
              shown={cashLines.filter((one) => shown.some(({ id }) => id === one))}
              url={url}
            />
          </>
        );
      }}
    </MonthsReport>
  );
}
