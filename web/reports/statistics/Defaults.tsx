// Defaults by quarter of disbursement and by grade, and what was recovered after them.
import { percentOfBps } from '#contract/core/money.ts';
import type { Statistics } from '#contract/reports/book/statistics.ts';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import { Accordion, Card } from '../../ui/display/Card.tsx';
import { type Share, ShareBars } from '../../ui/display/ShareBars.tsx';
import { type Column, Table, moneyColumn } from '../../ui/display/Table.tsx';
import { formatNumber } from '../../ui/format.ts';
import { SectionHead } from './Dictionary.tsx';

type Defaulted = Statistics['vintages'][number] | Statistics['grades'][number];
type Cell = Statistics['cells'][number];

const WHOLE_BPS = 10_000;
/** Writes a quarter as 2026 Q4. */
const quarterText = (quarter: string) => quarter.replace('-', ' ');
const rate = (bps: number | null) => (bps === null ? '—' : <Percent value={percentOfBps(bps)} />);

function columnsOf<Row extends Defaulted>(head: Column<Row>): readonly Column<Row>[] {
  return [
    head,
    { key: 'loans', label: '撥款件數', numeric: true, cell: (row) => formatNumber(row.loans) },
    moneyColumn('principal', '撥款本金'),
    {
      key: 'defaulted',
      label: '曾違約',
      numeric: true,
      cell: (row) => `${formatNumber(row.defaultedLoans)} 件`,
    },
    moneyColumn('defaultedPrincipal', '違約本金'),
    { key: 'rate', label: '違約率', numeric: true, cell: (row) => rate(row.defaultBps) },
  ];
}

const highest = (rows: readonly Defaulted[]) =>
  Math.max(1, ...rows.map(({ defaultBps }) => defaultBps ?? 0));

/** Default rates as bars; the highest rate of the page fills its bar. */
function barsOf<Row extends Defaulted>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  most: number,
): Share[] {
  return rows.map((row) => ({
    name: nameOf(row),
    share: (row.defaultBps ?? 0) / most,
    look: 'fill-danger',
    value: (
      <>
        {rate(row.defaultBps)}
        <span className="text-sm text-ink-3">
          （{formatNumber(row.loans)} 件中 {formatNumber(row.defaultedLoans)} 件）
        </span>
      </>
    ),
  }));
}

/** Rates by quarter and grade: one row for each quarter, one column for each grade. */
function Matrix({ cells, grades }: { cells: readonly Cell[]; grades: readonly string[] }) {
  const rows = [...Map.groupBy(cells, ({ quarter }) => quarter)].toReversed();
  return (
    <Table
      caption="撥款季與等級交叉的違約率"
      cards={false}
      rows={rows}
      rowKey={([quarter]) => quarter}
      columns={[
        {
          key: 'quarter',
          label: '撥款季',
          head: true,
          whole: true,
          cell: ([quarter]) => quarterText(quarter),
        },
        ...grades.map((grade) => ({
          key: grade,
          label: grade,
          numeric: true,
          cell: ([, own]: (typeof rows)[number]) => {
            const cell = own.find((one) => one.grade === grade);
            return cell ? rate(cell.defaultBps) : '';
          },
        })),
      ]}
    />
  );
}

export function Defaults({ of }: { of: Statistics }) {
  const vintages = of.vintages.toReversed();
  const most = Math.max(highest(of.vintages), highest(of.grades));
  return (
    <Card as="section" aria-labelledby="defaults" className="grid gap-6 *:min-w-0">
      <SectionHead id="defaults" title="違約率" definition="default" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
        <ShareBars
          caption="依撥款季"
          rows={barsOf(vintages, ({ quarter }) => quarterText(quarter), most)}
        />
        <ShareBars caption="依信用等級" rows={barsOf(of.grades, ({ grade }) => grade, most)} />
      </div>
      <Accordion title="以表格查看">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Table
            caption="各撥款季的違約"
            cards={false}
            rows={vintages}
            rowKey={({ quarter }) => quarter}
            columns={columnsOf<Statistics['vintages'][number]>({
              key: 'quarter',
              label: '撥款季',
              head: true,
              whole: true,
              cell: (row) => quarterText(row.quarter),
            })}
          />
          <Table
            caption="各信用等級的違約"
            cards={false}
            rows={of.grades}
            rowKey={({ grade }) => grade}
            columns={columnsOf<Statistics['grades'][number]>({
              key: 'grade',
              label: '等級',
              head: true,
              cell: (row) => row.grade,
            })}
          />
          <Matrix cells={of.cells} grades={of.grades.map(({ grade }) => grade)} />
        </div>
      </Accordion>
    </Card>
  );
}

export function Recovery({ of: { recovery } }: { of: Statistics }) {
  if (recovery.loans === 0) return null;
  return (
    <Card as="section" aria-labelledby="recovery" className="grid gap-3 *:min-w-0">
      <SectionHead id="recovery" title="違約後收回" definition="recovery" />
      <ShareBars
        caption={
          <>
            {formatNumber(recovery.loans)} 件違約本金 <Money amount={recovery.defaulted} />
            ，已收回 <Money amount={recovery.recovered} />
            ；依違約季，長度為收回率
          </>
        }
        rows={recovery.quarters.toReversed().map((row) => ({
          name: `${quarterText(row.quarter)}（${formatNumber(row.loans)} 件）`,
          share: (row.recoveredBps ?? 0) / WHOLE_BPS,
          look: 'fill-ok',
          value: (
            <>
              {rate(row.recoveredBps)}
              <span className="text-sm text-ink-3">
                {' '}
                <Money amount={row.recovered} />／
                <Money amount={row.defaulted} />
              </span>
            </>
          ),
        }))}
      />
    </Card>
  );
}
