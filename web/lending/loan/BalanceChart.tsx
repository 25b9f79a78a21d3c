// How the debt of a loan falls: principal and interest still to be paid, by instalment.
import { useState } from 'react';
import type { Loan } from '#contract/lending/calls.ts';
import { type Money, sum } from '#contract/core/money.ts';
import { Money as Amount } from '../../ui/display/Amount.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { AreaChart } from '../../ui/drawings/AreaChart.tsx';
import { formatDay, formatMoney } from '../../ui/format.ts';

type Debt = Pick<Loan, 'amount' | 'disbursedOn' | 'schedule'>;

/** The debt after an instalment; the first point is the disbursement. */
type Point = { no: number; on: string; principal: Money; interest: Money };

/** Returns outstanding principal and remaining interest in NT$, at the start and after each row. */
export function debtBy({ amount, disbursedOn, schedule }: Debt): Point[] {
  const interestAfter = (i: number) => sum(schedule.slice(i).map(({ interest }) => interest));
  return [
    { no: 0, on: disbursedOn ?? '', principal: amount, interest: interestAfter(0) },
    ...schedule.map(({ no, dueOn, balance }, i) => ({
      no,
      on: dueOn,
      principal: balance,
      interest: interestAfter(i + 1),
    })),
  ];
}

const nameOf = ({ no }: Point) => (no === 0 ? '撥款時' : `還完第 ${no} 期`);
const wordsOf = (point: Point) =>
  `${nameOf(point)}：剩餘本金 ${formatMoney(point.principal)}，` +
  `之後的利息 ${formatMoney(point.interest)}`;

function Key({ area, name, amount }: { area: 1 | 2; name: string; amount: Money }) {
  return (
    <span className="chart-key" data-area={area}>
      <i aria-hidden="true" />
      {name} <Amount amount={amount} />
    </span>
  );
}

/** The table of the same figures is the schedule below it. */
export function BalanceChart({ loan }: { loan: Debt }) {
  const debt = debtBy(loan);
  const paid = loan.schedule.findLastIndex(({ paidOn }) => paidOn !== null) + 1;
  const [chosen, choose] = useState(paid);
  const at = Math.min(chosen, debt.length - 1);
  const point = debt[at]!;
  return (
    <Card as="section" aria-labelledby="balance-title" className="grid gap-3 *:min-w-0">
      <CardHead title={<span id="balance-title">剩餘應還金額</span>} level={3} />
      <AreaChart
        label="剩餘應還金額，以左右鍵逐期讀取"
        points={debt.map(({ no, on, principal, interest }) => ({
          label: String(no),
          year: on.slice(0, 4),
          amounts: [principal, interest],
        }))}
        certain={paid}
        at={at}
        onAt={choose}
        words={wordsOf(point)}
      />
      <p className="flex min-h-13 flex-wrap content-start gap-x-5 gap-y-1 text-sm">
        <b>
          {nameOf(point)}
          {point.on && `（${formatDay(point.on)}）`}
        </b>
        <Key area={1} name="剩餘本金" amount={point.principal} />
        <Key area={2} name="之後的利息" amount={point.interest} />
      </p>
    </Card>
  );
}
