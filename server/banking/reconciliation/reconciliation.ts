// Daily reconciliation: bank balance, books, reasons for differences, and signatures.
import type { bankingLists } from '#contract/banking/lists.ts';
import { type Money, ZERO } from '#contract/core/money.ts';
import {
  type ServerDifference,
  owedKinds,
  type ServerReconciledDay,
  type reconciliationOffice,
} from '#contract/banking/reconciliation.ts';
import { addDays, type Day, day as dayIn, daysBetween as daysFrom } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Tx } from '../../database/db.ts';
import type { Part } from '../../database/sql.ts';
import { isInClosedYear, openSince } from '../../ledger/front.ts';
import { reader } from '../../tables/table.ts';
import { type Work, inWork } from '../../work.ts';
import { pendingForDifferences } from '../booking/booking-queries.ts';
import { isTrustShort } from '../booking/shortfall.ts';
import { bankClosedThrough } from './closing.ts';
import { balancesAt, blockOf, booksOf, compareDay, isStale, owedOf } from './comparison.ts';
import { explainDifference, updateDifferences } from './differences.ts';
import {
  type DayRow,
  daysBetween,
  differences,
  type DifferenceRow,
  firstDay,
  lastReport,
  lateRecords,
  underWay,
} from './reconciliation-queries.ts';
import { closingDay, historyOfDay, openReopening } from './sign-off-queries.ts';
import { signOffActions } from './sign-offs.ts';
import { keepBankDay, keepBankLines } from '../statement/statement-queries.ts';

type Office = typeof reconciliationOffice & Pick<typeof bankingLists, 'listDays'>;

/** Differences of one kind beyond this number are included in the sums but not listed. */
const DIFFERENCES_MAX = 200;
/** Past days that are requested from the bank again, because records may arrive late. */
const AGAIN_DAYS = 3;

const taskOf = ({ taskId, owner, taskAt, dueAt }: DifferenceRow) =>
  taskId === null || taskAt === null || dueAt === null
    ? null
    : {
        id: taskId,
        owner,
        createdAt: taskAt,
        dueAt,
      };

const differenceView = (
  row: DifferenceRow,
  booking: ServerDifference['booking'],
): ServerDifference => ({
  kind: row.kind,
  day: row.day,
  reference: row.reference,
  amount: row.amount,
  task: taskOf(row),
  booking,
  id: row.id,
  reason: row.reason,
  needsReason: row.needsReason,
});

async function differenceViews(tx: Tx, span: Parameters<typeof differences>[1]) {
  const rows = await differences(tx, span, DIFFERENCES_MAX);
  const keys = rows.map(({ key }) => key);
  const pending = new Map(
    (await pendingForDifferences(tx, keys)).map(({ key, ...booking }) => [key, booking]),
  );
  return rows.map((row) => differenceView(row, pending.get(row.key) ?? null));
}

async function readDay({ tx }: Pick<Work, 'tx'>, on: Day) {
  const { row, span, sums, opening, at, compared } = await compareDay(tx, on);
  const listed = span ? await differenceViews(tx, span) : [];
  // The opening balance is shown as a difference of its own, because the persons who sign must know
  // the balance before the first statement.
  if (span && opening !== 0) {
    const { after } = span.base;
    sums.push({ kind: 'opening', count: 1, amount: opening, unowned: 0, unreasoned: 0 });
    const nobody = { task: null, booking: null, id: null, reason: null, needsReason: false };
    listed.push({ kind: 'opening', day: after, reference: '', amount: opening, ...nobody });
  }
  const known = { complete: await bankClosedThrough(tx), isShort: await isTrustShort(tx) };
  const first = await openSince(tx);
  const reopening = await openReopening(tx, on);
  const history = await historyOfDay(tx, on);
  return {
    ...dayView(row, { first, books: compared.books, owed: compared.owed }),
    closing: compared.closing,
    note: row.note,
    parts: owedKinds.map((kind) => ({ kind, balance: at?.get(kind) ?? ZERO })),
    differences: listed,
    sums,
    unexplained: compared.unexplained,
    short: compared.short,
    breach: row.breach,
    blocked: blockOf(on, known, compared),
    stale: isStale(row, compared),
    isYearClosed: await isInClosedYear(tx, on),
    closedWith: row.closedAt === null ? (await closingDay(tx, on)).day : null,
    late: await lateRecords(tx, on, DIFFERENCES_MAX),
    history: history.map(({ at: moment, ...event }) => ({ ...event, at: moment })),
    reopening: reopening && {
      askedBy: reopening.askedBy,
      askedAt: reopening.askedAt,
      reason: reopening.reason,
    },
  };
}

