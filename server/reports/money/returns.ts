// Investors' returns: the XIRR of each ended loan, by month of disbursement and as a distribution.
import type { reportsLists } from '#contract/reports/lists.ts';
import {
  bpsOfPercent,
  percentOfBps,
  roundedTo,
  negate,
  subtract,
  sum,
} from '#contract/core/money.ts';
import { xirr } from '#contract/law/rates.ts';
import { returnEdges, type reportsReturnsOffice } from '#contract/reports/returns.ts';
import type { Actions } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Due } from '../../jobs/job.ts';
import { finds } from '../../database/finds.ts';
import { inWork } from '../../work.ts';
import { few } from '../credit/credit.ts';
import { plansToChoose } from '../credit/credit-queries.ts';
import {
  type EndedLoan,
  keepReturns,
  type LoanReturn,
  loansWithoutFinalReturn,
  returnBands,
  returnLoans,
  returnMonths,
} from './return-queries.ts';
import { monthDays, periodOf, spanOf } from '../rules.ts';
import { computedList } from '../../tables/table.ts';

const AT_ONCE = 500;
const LOST_BPS = -10_000;
/** Highest return recorded, in basis points; any higher figure is meaningless. */
const MOST_BPS = 1_000_000;
const edges = returnEdges.map(bpsOfPercent);

/**
 * Returns the yearly return of an ended loan, which is the same for all its investors; unpaid
 * principal counts as zero. A loan that came back in full on the day of its disbursement has no
 * yearly rate and counts as a return of 0.
 */
export function returnOf({ id, principal, flows, ...loan }: EndedLoan): LoanReturn {
  const came = sum(flows.map(({ amount }) => amount));
  const rate = xirr([{ on: loan.lentOn, amount: negate(principal) }, ...flows]);
  const isLost = came === 0 || (rate === null && came < principal);
  const bps = isLost ? LOST_BPS : roundedTo((rate ?? 0) * 10_000, 0);
  return {
    loanId: id,
    endedOn: loan.endedOn,
    principal,
    gain: subtract(came, principal),
    xirrBps: Math.max(LOST_BPS, Math.min(MOST_BPS, bps)),
    settled: loan.settled,
  };
}

export const returnsDue: Due = () => [finds((tx) => loansWithoutFinalReturn(tx, 0, 1))];

/**
 * Calculates the yearly return of every ended loan whose return is not final yet, some hundred
 * loans at a time.
 */
export async function calculateReturns(services: Services): Promise<void> {
  let above: number | undefined = 0;
  while (above !== undefined) {
    const from: number = above;
    above = await inWork(services, async ({ tx }) => {
      const loans = await loansWithoutFinalReturn(tx, from, AT_ONCE);
      await keepReturns(tx, loans.map(returnOf));
      return loans.at(-1)?.id;
    });
  }
}

const percent = (bps: number | null) => (bps === null ? null : percentOfBps(bps));

export const returnActions: Actions<{
  reports: typeof reportsReturnsOffice & Pick<typeof reportsLists, 'returnLoans'>;
}>['reports'] = {
  async returns({ tx, today }, { from, to, ...narrowed }) {
    const period = periodOf({ from, to }, today);
    const of = { ...period, ...narrowed };
    const months = await returnMonths(tx, of);
    const spread = new Map((await returnBands(tx, of, edges)).map((row) => [row.band, row]));
    return {
      data: months.map(({ low, median, high, mean, ...row }) => ({
        ...row,
        low: percent(low),
        median: percent(median),
        high: percent(high),
        mean: percent(mean),
      })),
      bands: [null, ...returnEdges].map((edge, i) => ({
        from: edge,
        to: returnEdges[i] ?? null,
        loans: spread.get(i)?.loans ?? 0,
        principal: spread.get(i)?.principal ?? 0,
      })),
      ...spanOf(period),
      plans: await plansToChoose(tx),
    };
  },

  async returnsFile({ tx, today }, { from, to, format: _format, ...narrowed }) {
    const period = periodOf({ from, to }, today);
    const months = await returnMonths(tx, { ...period, ...narrowed });
    return {
      name: `出資報酬-${spanOf(period).from}-${spanOf(period).to}`,
      columns: [
        '撥款月',
        '案件數',
        '撥款本金',
        '已實現收益',
        '損失',
        '已結束案件',
        '最低 XIRR %',
        '中位數 XIRR %',
        '最高 XIRR %',
        '加權平均 XIRR %',
      ],
      rows: few(
        months.map((row) => [
          row.month,
          row.loans,
          row.principal,
          row.gain,
          row.loss,
          row.ended,
          percent(row.low),
          percent(row.median),
          percent(row.high),
          percent(row.mean),
        ]),
      ),
    };
  },

  returnLoans: computedList(
    async ({ tx, today }, { from, to, month, band, item_per_page: limit, offset, ...of }) => {
      const days = month === undefined ? periodOf({ from, to }, today) : monthDays(month);
      const rows = await returnLoans(tx, { ...days, ...of }, { band, edges }, { limit, offset });
      return {
        data: rows.map(({ id, grade, xirrBps, rateBps, total: _total, ...row }) => ({
          ...row,
          loanId: id,
          grade: grade ?? '',
          xirr: percentOfBps(xirrBps),
          rate: percentOfBps(rateBps),
        })),
        total: rows[0]?.total ?? 0,
      };
    },
  ),
};
