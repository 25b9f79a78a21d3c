// Cash flow card: chart or table of the months, selection of the months, the total line and the
// CSV.
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { MonthFlow } from '#contract/investing/portfolio.ts';
import { Money } from '../ui/display/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead } from '../ui/display/Card.tsx';
import { Checkbox, Chips } from '../ui/fields/Choices.tsx';
import { dayIn } from '../ui/clock.ts';
import { FieldGroup } from '../ui/fields/Field.tsx';
import { Table } from '../ui/display/Table.tsx';
import { Toggletip } from '../ui/overlay/Toggletip.tsx';
import { download } from '../lending/loan/calendar-file.ts';
import {
  cumulated,
  flowColumns,
  flowCsv,
  flowParts,
  type FlowRange,
  flowRanges,
  inRange,
  totalOf,
} from './cash-flow.ts';
import { monthText } from '../ui/format.ts';
import { CashFlowChart } from './CashFlowChart.tsx';

/** On a phone, shows half a year around the current month; a wide page has room for all months. */
const firstRange = (): FlowRange =>
  window.matchMedia('(min-width: 768px)').matches ? 'all' : 'near';

/** Figures of the selected month, always shown in the same place. */
function Reading({ month, sum }: { month: MonthFlow; sum: number | null }) {
  const parts = flowParts.filter(({ of }) => of(month) > 0);
  return (
    <div className="flow-reading grid gap-1 min-h-21 px-4 py-3 rounded-ctl bg-sunken">
      <p className="flex flex-wrap gap-x-4.5 gap-y-0.5 items-baseline">
        <b className="num">{monthText(month.month)}</b>
        <span>
          合計 <Money amount={totalOf(month)} />
        </span>
        {sum !== null && (
          <span>
            累計 <Money amount={sum} />
          </span>
        )}
      </p>
      <p className="flex flex-wrap gap-x-4.5 gap-y-0.5 items-baseline text-sm">
        {parts.length === 0 && '這個月沒有款項'}
        {parts.map(({ id, label, of }) => (
          <span key={id} className="flow-key inline-flex gap-1.5 items-baseline">
            <i className={`w-3 h-3 rounded-[3px] self-center flow-${id}`} aria-hidden="true" />
            {label} <Money amount={of(month)} />
          </span>
        ))}
      </p>
    </div>
  );
}

function Legend() {
  return (
    <p className="flex flex-wrap gap-x-4.5 gap-y-1 text-ink-3 text-xs" aria-hidden="true">
      {flowParts.map(({ id, label }) => (
        <span key={id} className="flow-key inline-flex gap-1.5 items-baseline">
          <i className={`w-3 h-3 rounded-[3px] self-center flow-${id}`} />
          {label}
        </span>
      ))}
    </p>
  );
}

function FlowTable({ months }: { months: readonly MonthFlow[] }) {
  const sum = (of: (month: MonthFlow) => number) => (
    <Money amount={months.reduce((total, month) => total + of(month), 0)} />
  );
  return (
    <Table
      caption="每月現金流"
      hideCaption
      cards={false}
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        {
          key: 'month',
          label: '月份',
          head: true,
          cell: ({ month }) => monthText(month),
          foot: '合計',
        },
        ...flowColumns.map(({ id, label, of }) => ({
          key: id,
          label,
          numeric: true,
          cell: (month: MonthFlow) =>
            of(month) > 0 ? <Money amount={of(month)} /> : <span className="none">—</span>,
          foot: sum(of),
        })),
        {
          key: 'total',
          label: '合計',
          numeric: true,
          cell: (month) => <Money amount={totalOf(month)} />,
          foot: sum(totalOf),
        },
      ]}
    />
  );
}

function Chart({ months, line }: { months: readonly MonthFlow[]; line: boolean }) {
  const now = months.findIndex(({ month }) => month === dayIn().slice(0, 7));
  const [at, setAt] = useState(Math.max(0, now));
  const chosen = months[at] ?? months[0];
  return (
    <>
      <CashFlowChart months={months} line={line} at={at} onAt={setAt} />
      {chosen && <Reading month={chosen} sum={line ? (cumulated(months)[at] ?? null) : null} />}
      <Legend />
    </>
  );
}

export function CashFlow({
  months,
  uncertain,
}: {
  months: readonly MonthFlow[];
  uncertain: number;
}) {
  const [range, setRange] = useState<FlowRange>(firstRange);
  const [asTable, setAsTable] = useState(false);
  const [line, setLine] = useState(false);
  const shown = inRange(months, range);
  return (
    <Card as="section" aria-label="現金流" className="flow-card grid gap-3 *:min-w-0">
      <CardHead title="現金流">
        <Toggletip about="現金流" align="end">
          過去是實際分配給您的本金、利息、遲延利息、違約金與提前清償分配（未扣手續費）；未來是還款中案件的預定還款，依您目前的比例計算。
        </Toggletip>
      </CardHead>
      <div className="no-print flex flex-wrap gap-3 items-center justify-between">
        <FieldGroup label={<span className="visually-hidden">期間</span>}>
          <Chips
            name="flow-range"
            value={range}
            onValueChange={(id) => setRange(id as FlowRange)}
            choices={flowRanges}
          />
        </FieldGroup>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? '以圖表顯示' : '以表格顯示'}
          </Button>
          <Button
            size="sm"
            icon={<Download size={16} aria-hidden="true" />}
            onClick={() => download('現金流.csv', flowCsv(shown), 'text/csv')}
          >
            下載 CSV
          </Button>
        </div>
      </div>
      {asTable ? <FlowTable months={shown} /> : <Chart key={range} months={shown} line={line} />}
      {!asTable && (
        <div className="no-print">
          <Checkbox checked={line} onChange={(event) => setLine(event.target.checked)}>
            顯示累計金額的線
          </Checkbox>
        </div>
      )}
      {uncertain > 0 && (
        <p className="text-sm text-ink-3">
          {uncertain} 筆寬限、逾期、違約、協商或法律程序中的出資，何時還款無法確定，未列入預定金額。
        </p>
      )}
    </Card>
  );
}
