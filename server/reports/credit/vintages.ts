// Reports of overdue loans by month of disbursement, and of recoveries after default.
import type { reportsLists } from '#contract/reports/lists.ts';
import { addMonths, addDays, type Day, day } from '#contract/core/day.ts';
import { percentOfBps, type Money, shareOf, ZERO } from '#contract/core/money.ts';
import type { reportsCreditOffice, Vintage } from '#contract/reports/credit.ts';
import type { Actions } from '../../call.ts';
import type { Tx } from '../../database/db.ts';
import { few } from './credit.ts';
import { plansToChoose } from './credit-queries.ts';
import { monthDays, monthsBetween, periodOf, spanOf } from '../rules.ts';
import {
  defaultCohorts,
  defaultLoans,
  type Narrowed,
  vintageLoans,
  vintages,
} from './vintage-queries.ts';
import { computedList } from '../../tables/table.ts';

type Office = typeof reportsCreditOffice &
  Pick<typeof reportsLists, 'vintageLoans' | 'defaultLoans'>;
type Own = Pick<
  Actions<{ reports: Office }>['reports'],
  'vintages' | 'vintagesFile' | 'vintageLoans' | 'defaults' | 'defaultsFile' | 'defaultLoans'
>;

const WHOLE_BPS = 10_000;

/** Returns a part of a whole in percent with two decimals; null if the whole is zero. */
export function percentIn(part: number, whole: number): number | null {
  if (whole <= 0) return null;
  return percentOfBps(shareOf(part as Money, WHOLE_BPS, whole as Money, 'halfUp'));
}

async function vintageRows(
  tx: Tx,
  of: { from: Day; to: Day; today: Day } & Narrowed,
): Promise<Vintage[]> {
  const rows = await vintages(tx, of);
  return rows.map(({ month, loans, principal, late }) => ({
    month,
    loans,
    principal,
    late: monthsBetween(month, of.today.slice(0, 7)).map((_, age) => late[age] ?? ZERO),
  }));
}

/** Returns the days of a quarter written as 2026-Q4. */
function quarterDays(quarter: string): { from: Day; to: Day } {
  const first = (Number(quarter.slice(6)) - 1) * 3 + 1;
  const from = day(`${quarter.slice(0, 4)}-${String(first).padStart(2, '0')}-01`);
  return { from, to: addDays(addMonths(from, 3), -1) };
}

/** Returns the quarter of a day or a month. */
const quarterOf = (on: string) => `${on.slice(0, 4)}-Q${Math.ceil(Number(on.slice(5, 7)) / 3)}`;

/** Extends a period to whole quarters, because defaults are reported by quarter. */
function quartersOf({ from, to }: { from: Day; to: Day }): { from: Day; to: Day } {
  return { from: quarterDays(quarterOf(from)).from, to: quarterDays(quarterOf(to)).to };
}

const nothingDefaulted = { loans: 0, defaulted: 0, recovered: 0, writtenOff: 0, outstanding: 0 };

/**
 * Returns every quarter of the period, including quarters without a default; empty if no quarter
 * has one.
 */
async function cohortRows(tx: Tx, { from, to }: { from: Day; to: Day }, narrowed: Narrowed) {
  const rows = await defaultCohorts(tx, { ...quartersOf({ from, to }), ...narrowed });
  const [first] = rows;
  if (!first) return [];
  const known = new Map(rows.map((row) => [row.quarter, row]));
  const quarters = new Set(
    monthsBetween(quarterDays(first.quarter).from.slice(0, 7), to.slice(0, 7)).map((month) =>
      quarterOf(month),
    ),
  );
  return [...quarters].map((quarter) => known.get(quarter) ?? { quarter, ...nothingDefaulted });
}

export const vintageActions: Own = {
  async vintages({ tx, today }, { from, to, ...narrowed }) {
    const period = periodOf({ from, to }, today);
    return {
      data: await vintageRows(tx, { ...period, today, ...narrowed }),
      ...spanOf(period),
      plans: await plansToChoose(tx),
    };
  },

  async vintagesFile({ tx, today }, { from, to, format: _format, ...narrowed }) {
    const period = periodOf({ from, to }, today);
    const rows = await vintageRows(tx, { ...period, today, ...narrowed });
    const ages = Math.max(0, ...rows.map(({ late }) => late.length));
    return {
      name: `逾期-${spanOf(period).from}-${spanOf(period).to}`,
      columns: [
        '撥款月',
        '案件數',
        '撥款本金',
        ...Array.from({ length: ages }, (_, i) => `第 ${i} 月`),
      ],
      rows: few(
        rows.map(({ month, loans, principal, late }) => [
          month,
          loans,
          principal,
          ...Array.from({ length: ages }, (_, age) => late[age] ?? null),
        ]),
      ),
    };
  },

  vintageLoans: computedList(
    async ({ tx, today }, { month, age, item_per_page: limit, offset, ...narrowed }) => {
      const of = { ...monthDays(month), today, age, ...narrowed };
      const rows = await vintageLoans(tx, of, { limit, offset });
      return {
        data: rows.map(({ id, grade, total: _total, ...row }) => ({
          ...row,
          loanId: id,
          grade: grade ?? '',
        })),
        total: rows[0]?.total ?? 0,
      };
    },
  ),

  async defaults({ tx, today }, { from, to, ...narrowed }) {
    const period = periodOf({ from, to }, today);
    return {
      data: await cohortRows(tx, period, narrowed),
      ...spanOf(period),
      plans: await plansToChoose(tx),
    };
  },

  async defaultsFile({ tx, today }, { from, to, format: _format, ...narrowed }) {
    const period = periodOf({ from, to }, today);
    const rows = await cohortRows(tx, period, narrowed);
    return {
      name: `違約與回收-${spanOf(period).from}-${spanOf(period).to}`,
      columns: ['違約季別', '案件數', '違約本金', '已收回', '回收率 %', '已轉銷', '未收回'],
      rows: few(
        rows.map(({ quarter, loans, defaulted, recovered, writtenOff, outstanding }) => [
          quarter,
          loans,
          defaulted,
          recovered,
          percentIn(recovered, defaulted),
          writtenOff,
          outstanding,
        ]),
      ),
    };
  },

  defaultLoans: computedList(
    async ({ tx }, { quarter, item_per_page: limit, offset, ...narrowed }) => {
      const rows = await defaultLoans(
        tx,
        { ...quarterDays(quarter), ...narrowed },
        { limit, offset },
      );
      return {
        data: rows.map(({ id, grade, total: _total, ...row }) => ({
          ...row,
          loanId: id,
          grade: grade ?? '',
        })),
        total: rows[0]?.total ?? 0,
      };
    },
  ),
};
