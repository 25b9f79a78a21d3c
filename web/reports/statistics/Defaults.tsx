// Defaults by quarter of disbursement and by grade, and what was recovered after them.
import { percentOfBps } from '#contract/core/money.ts';
import type { Statistics } from '#contract/reports/book/statistics.ts';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import { Accordion, Card } from '../../ui/display/Card.tsx';
import { ShareBar } from '../../ui/display/ShareBars.tsx';
import { type Column, Table } from '../../ui/display/Table.tsx';
import { formatNumber } from '../../ui/format.ts';
import { SectionHead } from './Dictionary.tsx';

type Defaulted = Statistics['vintages'][number] | Statistics['grades'][number];
type Cell = Statistics['cells'][number];

/** Writes a quarter as 2026 Q4. */
const quarterText = (quarter: string) => quarter.replace('-', ' ');
const rate = (bps: number | null) => (bps === null ? '—' : <Percent value={percentOfBps(bps)} />);

/** `most` is the highest rate of the table, which fills the whole bar. */
function columnsOf<Row extends Defaulted>(head: Column<Row>, most: number): readonly Column<Row>[] {
  return [
    head,
    { key: 'loans', label: '放款件數', numeric: true, cell: (row) => formatNumber(row.loans) },
    {
      key: 'principal',
      label: '放款本金',
      numeric: true,
      cell: (row) => <Money amount={row.principal} />,
    },
    {
      key: 'defaulted',
      label: '曾違約',
      numeric: true,
      cell: (row) => `${formatNumber(row.defaultedLoans)} 件`,
    },
    {
      key: 'amount',
      label: '違約本金',
      numeric: true,
      cell: (row) => <Money amount={row.defaultedPrincipal} />,
    },
    {
      key: 'rate',
      label: '違約率',
      numeric: true,
      cell: (row) => (
        <span className="grid min-w-24 justify-items-end gap-1">
          {rate(row.defaultBps)}
          <span className="block w-24">
            <ShareBar share={most === 0 ? 0 : (row.defaultBps ?? 0) / most} look="fill-danger" />
          </span>
        </span>
      ),
    },
  ];
}

const highest = (rows: readonly { defaultBps: number | null }[]) =>
  Math.max(0, ...rows.map(({ defaultBps }) => defaultBps ?? 0));

/** Rates by quarter and grade: one row for each quarter, one column for each grade. */
function Matrix({ cells, grades }: { cells: readonly Cell[]; grades: readonly string[] }) {
  const rows = [...Map.groupBy(cells, ({ quarter }) => quarter)].toReversed();
  return (
    <Table
      caption="各撥款季、各等級的違約率"
      hideCaption
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
  return (
    <Card as="section" aria-labelledby="defaults" className="grid gap-6 *:min-w-0">
      <SectionHead id="defaults" title="違約率" definition="default" />
      <Table
        caption="依撥款季"
        rows={of.vintages.toReversed()}
        rowKey={({ quarter }) => quarter}
        columns={columnsOf<Statistics['vintages'][number]>(
          {
            key: 'quarter',
            label: '撥款季',
            head: true,
            whole: true,
            cell: (row) => quarterText(row.quarter),
          },
          highest(of.vintages),
        )}
      />
      <Table
        caption="依信用等級"
        rows={of.grades}
        rowKey={({ grade }) => grade}
        columns={columnsOf<Statistics['grades'][number]>(
          { key: 'grade', label: '等級', head: true, cell: (row) => row.grade },
          highest(of.grades),
        )}
      />
      <Accordion title="撥款季與等級交叉的違約率">
        <Matrix cells={of.cells} grades={of.grades.map(({ grade }) => grade)} />
      </Accordion>
    </Card>
  );
}

export function Recovery({ of: { recovery } }: { of: Statistics }) {
  if (recovery.loans === 0) return null;
  return (
    <Card as="section" aria-labelledby="recovery" className="grid gap-3 *:min-w-0">
      <SectionHead id="recovery" title="違約後收回" definition="recovery" />
      <Table
        caption="依違約季的收回"
        hideCaption
        rows={recovery.quarters.toReversed()}
        rowKey={({ quarter }) => quarter}
        columns={[
          {
            key: 'quarter',
            label: '違約季',
            head: true,
            whole: true,
            cell: (row) => quarterText(row.quarter),
            foot: '合計',
          },
          {
            key: 'loans',
            label: '件數',
            numeric: true,
            cell: (row) => formatNumber(row.loans),
            foot: formatNumber(recovery.loans),
          },
          {
            key: 'defaulted',
            label: '違約本金',
            numeric: true,
            cell: (row) => <Money amount={row.defaulted} />,
            foot: <Money amount={recovery.defaulted} />,
          },
          {
            key: 'recovered',
            label: '已收回',
            numeric: true,
            cell: (row) => <Money amount={row.recovered} />,
            foot: <Money amount={recovery.recovered} />,
          },
          {
            key: 'rate',
            label: '收回率',
            numeric: true,
            cell: (row) => (
              <span className="grid min-w-24 justify-items-end gap-1">
                {rate(row.recoveredBps)}
                <span className="block w-24">
                  <ShareBar share={(row.recoveredBps ?? 0) / 10_000} look="fill-ok" />
                </span>
              </span>
            ),
            foot: rate(recovery.recoveredBps),
          },
        ]}
      />
    </Card>
  );
}
