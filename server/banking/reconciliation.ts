// The daily reconciliation: what the bank holds, what the books say, why they differ, who signed.
import {
  owedKinds,
  type ReconciledDay,
  type reconciliationOffice,
} from '#contract/banking-reconciliation.ts';
import { addDays, type Day, day as dayIn, daysBetween as daysFrom } from '#contract/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Next, Services, Work } from '../action.ts';
import type { Tx } from '../db.ts';
import { movedAfter } from '../ledger/actions.ts';
import { recordMove } from '../tasks/actions.ts';
import { inWork } from '../work.ts';
import {
  baseOf,
  daysBetween,
  differences,
  differenceSums,
  firstDay,
  lastTold,
  signOff,
  underWay,
} from './reconciliation-queries.ts';
import { keepBankDay, keepBankLines } from './statement-queries.ts';

/** Rows of one kind beyond these are in the sums, and not listed one by one. */
const SHOWN = 200;
/** Days the bank is asked about again: records may reach it late. */
const AGAIN_DAYS = 3;
const KINDS = ['trust_bank', ...owedKinds] as const;

type Balances = ReadonlyMap<string, number>;

/** What lay in each kind at the end of each of these days, newest first. NT$ */
async function balancesAt(tx: Tx, days: readonly Day[]): Promise<Map<Day, Balances>> {
  const [newest] = days;
  const oldest = days.at(-1);
  if (!newest || !oldest) return new Map();
  const lying = new Map<string, number>(KINDS.map((kind) => [kind, 0]));
  const all = await movedAfter(tx, oldest, KINDS);
  for (const { kind, amount } of all) lying.set(kind, (lying.get(kind) ?? 0) + amount);
  const moved = all
    .flatMap(({ day, ...row }) => (day === null ? [] : [{ ...row, day }]))
    .toSorted((a, b) => (a.day < b.day ? 1 : -1));
  const at = new Map<Day, Balances>();
  let next = 0;
  for (const on of days) {
    // Back through time: what came after the day is taken off again.
    for (; next < moved.length && moved[next]!.day > on; next += 1) {
      const { kind, amount } = moved[next]!;
      lying.set(kind, (lying.get(kind) ?? 0) - amount);
    }
    at.set(on, new Map(lying));
  }
  return at;
}

const booksOf = (at: Balances | undefined) => at?.get('trust_bank') ?? 0;
const owedOf = (at: Balances | undefined) =>
  owedKinds.reduce((sum, kind) => sum + (at?.get(kind) ?? 0), 0);

async function readDay(work: Pick<Work, 'tx'>, on: Day) {
  const { tx } = work;
  const [row] = await daysBetween(tx, on, on);
  const base = await baseOf(tx, on);
  const balances = await balancesAt(tx, base ? [on, base.after] : [on]);
  const at = balances.get(on);
  const books = booksOf(at);
  const closing = row?.closing ?? null;
  const sums = base ? await differenceSums(tx, base.after, on) : [];
  const listed = base ? await differences(tx, base.after, on, SHOWN) : [];
  const opening = base ? base.closing - booksOf(balances.get(base.after)) : 0;
  const explained = sums.reduce((sum, { amount }) => sum + amount, 0);
  // Shown, but it explains nothing: whoever signs must know what lay there before.
  if (base && opening !== 0) {
    sums.push({ kind: 'opening', count: 1, amount: opening });
    listed.push({ kind: 'opening', day: base.after, reference: '', amount: opening });
  }
  return {
    day: on,
    closing,
    source: row?.source ?? null,
    books,
    owed: owedOf(at),
    signedBy: row?.signedBy ?? null,
    signedAt: row?.signedAt?.toISOString() ?? null,
    note: row?.note ?? null,
    parts: owedKinds.map((kind) => ({ kind, balance: at?.get(kind) ?? 0 })),
    differences: listed,
    sums,
    unexplained: closing === null ? 0 : closing - books - explained,
  };
}

