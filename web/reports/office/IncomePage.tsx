// 收入: fees by month and what for, with the VAT inside them; to the dollar what the books have.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  type IncomeLine,
  incomeLines,
  type IncomeMonth,
  type IncomeMove,
} from '#contract/reports-money.ts';
import { api, asked } from '../../office/api.ts';
import { transferText } from '../../office/book-words.ts';
import { Loaded, SearchForm } from '../../office/Listing.tsx';
import { PER_PAGE, useListUrl, type ListUrl } from '../../office/listing.ts';
import * as paths from '../../office/paths.ts';
import { EmptyState } from '../../ui/Alert.tsx';
import { DateText, Money } from '../../ui/Amount.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import type { Series } from './chart-parts.tsx';
import { ColumnsChart } from './ColumnsChart.tsx';
import { MONTH, monthFields, monthsIn } from './narrow.ts';
import { ChartCard, Report, RowsCard, ToRows } from './Report.tsx';
import { fromFirst } from './trim.ts';
import { incomeText, monthShort, monthText } from './words.ts';

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
        { key: 'month', label: '月份', head: true, cell: ({ month }) => month, foot: '合計' },
        ...shown.map((line): Column<IncomeMonth> => ({
          key: line,
          label: incomeText[line],
          numeric: true,
          cell: ({ month, lines }) => (
            <ToRows url={url} of={{ month, line }} none={lines[line] === 0}>
              <Money amount={lines[line]} />
            </ToRows>
          ),
          foot: sum(({ lines }) => lines[line]),
        })),
        total('gross', '合計（含稅）'),
        total('net', '未稅'),
        total('vat', '營業稅'),
      ]}
    />
  );
}

const moveColumns: Column<IncomeMove>[] = [
  { key: 'on', label: '日期', head: true, cell: ({ on }) => <DateText at={on} /> },
  { key: 'kind', label: '交易', cell: ({ kind }) => transferText[kind] },
  {
    key: 'loan',
    label: '案件',
    cell: ({ loanId }) =>
      loanId === null ? (
        '—'
      ) : (
        <Link className="link num" to={paths.loan(loanId)}>
          {loanId}
        </Link>
      ),
  },
  {
    key: 'transfer',
    label: '交易編號',
    cell: ({ transferId }) => (
      <Link className="link office-mono" to={paths.ledgerOf({ transfer: transferId })}>
        {transferId}
      </Link>
    ),
  },
  { key: 'gross', label: '含稅', numeric: true, cell: ({ gross }) => <Money amount={gross} /> },
  { key: 'net', label: '未稅', numeric: true, cell: ({ net }) => <Money amount={net} /> },
  { key: 'vat', label: '營業稅', numeric: true, cell: ({ vat }) => <Money amount={vat} /> },
];

function Moves({
  url,
  month,
  line,
}: {
  url: ListUrl;
  month: string;
  line: IncomeLine | undefined;
}) {
  const query = useQuery({
    ...asked('reports', 'incomeMoves', {
      month,
      ...(line && { line }),
      item_per_page: PER_PAGE,
      offset: url.offset,
    }),
    placeholderData: keepPreviousData,
  });
  const title = `${monthText(month)}的${line ? incomeText[line] : '收入'}`;
  return (
    <RowsCard
      title={title}
      total={query.data?.total}
      url={url}
      close={['month', 'line']}
      perPage={PER_PAGE}
    >
      <p className="report-note">
        每筆交易的服務費全額；一次還款可能同時含有利息、遲延利息與提前清償的服務費。
      </p>
      <Loaded query={query} what="交易">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="這個月沒有這類收入">請選擇其他月份。</EmptyState>
          ) : (
            <Table
              caption={title}
              hideCaption
              columns={moveColumns}
              rows={data}
              rowKey={({ transferId }) => transferId}
            />
          )
        }
      </Loaded>
    </RowsCard>
  );
}

export function IncomePage() {
  const url = useListUrl();
  const filter = monthsIn(url);
  const [month, line] = [url.text('month', MONTH), url.one('line', incomeLines)];
  const query = useQuery({
    ...asked('reports', 'income', filter),
    placeholderData: keepPreviousData,
  });
  const { from = '', to = '' } = query.data ?? {};
  return (
    <Report
      title="收入"
      note="各月認列的服務費，來自帳簿的分錄，與「服務費與營業稅」報表相同；各項含稅，稅額另列。遲延利息的部分，依同一次還款的利息與遲延利息比例分攤。"
      filename={`收入-${from}-${to}`}
      file={(format) => api.reports.incomeFile({ ...filter, format })}
      narrow={<SearchForm url={url} fields={monthFields({ from, to })} />}
    >
      <Loaded query={query} what="收入">
        {({ data: all }) => {
          const data = fromFirst(all, ({ gross }) => gross === 0);
          const shown = incomeLines.filter((one) => data.some(({ lines }) => lines[one] !== 0));
          return shown.length === 0 ? (
            <EmptyState title="這段期間沒有收入">請選擇其他月份。</EmptyState>
          ) : (
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
      </Loaded>
      {month && <Moves url={url} month={month} line={line} />}
    </Report>
  );
}
