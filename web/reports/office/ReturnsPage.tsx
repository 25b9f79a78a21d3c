// Report 出資報酬: returns of investors, by month of disbursement, and their distribution.
import { percentOfBps, sum } from '#contract/core/money.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { returnLoanList } from '#contract/reports/lists.ts';
import { sharesOf } from '#contract/law/shares.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReturnBand, ReturnVintage } from '#contract/reports/returns.ts';
import { api, queryOf } from '../../office/api.ts';
import { MONTH, useListUrl, type ListUrl } from '../../office/kit/listing.ts';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import { formatMonth, formatNumber, formatPercent } from '../../ui/format.ts';
import { Table } from '../../ui/display/Table.tsx';
import type { Series } from './chart-parts.tsx';
import { loanCells } from './columns.tsx';
import { ColumnsChart } from './ColumnsChart.tsx';
import { kindIn, monthsIn } from './narrow.ts';
import { ChartCard, MonthsReport, ToRows } from './Report.tsx';
import { Rows } from './Rows.tsx';
import { monthText } from './words.ts';

const BAND = /^\d{1,2}$/;

const note =
  'XIRR 是已結清或已轉銷案件的實際年化報酬率，依撥款日與每次分配日的現金流量計算，' +
  '已扣出資人服務費，未收回的本金以零計，每日更新；還款中的案件不計，過去績效不代表未來結果。' +
  '已實現收益是已分配的利息、遲延利息、違約金與提前清償分配扣除服務費，含還款中的案件，不扣本金損失；' +
  '個別案件的損益只列已結束的案件，並已扣除本金損失。';

const edge = (percent: number) => `${formatNumber(percent)}%`;

function bandText({ from, to }: ReturnBand): string {
  if (from === null) return `低於 ${edge(to ?? 0)}`;
  return to === null ? `${edge(from)} 以上` : `${edge(from)} 至 ${edge(to)}`;
}
const bandShort = ({ from, to }: ReturnBand) =>
  from === null ? `<${edge(to ?? 0)}` : `≥${edge(from)}`;

const series: Series<ReturnBand>[] = [
  { id: 'loans', label: '已結束案件', colour: 1, of: ({ loans }) => loans },
];

function BandsTable({ bands, url }: { bands: readonly ReturnBand[]; url: ListUrl }) {
  const total = sum(bands.map(({ principal }) => principal));
  const shares = sharesOf(
    bands.map(({ principal }) => principal),
    10_000,
  );
  return (
    <Table
      caption="年化報酬率的分布"
      rows={bands.map((band, i) => ({ ...band, i }))}
      rowKey={({ i }) => i}
      columns={[
        { key: 'band', label: 'XIRR', head: true, cell: bandText },
        {
          key: 'loans',
          label: '已結束案件',
          numeric: true,
          cell: ({ i, loans }) => (
            <ToRows url={url} of={{ band: String(i), month: undefined }} none={loans === 0}>
              {formatNumber(loans)}
            </ToRows>
          ),
        },
        {
          key: 'principal',
          label: '本金',
          numeric: true,
          cell: ({ principal }) => <Money amount={principal} />,
        },
        {
          key: 'share',
          label: '占比',
          numeric: true,
          cell: ({ i }) =>
            total > 0 ? (
              <span data-share={percentOfBps(shares[i] ?? 0)}>
                {formatPercent(percentOfBps(shares[i] ?? 0))}
              </span>
            ) : (
              '—'
            ),
        },
      ]}
    />
  );
}

const rate = (value: number | null) => (value === null ? '—' : <Percent value={value} />);