/** The bank's own lines and balance of a day, kept; null where it cannot be asked. */
async function takeStatement({ tx, services, now }: Work, on: Day) {
  const told = await services.bank.statementOf?.(on);
  if (!told) return null;
  const lines = told.lines.map((line) => ({ ...line, date: on }));
  await keepBankLines(tx, told.bank, 'sandbox', lines);
  const { closing } = told;
  await keepBankDay(tx, on, { closing, source: 'sandbox', statementId: null, now });
  return { lines: lines.length, closing };
}

/** Each day: the bank's word on the days that have ended since it was last asked. */
export async function askForStatements(services: Services): Promise<void> {
  if (!services.bank.statementOf) return;
  await inWork(services, async (work) => {
    const told = (await lastTold(work.tx)).day;
    const first = told ? addDays(told, -AGAIN_DAYS) : (await firstDay(work.tx)).day;
    if (!first) return;
    for (let on = first; on < work.today; on = addDays(on, 1)) await takeStatement(work, on);
  });
}

/** Days from one down to another, newest first. */
async function daysShown(tx: Tx, from: Day, to: Day): Promise<ReconciledDay[]> {
  const rows = await daysBetween(tx, from, to);
  const balances = await balancesAt(
    tx,
    rows.map(({ day }) => day),
  );
  return rows.map(({ day, note: _note, signedAt, ...row }) => ({
    ...row,
    day,
    books: booksOf(balances.get(day)),
    owed: owedOf(balances.get(day)),
    signedAt: signedAt?.toISOString() ?? null,
  }));
}

/** Days for a table, newest first. */
export const daysBeyond =
  ({ tx, today }: Work): Next<ReconciledDay> =>
  async (last, limit) => {
    const first = (await firstDay(tx)).day ?? today;
    const to = last === null ? today : addDays(dayIn(last.day), -1);
    const from = addDays(to, 1 - limit);
    return to < first ? [] : daysShown(tx, from < first ? first : from, to);
  };

export const reconciliationActions: Actions<{
  banking: typeof reconciliationOffice;
}>['banking'] = {
  async listDays({ tx, today }, { item_per_page: limit, offset }) {
    const first = (await firstDay(tx)).day ?? today;
    const total = Math.max(1, daysFrom(first, today) + 1);
    if (offset >= total) return { data: [], total };
    const to = addDays(today, -offset);
    const from = addDays(today, -Math.min(offset + limit, total) + 1);
    return { data: await daysShown(tx, from, to), total };
  },

  async getDay(context, { day }) {
    const data = await readDay(context, day);
    const askable = context.services.bank.statementOf !== undefined;
    return { data: { ...data, underWay: await underWay(context.tx), askable } };
  },

  async askBank(context, { day }) {
    if (day > context.today) throw new Refusal('DAY_NOT_CLOSED');
    const told = await takeStatement(context, dayIn(day));
    if (!told) throw new Refusal('DAY_NOT_CLOSED');
    return { data: told };
  },

  async signDay(context, { day, note }) {
    const { tx, operator, now } = context;
    const { closing, books, owed, unexplained, signedAt } = await readDay(context, day);
    if (signedAt !== null) throw new Refusal('DAY_SIGNED');
    if (closing === null) throw new Refusal('DAY_NOT_CLOSED');
    if (unexplained !== 0 || books !== owed) {
      throw new Refusal('DAY_UNEXPLAINED', { data: { unexplained, owed: books - owed } });
    }
    const sign = { closing, books, owed, unexplained, note, by: operator.id, now };
    if ((await signOff(tx, day, sign)) === 0) throw new Refusal('DAY_SIGNED');
    await recordMove(context, {
      subject: { type: 'reconciliation', id: Number(day.replaceAll('-', '')) },
      action: 'reconciliation.signed',
      reason: note,
      snapshot: { closing, books, owed },
    });
    return { data: { ok: true } };
  },
};
