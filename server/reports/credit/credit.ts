// Credit reports: outstanding principal by standing of the loan.
import type { reportsLists } from '#contract/reports/lists.ts';
import type { Cell } from '#contract/core/csv.ts';
import { percentOfBps } from '#contract/core/money.ts';
import { standingText } from '#contract/reports/words.ts';
import type { reportsCreditOffice } from '#contract/reports/credit.ts';
import type { Actions } from '../../call.ts';
import { outstandingPage, outstandingParts, plansToChoose } from './credit-queries.ts';
import { computedList } from '../../tables/table.ts';

/** Yields a small number of rows in the form that the export function expects. */
export async function* few(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly Cell[]> {
  yield* rows;
}

type Own = Pick<
  Actions<{
    reports: typeof reportsCreditOffice & Pick<typeof reportsLists, 'outstandingLoans'>;
  }>['reports'],
  'outstanding' | 'outstandingFile' | 'outstandingLoans'
>;

export const creditActions: Own = {
  async outstanding({ tx, today }, { on = today, ...narrowed }) {
    return {
      data: await outstandingParts(tx, { on, ...narrowed }),
      on,
      plans: await plansToChoose(tx),
    };
  },

  async outstandingFile({ tx, today }, { on = today, format: _format, ...narrowed }) {
    const parts = await outstandingParts(tx, { on, ...narrowed });
    const names = new Map((await plansToChoose(tx)).map(({ slug, name }) => [slug, name]));
    return {
      name: `在貸餘額-${on}`,
      columns: ['方案', '等級', '狀態', '案件數', '在貸本金'],
      rows: few(
        parts.map(({ plan, grade, standing, loans, principal }) => [
          names.get(plan) ?? plan,
          grade,
          standingText[standing],
          loans,
          principal,
        ]),
      ),
    };
  },

  outstandingLoans: computedList(
    async ({ tx, today }, { on = today, item_per_page: limit, offset, ...narrowed }) => {
      const rows = await outstandingPage(tx, { on, ...narrowed }, { limit, offset });
      return {
        data: rows.map(({ id, rateBps, total: _total, ...row }) => ({
          ...row,
          loanId: id,
          rate: percentOfBps(rateBps),
        })),
        total: rows[0]?.total ?? 0,
      };
    },
  ),
};
