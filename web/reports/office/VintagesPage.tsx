// 逾期: of each month's disbursements, the share more than 30 days late, by months on the books.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Vintage, VintageLoan } from '#contract/reports-credit.ts';
import { api, asked } from '../../office/api.ts';
import { Loaded, SearchForm } from '../../office/Listing.tsx';
import { PER_PAGE, useListUrl, type ListUrl } from '../../office/listing.ts';
import * as paths from '../../office/paths.ts';
import { EmptyState } from '../../ui/Alert.tsx';
import { DateText, Money } from '../../ui/Amount.tsx';
import { formatNumber, formatPercent } from '../../ui/format.ts';
import { Table, type Column } from '../../ui/Table.tsx';
import { CurvesChart } from './CurvesChart.tsx';
import { kindFields, kindIn, MONTH, monthFields, monthsIn } from './narrow.ts';
import { ChartCard, Report, RowsCard, ToRows } from './Report.tsx';
import { monthShort, monthText, standingOrSettled } from './words.ts';

/** Curves beyond the six colours would not be told apart: the newest are drawn. */
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
        { key: 'month', label: '撥款月', head: true, cell: ({ month }) => month },
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

const loanColumns = (past: boolean): Column<VintageLoan>[] => [
  {
    key: 'case',
    label: '案件',
    head: true,
    cell: ({ loanId, caseNo }) => (
      <Link className="link num" to={paths.loan(loanId)}>
        {caseNo}
      </Link>
    ),
  },
  { key: 'plan', label: '方案', cell: ({ planName }) => planName },
  { key: 'grade', label: '等級', cell: ({ grade }) => grade || '—' },
  { key: 'standing', label: '目前狀態', cell: ({ standing }) => standingOrSettled[standing] },
  { key: 'on', label: '撥款日', cell: ({ disbursedOn }) => <DateText at={disbursedOn} /> },
  { key: 'amount', label: '撥款本金', numeric: true, cell: (row) => <Money amount={row.amount} /> },
  {
    key: 'principal',
    label: past ? '當時逾期本金' : '在貸本金',
    numeric: true,
    cell: ({ principal }) => <Money amount={principal} />,
  },
];

function Loans({
  url,
  month,
  age,
  filter,
}: {
  url: ListUrl;
  month: string;
  age: number | undefined;
  filter: object;
}) {
  const query = useQuery({
    ...asked('reports', 'vintageLoans', {
      ...filter,
      month,
      ...(age !== undefined && { age }),
      item_per_page: PER_PAGE,
      offset: url.offset,
    }),
    placeholderData: keepPreviousData,
  });
  const title =
    age === undefined
      ? `${monthText(month)}撥款的案件`
      : `${monthText(month)}撥款、第 ${age} 月逾期 30 天以上的案件`;
  return (
    <RowsCard
      title={title}
      total={query.data?.total}
      url={url}
      close={['month', 'age']}
      perPage={PER_PAGE}
    >
      <Loaded query={query} what="案件">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="沒有符合條件的案件">請放寬條件再試一次。</EmptyState>
          ) : (
            <Table
              caption={title}
              hideCaption
              columns={loanColumns(age !== undefined)}
              rows={data}
              rowKey={({ loanId }) => loanId}
            />
          )
        }
      </Loaded>
    </RowsCard>
  );
}

export function VintagesPage() {
  const url = useListUrl();
  const kind = kindIn(url);
  const filter = { ...monthsIn(url), ...kind };
  const [month, age] = [url.text('month', MONTH), url.text('age', AGE)];
  const query = useQuery({
    ...asked('reports', 'vintages', filter),
    placeholderData: keepPreviousData,
  });
  const { from = '', to = '', plans = [] } = query.data ?? {};
  return (
    <Report
      title="逾期（依撥款月）"
      note="每個月撥款的案件，到撥款後第幾個月底，有多少比率的本金逾期超過 30 天。違約、協商、法律程序與已轉銷的案件計入；已恢復正常還款的不計。第 0 月是撥款當月。"
      filename={`逾期-${from}-${to}`}
      file={(format) => api.reports.vintagesFile({ ...filter, format })}
      narrow={
        <SearchForm url={url} fields={[...monthFields({ from, to }), ...kindFields(url, plans)]} />
      }
    >
      <Loaded query={query} what="逾期報表">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="這段期間沒有撥款的案件">請選擇其他月份，或放寬條件。</EmptyState>
          ) : (
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
                  <p className="report-note">圖上是最近 {CURVES} 個撥款月，全部列於下表。</p>
                )}
              </ChartCard>
              <VintagesTable rows={data} url={url} />
            </>
          )
        }
      </Loaded>
      {month && (
        <Loans
          url={url}
          month={month}
          age={age === undefined ? undefined : Number(age)}
          filter={kind}
        />
      )}
    </Report>
  );
}
