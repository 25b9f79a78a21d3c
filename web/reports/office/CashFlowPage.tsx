// 現金流量: what came into the trust account and left it, month by month, to the dollar.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  type CashLine,
  cashLines,
  type CashMonth,
  type CashMove,
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
import { cashText, monthShort, monthText } from './words.ts';

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
        { key: 'month', label: '月份', head: true, cell: ({ month }) => month, foot: '合計' },
        {
          key: 'opening',
          label: '期初餘額',
          numeric: true,
          cell: ({ opening }) => <Money amount={opening} />,
        },
        ...shown.map((line): Column<CashMonth> => ({
          key: line,
          label: cashText[line],
          numeric: true,
          cell: ({ month, lines }) => (
            <ToRows url={url} of={{ month, line }} none={lines[line] === 0}>
              <Money amount={lines[line]} />
            </ToRows>
          ),
          foot: sum(({ lines }) => lines[line]),
        })),
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

const moveColumns: Column<CashMove>[] = [
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
  {
    key: 'amount',
    label: '金額',
    numeric: true,
    cell: (row) => <Money amount={row.amount} sign />,
  },
];

function Moves({ url, month, line }: { url: ListUrl; month: string; line: CashLine }) {
  const query = useQuery({
    ...asked('reports', 'cashFlowMoves', {
      month,
      line,
      item_per_page: PER_PAGE,
      offset: url.offset,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <RowsCard
      title={`${monthText(month)}的${cashText[line]}`}
      total={query.data?.total}
      url={url}
      close={['month', 'line']}
      perPage={PER_PAGE}
    >
      <Loaded query={query} what="交易">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="這個月沒有這類交易">請選擇其他月份。</EmptyState>
          ) : (
            <Table
              caption="交易"
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

export function CashFlowPage() {
  const url = useListUrl();
  const filter = monthsIn(url);
  const [month, line] = [url.text('month', MONTH), url.one('line', cashLines)];
  const query = useQuery({
    ...asked('reports', 'cashFlow', filter),
    placeholderData: keepPreviousData,
  });
  const { from = '', to = '' } = query.data ?? {};
  return (
    <Report
      title="現金流量"
      note="信託專戶每月的收支，全部來自帳簿的分錄；收入為正、支出為負，淨額即專戶餘額的變動。服務費留存在專戶內，不影響淨額。"
      filename={`現金流量-${from}-${to}`}
      file={(format) => api.reports.cashFlowFile({ ...filter, format })}
      narrow={<SearchForm url={url} fields={monthFields({ from, to })} />}
    >
      <Loaded query={query} what="現金流量">
        {({ data: all }) => {
          const data = fromFirst(all, isEmpty);
          const shown = series.filter(({ of }) => data.some((row) => of(row) !== 0));
          return data.every(isEmpty) ? (
            <EmptyState title="這段期間沒有收支">請選擇其他月份。</EmptyState>
          ) : (
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
      </Loaded>
      {month && line && <Moves url={url} month={month} line={line} />}
    </Report>
  );
}
