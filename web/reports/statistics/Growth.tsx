// Outstanding principal at the end of each month as a chart, with a table of what was lent and
// repaid.
import { useState } from 'react';
import type { Statistics } from '#contract/reports/book/statistics.ts';
import { Money } from '../../ui/display/Amount.tsx';
import { Accordion, Card } from '../../ui/display/Card.tsx';
import { Table, moneyColumn } from '../../ui/display/Table.tsx';
import { AreaChart } from '../../ui/drawings/AreaChart.tsx';
import { formatMoney, formatNumber } from '../../ui/format.ts';
import { SectionHead } from './Dictionary.tsx';

type Month = Statistics['months'][number];

/** Writes a month as 2026/11. */
export const monthText = (month: string) => month.replace('-', '/');

function MonthsTable({ months }: { months: readonly Month[] }) {
  return (
    <Table
      caption="各月撥款、還本與月底餘額"
      hideCaption
      cards={false}
      rows={months.toReversed()}
      rowKey={({ month }) => month}
      columns={[
        {
          key: 'month',
          label: '月份',
          head: true,
          whole: true,
          cell: (row) => monthText(row.month),
        },
        { key: 'loans', label: '撥款件數', numeric: true, cell: (row) => formatNumber(row.loans) },
        moneyColumn('lent', '撥款'),
        moneyColumn('repaid', '還本'),
        moneyColumn('outstanding', '月底餘額'),
      ]}
    />
  );
}

export function Growth({ of: { months, asOf } }: { of: Statistics }) {
  const [chosen, choose] = useState(months.length - 1);
  const at = Math.min(chosen, months.length - 1);
  const row = months[at];
  if (!row) return null;
  const isNow = row.month === asOf.slice(0, 7);
  const name = `${monthText(row.month)}${isNow ? '（至統計日）' : ''}`;
  return (
    <Card as="section" aria-labelledby="months" className="grid gap-3 *:min-w-0">
      <SectionHead id="months" title="各月月底餘額" definition="months" />
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm" aria-hidden="true">
        <b className="num text-ink">{name}</b>
        <span>
          餘額 <Money amount={row.outstanding} />
        </span>
        <span>
          撥款 <Money amount={row.lent} />
        </span>
        <span>
          還本 <Money amount={row.repaid} />
        </span>
      </p>
      <AreaChart
        label="各月月底餘額，以左右鍵逐月讀取"
        points={months.map(({ month, outstanding }) => ({
          label: `${Number(month.slice(5))}月`,
          year: month.slice(0, 4),
          amounts: [outstanding],
        }))}
        at={at}
        onAt={choose}
        words={`${name}：餘額 ${formatMoney(row.outstanding)}，撥款 ${formatMoney(row.lent)}`}
      />
      <Accordion title="以表格查看">
        <MonthsTable months={months} />
      </Accordion>
    </Card>
  );
}
