// The ledger at the office: balances by kind of account, and the result of all invariants.
import type { ledgerLists } from '#contract/ledger/lists.ts';
import { add } from '#contract/core/money.ts';
import type { ledgerOffice } from '#contract/ledger/calls.ts';
import type { Action, Actions, FilterOf } from '../call.ts';
import type { Work } from '../work.ts';
import { csvText } from '#contract/core/csv.ts';
import { addDays, day } from '#contract/core/day.ts';
import { COUNTED_MAX } from '#contract/core/lists.ts';
import { caseNoIn } from '#contract/lending/review/case-number.ts';
import { transferText } from '#contract/ledger/words.ts';
import { type Pool, type Tx, db } from '../database/db.ts';
import type { Part } from '../database/sql.ts';
import { reader, shortList } from '../tables/table.ts';
import { provenBooks } from './bookkeeping.ts';
import { financialActions } from './financial/financial.ts';
import { feesAfter, feeTotals } from './fee-queries.ts';
import { journal } from './journal.ts';
import {
  type AccountRow,
  accountsOfCase,
  countAccounts,
  history,
  historyCount,
  type HistoryRow,
  listAccounts,
  standingShortfall,
} from './queries.ts';

type Office = typeof ledgerOffice & typeof ledgerLists;

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

/** Ids of the accounts of a case; undefined if no case is asked for. */
const accountIdsOf = async (tx: Tx, caseNo: string | undefined) =>
  caseNo === undefined
    ? undefined
    : (await accountsOfCase(tx, caseNoIn(caseNo))).map(({ id }) => id);

/** Entries, newest first; the way in which they are read is chosen once, by their number. */
export const entries = reader({
  of: async (
    { tx }: Work,
    { account, loan, caseNo, order, member, ...more }: FilterOf<Office['entries']>,
  ) => {
    const within = await accountIdsOf(tx, caseNo);
    const of = { account, loan, order, member, within, ...more };
    return { of, total: await historyCount(tx, of, COUNTED_MAX) };
  },
  rows: ({ tx }, { of, total }, part: Part<HistoryRow>) =>
    history(tx, of, { ...part, few: total < COUNTED_MAX }),
  view: ({ line: _line, ...row }) => row,
  beside: async (_work, { total }) => ({ total }),
});

/** Accounts, ordered by kind. */
export const accounts = reader({
  of: async (
    { tx }: Work,
    { kind, loan, caseNo, order, member }: FilterOf<Office['accounts']>,
  ) => ({ kind, loan, order, member, within: await accountIdsOf(tx, caseNo) }),
  rows: ({ tx }, of, part) => listAccounts(tx, of, part),
  view: (row: AccountRow) => row,
  beside: ({ tx }, of) => countAccounts(tx, of),
});

/** Balance of each kind of account. */
const balances = async (work: Work, _filter: object) => ({
  data: (await provenBooks(work))?.balances ?? [],
});

/**
 * All calls except the two files, which need a row in the audit log (`server/routes.ts`).
 */
export const ledgerOfficeActions: Omit<
  Actions<{ ledger: Office }>['ledger'],
  'journalFile' | 'feeReportFile'
> = {
  ...financialActions,

  books: {
    async page(context) {
      const proof = await provenBooks(context);
      return {
        data: {
          provenAt: proof?.provenAt ?? null,
          balances: proof?.balances ?? [],
          invariants: proof?.laws ?? [],
          shortfall: await standingShortfall(context.tx),
        },
      };
    },
    files: { balances: shortList(balances).file },
  },

  entries,
  accounts,

  feeReport: shortList(async ({ tx }, { month }) => {
    const { from, to } = monthOf(month);
    return { data: await feeTotals(tx, from, to), month };
  }),
};

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
