// The ledger at the office: balances by kind of account, and the result of all invariants.
import { add } from '#contract/core/money.ts';
import type { ledgerOffice } from '#contract/ledger/calls.ts';
import type { Action, Actions, FilterOf, Next, Work } from '../action.ts';
import { csvText } from '#contract/core/csv.ts';
import { addDays, day } from '#contract/core/day.ts';
import { COUNTED_MAX } from '#contract/core/lists.ts';
import { transferText } from '#contract/ledger/words.ts';
import { type Pool, db } from '../database/db.ts';
import { provenBooks } from './actions.ts';
import { feesAfter, feeTotals } from './fee-queries.ts';
import { journal } from './journal.ts';
import {
  type AccountRow,
  accountsAfter,
  accountsOf,
  history,
  historyCount,
  type HistoryRow,
  type TotalRow,
} from './queries.ts';

type Office = typeof ledgerOffice;

export const journalFile: Action<Office['journalFile']> = async ({ services }, { from, to }) => ({
  contentType: 'text/plain; charset=utf-8',
  filename: `journal-${from}-${to}.journal`,
  body: journal(services.pool, { from, to }),
});

export const feeReportFile: Action<Office['feeReportFile']> = async ({ services }, { month }) => ({
  contentType: 'text/csv; charset=utf-8',
  filename: `fees-${month}.csv`,
  body: feeFile(services.pool, monthOf(month)),
});

/** All calls except two exports, which need a row in the audit log (`server/tables/tables.ts`). */
export const ledgerOfficeActions: Omit<
  Actions<{ ledger: Office }>['ledger'],
  'journalFile' | 'feeReportFile'
> = {
  async books(context) {
    const proof = await provenBooks(context);
    return {
      data: {
        provenAt: proof?.provenAt ?? null,
        balances: proof?.balances ?? [],
        invariants: proof?.laws ?? [],
      },
    };
  },

  async entries({ tx }, { account, loan, order, member, item_per_page, offset, ...more }) {
    const of = { account, loan, order, member, ...more };
    const total = await historyCount(tx, of, COUNTED_MAX);
    const page = { limit: item_per_page, offset, few: total < COUNTED_MAX };
    const rows = await history(tx, of, page);
    return { data: rows.map(({ line: _of, ...row }) => row), total };
  },

  async accounts({ tx }, { kind, loan, order, member, item_per_page: limit, offset }) {
    const rows = await accountsOf(tx, { kind, loan, order, member }, { limit, offset });
    return {
      data: rows.map(({ count: _count, id, ...row }) => ({ ...row, id: String(id) })),
      total: rows[0]?.count ?? 0,
    };
  },

  async feeReport({ tx }, { month }) {
    const { from, to } = monthOf(month);
    return { data: await feeTotals(tx, from, to), month };
  },
};

/** Returns the balance of each kind of account, for a table export. */
export async function balances(work: Work): Promise<{ data: TotalRow[] }> {
  return { data: (await provenBooks(work))?.balances ?? [] };
}

/**
 * Returns a reader of entries for an exported table, newest first; the query strategy is chosen
 * once at the start.
 */
export async function entriesBeyond(
  { tx }: Work,
  { account, loan, order, member, ...more }: FilterOf<Office['entries']>,
): Promise<Next<HistoryRow>> {
  const of = { account, loan, order, member, ...more };
  const few = (await historyCount(tx, of, COUNTED_MAX)) < COUNTED_MAX;
  return (last, limit) => history(tx, of, { limit, few, last });
}

/** Returns a reader of accounts for an exported table, ordered by kind. */
export function accountsBeyond(
  { tx }: Work,
  { kind, loan, order, member }: FilterOf<Office['accounts']>,
): Next<AccountRow> {
  const of = { kind, loan, order, member };
  return (last, limit) => accountsAfter(tx, of, last, limit);
}

const PAGE = 1_000;

/** Returns the first and last day of a month written as 2026-11. */
function monthOf(month: string): { from: string; to: string } {
  const from = day(`${month}-01`);
  const next = addDays(from, 31).slice(0, 7);
  return { from, to: addDays(day(`${next}-01`), -1) };
}

/**
 * Yields CSV with one line per transfer that charged a fee and one per VAT entry, under one header.
 */
async function* feeFile(pool: Pool, period: { from: string; to: string }): AsyncGenerator<string> {
  const tx = db(pool);
  yield csvText([['日期', '交易編號', '類別', '案件', '含稅金額', '提列營業稅']]);
  let after = { on: '1900-01-01', id: '' };
  for (;;) {
    const page = await feesAfter(tx, period, after, PAGE);
    const rows = page.map(({ on, id, kind, loanId, net, vat }) => {
      return [on, id, transferText[kind], loanId, add(net, vat), vat];
    });
    // The byte order mark must only be at the beginning of the file, so it is removed here.
    if (rows.length > 0) yield csvText(rows).slice(1);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last;
  }
}
