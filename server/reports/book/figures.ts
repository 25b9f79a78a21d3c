// The statistics of a night, calculated from the sums over its published rows. What each figure
// means is in `contract/reports/book/definitions.ts`.
import { addDays, addMonths, type Day, day } from '#contract/core/day.ts';
import {
  add,
  divideRounded,
  type Money,
  type Rounding,
  subtract,
  sum,
  ZERO,
} from '#contract/core/money.ts';
import { grades } from '#contract/investing/grades.ts';
import {
  bookStates,
  CHART_MONTHS,
  type FundingBand,
  fundingBands,
  fundingHours,
  lateBands,
  RETURN_MONTHS,
} from '#contract/reports/book/fields.ts';
import type { Statistics } from '#contract/reports/book/statistics.ts';
import { monthsBetween } from '../rules.ts';
import type { Tallies } from './tallies.ts';

const WHOLE_BPS = 10_000;
const MONTHS_A_YEAR = 12;

/** Returns part × times ∕ whole in basis points; null if the whole is zero. */
function bpsOf(part: Money, whole: Money, rounding: Rounding, times = 1): number | null {
  if (whole === 0) return null;
  const exact = BigInt(part) * BigInt(WHOLE_BPS) * BigInt(times);
  return Number(divideRounded(exact, BigInt(whole), rounding));
}

function defaultedOf({ lent, everDefaulted }: Tallies, key: string) {
  const { loans, sums } = lent.of(key);
  return {
    loans,
    principal: sums.principal,
    defaultedLoans: everDefaulted.of(key).loans,
    defaultedPrincipal: sums.defaulted,
    recovered: sums.recovered,
    defaultBps: bpsOf(sums.defaulted, sums.principal, 'ceil'),
  };
}

function vintagesOf(tallies: Tallies): Pick<Statistics, 'vintages' | 'grades' | 'cells'> {
  const lent = tallies.lent.keys();
  const quarters = lent.filter((key) => /^\d{4}-Q\d$/.test(key));
  return {
    vintages: quarters.map((quarter) => ({ quarter, ...defaultedOf(tallies, quarter) })),
    grades: grades
      .filter((grade) => lent.includes(grade))
      .map((grade) => ({ grade, ...defaultedOf(tallies, grade) })),
    cells: quarters.flatMap((quarter) =>
      grades
        .filter((grade) => lent.includes(`${quarter} ${grade}`))
        .map((grade) => ({ quarter, grade, ...defaultedOf(tallies, `${quarter} ${grade}`) })),
    ),
  };
}

function recoveredOf({ defaults }: Tallies, key: string) {
  const { loans, sums } = defaults.of(key);
  return { loans, ...sums, recoveredBps: bpsOf(sums.recovered, sums.defaulted, 'floor') };
}

const recoveryOf = (tallies: Tallies): Statistics['recovery'] => ({
  ...recoveredOf(tallies, ''),
  quarters: tallies.defaults
    .keys()
    .filter((key) => key !== '')
    .map((quarter) => ({ quarter, ...recoveredOf(tallies, quarter) })),
});

/** Every month from the first loan to the month of `asOf`, with its opening and closing balance. */
function balancesOf({ months }: Tallies, asOf: Day) {
  const [first = asOf] = months.keys();
  let opening = ZERO;
  return monthsBetween(first.slice(0, 7), asOf.slice(0, 7)).map((month) => {
    const { loans, sums } = months.of(month);
    const closing = subtract(subtract(add(opening, sums.lent), sums.repaid), sums.writtenOff);
    const row = { month, loans, ...sums, opening, closing };
    opening = closing;
    return row;
  });
}

function returnsOf(tallies: Tallies, asOf: Day): Statistics['returns'] {
  const isWhole = addDays(asOf, 1).endsWith('-01');
  const thisMonth = asOf.slice(0, 7);
  const months = balancesOf(tallies, asOf)
    .filter(({ month }) => month < thisMonth || isWhole)
    .slice(-RETURN_MONTHS)
    .map(({ month, opening, income, fees, writtenOff, recoveries }) => ({
      ...{ month, opening, income, fees, losses: writtenOff, recoveries },
    }));
  const totalOf = (name: 'opening' | 'income' | 'fees' | 'losses' | 'recoveries') =>
    sum(months.map((row) => row[name]));
  const total = {
    opening: totalOf('opening'),
    income: totalOf('income'),
    fees: totalOf('fees'),
    losses: totalOf('losses'),
    recoveries: totalOf('recoveries'),
  };
  const net = subtract(subtract(add(total.income, total.recoveries), total.fees), total.losses);
  const expectedLoss = tallies.total.of('').sums.expected;
  return {
    months,
    total,
    net,
    expectedLoss,
    netBps: bpsOf(net, total.opening, 'floor', MONTHS_A_YEAR),
    expectedBps: bpsOf(subtract(net, expectedLoss), total.opening, 'floor', MONTHS_A_YEAR),
  };
}

function lateOf({ late, open }: Tallies): Statistics['late'] {
  const bands = lateBands.map((band) => {
    const { loans, sums } = late.of(band);
    return { band, loans, principal: sums.outstanding };
  });
  const over30 = bands.filter(({ band }) => ['31-90', '91-180', '181+'].includes(band));
  const part = sum(over30.map(({ principal }) => principal));
  return { bands, over30Bps: bpsOf(part, open.of('').sums.outstanding, 'ceil') };
}

function fundingBandOf(hours: number): FundingBand {
  if (hours <= fundingHours.day) return 'day';
  if (hours <= fundingHours.threeDays) return 'threeDays';
  return hours <= fundingHours.week ? 'week' : 'longer';
}

function fundingOf({ hours }: Tallies): Statistics['funding'] {
  const counted = [...hours].toSorted(([a], [b]) => a - b);
  const loans = counted.reduce((all, [, count]) => all + count, 0);
  let before = 0;
  const median = counted.find(([, count]) => (before += count) * 2 >= loans);
  const countOf = (band: FundingBand) =>
    counted
      .filter(([length]) => fundingBandOf(length) === band)
      .reduce((all, [, count]) => all + count, 0);
  return {
    loans,
    medianHours: median?.[0] ?? null,
    bands: fundingBands.map((band) => ({ band, loans: countOf(band) })),
  };
}

function chartOf(tallies: Tallies, asOf: Day): Statistics['months'] {
  const from = addMonths(day(`${asOf.slice(0, 7)}-01`), 1 - CHART_MONTHS).slice(0, 7);
  return balancesOf(tallies, asOf)
    .filter(({ month }) => month >= from)
    .map(({ month, loans, lent, repaid, closing }) => ({
      ...{ month, loans, lent, repaid, outstanding: closing },
    }));
}

/** Returns the statistics of all rows that were collected, as of the end of a day. */
export function statisticsOf(tallies: Tallies, asOf: Day): Statistics {
  const { loans, sums } = tallies.total.of('');
  const open = tallies.open.of('');
  return {
    asOf,
    lent: { loans, principal: sums.principal },
    outstanding: { loans: open.loans, principal: open.sums.outstanding },
    repaid: {
      principal: sums.repaid,
      interest: sums.interest,
      lateCharges: sums.lateCharges,
    },
    states: bookStates.map((state) => {
      const of = tallies.states.of(state);
      return { state, loans: of.loans, ...of.sums };
    }),
    ...vintagesOf(tallies),
    recovery: recoveryOf(tallies),
    returns: returnsOf(tallies, asOf),
    late: lateOf(tallies),
    funding: fundingOf(tallies),
    months: chartOf(tallies, asOf),
  };
}
