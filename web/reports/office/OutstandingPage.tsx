// Report 在貸餘額: outstanding principal at the end of a day, by plan or grade and by standing.
import { add, ZERO, type Money as Dollars } from '#contract/core/money.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { outstandingLoanList } from '#contract/reports/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { standingText } from '#contract/reports/words.ts';
import { type OutstandingPart, type Standing, standings } from '#contract/reports/credit.ts';
import { api, queryOf } from '../../office/api.ts';
import { FilterLinks } from '../../office/kit/Listing.tsx';
import { untilNow, useListUrl, type ListUrl } from '../../office/kit/listing.ts';
import { Money } from '../../ui/display/Amount.tsx';
import { dayIn } from '../../ui/clock.ts';
import { formatDay, formatNumber } from '../../ui/format.ts';
import { Table, type Column } from '../../ui/display/Table.tsx';
import type { Series } from './chart-parts.tsx';
import { loanCells } from './columns.tsx';
import { kindFields, kindIn } from './narrow.ts';
import { ChartCard, Report, ToRows } from './Report.tsx';
import { Rows } from './Rows.tsx';
import { RowsChart } from './RowsChart.tsx';

const looks: Record<Standing, Pick<Series<never>, 'colour' | 'hatched'>> = {
  current: { colour: 1 },
  grace: { colour: 6 },
  overdue: { colour: 5, hatched: true },
  violation: { colour: 5 },
  negotiating: { colour: 3 },
  legal: { colour: 4 },
  writtenOff: { colour: 2 },
};

const ways = ['plan', 'grade'] as const;
type Way = (typeof ways)[number];

/** One plan or grade, with its outstanding principal for each standing. */
type Line = {
  key: string;
  name: string;
  loans: number;
  total: Dollars;
  by: Partial<Record<Standing, Dollars>>;
};

function linesOf(
  parts: readonly OutstandingPart[],
  way: Way,
  plans: readonly { slug: string; name: string }[],
): Line[] {
  const names = new Map(plans.map(({ slug, name }) => [slug, name]));
  const order = plans.map(({ slug }) => slug);
  const lines = [...Map.groupBy(parts, (part) => part[way])].map(([key, own]) => {
    const line: Line = {
      key,
      name: (way === 'plan' ? names.get(key) : key) ?? key,
      loans: 0,
      total: ZERO,
      by: {},
    };
    for (const { standing, loans, principal } of own) {
      line.loans += loans;
      line.total = add(line.total, principal);
      line.by[standing] = add(line.by[standing] ?? ZERO, principal);
    }
    return line;
  });
  return way === 'plan'
    ? lines.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
    : lines.toSorted((a, b) => a.key.localeCompare(b.key));
}

function PartsTable({
  lines,
  shown,
  way,
  url,
}: {
  lines: readonly Line[];
  shown: readonly Standing[];
  way: Way;
  url: ListUrl;
}) {
  const sum = (of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0);
  const figure = (line: Line | null, standing: Standing | undefined, amount: number) => (
    <ToRows
      url={url}
      of={{ ...(line && { [way]: line.key }), standing, rows: 'loans' }}
      none={amount === 0}
    >
      <Money amount={amount} />
    </ToRows>
  );
  return (
    <Table
      caption="在貸本金"
      hideCaption
      rows={lines}
      rowKey={({ key }) => key}
      columns={[
        {
          key: 'name',
          label: way === 'plan' ? '方案' : '等級',
          head: true,
          cell: ({ name }) => name,
          foot: '合計',
        },
        {
          key: 'loans',
          label: '案件數',
          numeric: true,
          cell: ({ loans }) => formatNumber(loans),
          foot: formatNumber(sum(({ loans }) => loans)),
        },
        ...shown.map((standing): Column<Line> => ({
          key: standing,
          label: standingText[standing],
          numeric: true,
          cell: (line) => figure(line, standing, line.by[standing] ?? 0),
          foot: figure(
            null,
            standing,
            sum(({ by }) => by[standing] ?? 0),
          ),
        })),
        {
          key: 'total',
          label: '合計',
          numeric: true,
          cell: (line) => figure(line, undefined, line.total),
          foot: figure(
            null,
            undefined,
            sum(({ total }) => total),
          ),
        },
      ]}
    />
  );
}

function Chart({
  lines,
  shown,
  way,
}: {
  lines: readonly Line[];
  shown: readonly Standing[];
  way: Way;
}) {
  return (
    <ChartCard title={way === 'plan' ? '各方案的在貸本金' : '各等級的在貸本金'}>
      <RowsChart
        label="在貸本金"
        rows={lines}
        nameOf={({ name }) => name}
        unit="money"
        series={shown.map((one) => ({
          id: one,
          label: standingText[one],
          of: ({ by }: Line) => by[one] ?? 0,
          ...looks[one],
        }))}
      />
    </ChartCard>
  );
}

const loanColumns = columnsOf(outstandingLoanList, {
  ...loanCells,
  standing: {},
  rate: {},
  disbursedOn: {},
  amount: {},
  principal: {},
});

export function OutstandingPage() {
  const url = useListUrl();
  const way = url.one('by', ways) ?? 'plan';
  const asked = url.day('on');
  const on = asked && untilNow(asked);
  const standing = url.one('standing', standings);
  const rows = url.one('rows', ['loans']) !== undefined;
  const filter = { ...kindIn(url), ...(on && { on }) };
  const query = useQuery({
    ...queryOf('reports', 'outstanding', filter),
    placeholderData: keepPreviousData,
  });
  return (
    <Report
      title="在貸餘額"
      note={`${formatDay(on ?? dayIn())} 日終借款人尚未償還的本金，與帳簿的應收借款本金相同；不含利息與費用。已轉銷而未結案者仍列於內。`}
      filename={`在貸餘額-${on ?? dayIn()}`}
      file={(format) => api.reports.outstandingFile({ ...filter, format })}
      query={query}
      none={{ title: '這一天沒有在貸的案件', hint: '請選擇其他日期，或放寬條件。' }}
      fields={[
        { kind: 'day', name: 'on', label: '截至', value: on ?? dayIn() },
        ...kindFields(url, query.data?.plans ?? []),
      ]}
      narrow={
        <FilterLinks
          label="分組"
          name="by"
          chosen={way === 'plan' ? undefined : way}
          url={url}
          links={[
            { text: '依方案', value: undefined },
            { text: '依等級', value: 'grade' },
          ]}
        />
      }
      rows={
        rows && (
          <Rows
            list={outstandingLoanList}
            input={{ ...filter, ...(standing && { standing }) }}
            title={standing ? `在貸案件：${standingText[standing]}` : '在貸案件'}
            what="案件"
            url={url}
            close={['rows', 'standing']}
            columns={loanColumns}
            rowKey={({ loanId }) => loanId}
          />
        )
      }
    >
      {({ data, plans }) => {
        const shown = standings.filter((one) => data.some((part) => part.standing === one));
        const lines = linesOf(data, way, plans);
        return (
          <>
            <Chart lines={lines} shown={shown} way={way} />
            <PartsTable lines={lines} shown={shown} way={way} url={url} />
          </>
        );
      }}
    </Report>
  );
}