function VintagesTable({ rows, url }: { rows: readonly ReturnVintage[]; url: ListUrl }) {
  const sum = (of: (row: ReturnVintage) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  return (
    <Table
      caption="依撥款月"
      rows={rows}
      rowKey={({ month }) => month}
      columns={[
        {
          key: 'month',
          label: '撥款月',
          head: true,
          cell: ({ month }) => formatMonth(month),
          foot: '合計',
        },
        {
          key: 'loans',
          label: '案件數',
          numeric: true,
          cell: ({ loans }) => formatNumber(loans),
          foot: formatNumber(sum(({ loans }) => loans)),
        },
        {
          key: 'principal',
          label: '撥款本金',
          numeric: true,
          cell: ({ principal }) => <Money amount={principal} />,
          foot: <Money amount={sum(({ principal }) => principal)} />,
        },
        {
          key: 'gain',
          label: '已實現收益',
          numeric: true,
          cell: ({ gain }) => <Money amount={gain} />,
          foot: <Money amount={sum(({ gain }) => gain)} />,
        },
        {
          key: 'loss',
          label: '本金損失',
          numeric: true,
          cell: ({ loss }) => <Money amount={loss} />,
          foot: <Money amount={sum(({ loss }) => loss)} />,
        },
        {
          key: 'ended',
          label: '已結束案件',
          numeric: true,
          cell: ({ month, ended }) => (
            <ToRows url={url} of={{ month, band: undefined }} none={ended === 0}>
              {formatNumber(ended)}
            </ToRows>
          ),
          foot: formatNumber(sum(({ ended }) => ended)),
        },
        { key: 'low', label: '最低', numeric: true, cell: ({ low }) => rate(low) },
        { key: 'median', label: '中位數', numeric: true, cell: ({ median }) => rate(median) },
        { key: 'high', label: '最高', numeric: true, cell: ({ high }) => rate(high) },
        { key: 'mean', label: '加權平均', numeric: true, cell: ({ mean }) => rate(mean) },
      ]}
    />
  );
}

const loanColumns = columnsOf(returnLoanList, {
  ...loanCells,
  disbursedOn: {},
  endedOn: {},
  principal: {},
  gain: { cell: ({ gain }) => <Money amount={gain} sign /> },
  rate: {},
  xirr: {},
});

/** The ended loans of a month, or of a band of returns. */
function Loans({
  url,
  filter,
  month,
  band,
  bands,
}: {
  url: ListUrl;
  filter: ReturnType<typeof filterIn>;
  month: string | undefined;
  band: number | undefined;
  bands: readonly ReturnBand[];
}) {
  const chosen = month || band === undefined ? undefined : bands[band];
  if (!month && !chosen) return null;
  return (
    <Rows
      list={returnLoanList}
      input={{ ...filter, ...(month ? { month } : { band }) }}
      title={
        chosen ? `報酬率${bandText(chosen)}的案件` : `${monthText(month ?? '')}撥款、已結束的案件`
      }
      what="案件"
      url={url}
      close={['month', 'band']}
      columns={loanColumns}
      rowKey={({ loanId }) => loanId}
    />
  );
}

const filterIn = (url: ListUrl) => ({ ...monthsIn(url), ...kindIn(url) });

export function ReturnsPage() {
  const url = useListUrl();
  const filter = filterIn(url);
  const [month, band] = [url.text('month', MONTH), url.text('band', BAND)];
  const query = useQuery({
    ...queryOf('reports', 'returns', filter),
    placeholderData: keepPreviousData,
  });
  return (
    <MonthsReport
      title="出資報酬"
      note={note}
      url={url}
      byKind
      query={query}
      file={(format) => api.reports.returnsFile({ ...filter, format })}
      none={{ title: '這段期間沒有撥款的案件', hint: '請選擇其他月份，或放寬條件。' }}
      rows={
        <Loans
          url={url}
          filter={filter}
          month={month}
          band={band === undefined ? undefined : Number(band)}
          bands={query.data?.bands ?? []}
        />
      }
    >
      {({ data, bands }) => (
        <>
          <ChartCard title="已結束案件的年化報酬率分布">
            {bands.every(({ loans }) => loans === 0) ? (
              <p className="report-note text-ink-3">這段期間撥款的案件都還沒有結束。</p>
            ) : (
              <ColumnsChart
                label="已結束案件的年化報酬率分布"
                rows={bands}
                nameOf={bandText}
                shortOf={bandShort}
                series={series}
                unit="count"
              />
            )}
          </ChartCard>
          <VintagesTable rows={data} url={url} />
          <BandsTable bands={bands} url={url} />
        </>
      )}
    </MonthsReport>
  );
}
