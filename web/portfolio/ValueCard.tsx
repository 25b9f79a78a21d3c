// Outstanding principal of the portfolio at the end of each month: a year back, and a year ahead.
import { use, useState } from 'react';
import type { MonthFlow } from '#contract/investing/portfolio.ts';
import { AmountsHidden } from '../ui/amounts-hidden.ts';
import { Button } from '../ui/Button.tsx';
import { dayIn } from '../ui/clock.ts';
import { Money } from '../ui/display/Amount.tsx';
import { Card, CardHead } from '../ui/display/Card.tsx';
import { Table } from '../ui/display/Table.tsx';
import { AreaChart } from '../ui/drawings/AreaChart.tsx';
import { formatMoney, monthText } from '../ui/format.ts';
import { Toggletip } from '../ui/overlay/Toggletip.tsx';

const endOf = (i: number, now: number) => (i < now ? '月底' : i === now ? '現在' : '月底預計');

export function ValueCard({ months }: { months: readonly MonthFlow[] }) {
  const hidden = use(AmountsHidden);
  const now = Math.max(
    0,
    months.findIndex(({ month }) => month === dayIn().slice(0, 7)),
  );
  const [at, setAt] = useState(now);
  const [asTable, setAsTable] = useState(false);
  const chosen = months[at];
  if (!chosen) return null;
  const name = `${monthText(chosen.month)}${endOf(at, now)}`;
  return (
    <Card as="section" aria-labelledby="value-title" className="grid gap-3 *:min-w-0">
      <CardHead
        title={
          <span id="value-title" className="inline-flex items-center gap-1">
            在貸本金走勢
            <Toggletip about="在貸本金走勢" align="start">
              每月底還沒收回的本金。虛線是預計：還款中的案件都按期還款、也沒有新的出資。
            </Toggletip>
          </span>
        }
      >
        <Button size="sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? '以圖表顯示' : '以表格顯示'}
        </Button>
      </CardHead>
      {asTable ? (
        <Table
          caption="每月底在貸本金"
          hideCaption
          cards={false}
          rows={months.map((month, i) => ({ ...month, end: endOf(i, now) }))}
          rowKey={({ month }) => month}
          columns={[
            { key: 'month', label: '月份', head: true, cell: ({ month }) => monthText(month) },
            { key: 'end', label: '時點', cell: ({ end }) => end },
            {
              key: 'outstanding',
              label: '在貸本金',
              numeric: true,
              cell: ({ outstanding }) => <Money amount={outstanding} />,
            },
          ]}
        />
      ) : (
        <>
          <AreaChart
            label="在貸本金走勢，以左右鍵逐月讀取"
            points={months.map(({ month, outstanding }) => ({
              label: String(Number(month.slice(5))),
              year: month.slice(0, 4),
              amounts: [outstanding],
            }))}
            certain={now}
            hidden={hidden}
            at={at}
            onAt={setAt}
            words={hidden ? `${name}：金額已隱藏` : `${name} ${formatMoney(chosen.outstanding)}`}
          />
          <p className="text-sm">
            <b className="me-4">{name}</b>
            <Money amount={chosen.outstanding} />
          </p>
        </>
      )}
    </Card>
  );
}