function dayView(
  row: DayRow,
  { first, books, owed }: { first: Day | null; books: Money; owed: Money },
): ServerReconciledDay {
  return {
    day: row.day,
    closing: row.closedAt === null ? row.closing : row.signedClosing,
    source: row.source,
    books,
    owed,
    signedBy: row.signedBy,
    signedAt: row.signedAt,
    secondBy: row.secondBy,
    secondAt: row.secondAt,
    closed: first !== null && row.day < first,
  };
}

/**
 * Fetches and stores the bank's own lines and balance of a day; null if the bank cannot be queried.
 */
async function takeStatement({ tx, services, now }: Work, on: Day) {
  const told = await services.bank.statementOf?.(on);
  if (!told) return null;
  const lines = told.lines.map((line) => ({ ...line, date: on }));
  await keepBankLines(tx, told.bank, { source: 'sandbox', statementId: null }, lines);
  const { closing } = told;
  await keepBankDay(tx, on, { closing, source: 'sandbox', statementId: null, now });
  return { lines: lines.length, closing };
}

/** Daily: fetches the bank's statements of the days that ended since the last request. */
export async function askForStatements(services: Services): Promise<void> {
  if (!services.bank.statementOf) return;
  await inWork(services, async (work) => {
    const told = (await lastReport(work.tx)).day;
    const first = told ? addDays(told, -AGAIN_DAYS) : (await firstDay(work.tx)).day;
    if (!first) return;
    for (let on = first; on < work.today; on = addDays(on, 1)) await takeStatement(work, on);
    await updateDifferences(work);
  });
}

/** Returns the days from one down to another, newest first. */
async function dayViews(tx: Tx, from: Day, to: Day): Promise<ServerReconciledDay[]> {
  const rows = await daysBetween(tx, from, to);
  const first = await openSince(tx);
  const balances = await balancesAt(
    tx,
    rows.map(({ day }) => day),
  );
  return rows.map((row) => {
    const at = balances.get(row.day);
    return dayView(row, { first, books: booksOf(at), owed: owedOf(at) });
  });
}

/** Days since the first one with a record, newest first. */
export const days = reader({
  of: async ({ tx, today }: Work, _all: FilterOf<Office['listDays']>) => {
    const first = (await firstDay(tx)).day ?? today;
    return first < today ? first : today;
  },
  rows: ({ tx, today }, first, { limit, offset }: Part<ServerReconciledDay>) => {
    const to = addDays(today, -offset);
    const from = addDays(to, 1 - limit);
    return to < first ? Promise.resolve([]) : dayViews(tx, from < first ? first : from, to);
  },
  view: (row) => row,
  beside: async ({ today }, first) => ({ total: daysFrom(first, today) + 1 }),
});

export const reconciliationActions: Actions<{
  banking: Office;
}>['banking'] = {
  ...signOffActions,

  listDays: days,
  explainDifference,

  async getDay(context, { day }) {
    const data = await readDay(context, day);
    const askable = context.services.bank.statementOf !== undefined;
    return { data: { ...data, underWay: await underWay(context.tx), askable } };
  },

  async askBank(context, { day }) {
    if (day > context.today) throw new Refusal('DAY_NOT_CLOSED');
    const told = await takeStatement(context, dayIn(day));
    if (!told) throw new Refusal('DAY_NOT_CLOSED');
    await updateDifferences(context);
    return { data: told };
  },
};
