// The only writer of a case's orders. Orders that arrive during one batch form the next batch.
import { type Calendar, dayOf, type Day } from '#contract/core/day.ts';
import type { ServerOrder } from '#contract/investing/calls.ts';
import { ZERO } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Services } from '../../action.ts';
import { registerVirtualAccounts, reserveVirtualAccounts } from '../../banking/actions.ts';
import { SHORT, lockLoan, db, type Tx, withTransaction } from '../../database/db.ts';
import { tokenHash, touchSessions } from '../../identity/actions.ts';
import { sessionIsAlive, touchEveryMs } from '../../identity/rules.ts';
import { calendarOf } from '../../lending/actions.ts';
import { SessionProblem } from '../../session-problem.ts';
import { numbersInForce } from '../../settings/actions.ts';
import { orderView } from './order-view.ts';
import { ensureExposure, fundableCase } from '../queries.ts';
import { type RequestedOrder, type Decided, decideBatch, lastPayBy, payByOf } from '../rules.ts';
import {
  type ApplicantRow,
  type CaseWords,
  caseWords,
  insertOrders,
  lockExposures,
  type NewOrder,
  readApplicants,
  reapplications,
} from './writer-queries.ts';

/** Maximum batch size; in a longer batch the first order would only wait longer. */
const BATCH_MAX = 256;
/** Maximum number of orders waiting for one case; the next callers are asked to come back later. */
const QUEUE_MAX = 4_096;
/**
 * How long the calendar is cached. A holiday added by an operator moves deadlines after this time.
 */
const CALENDAR_MS = 60_000;
const WORDS_MAX = 5_000;

export type OrderRequest = {
  token: string;
  loanId: number;
  amount: number;
  mode: number | string;
  key: string | null;
  /** The expired order that this one replaces. */
  parentId?: number;
};
type Waiting = OrderRequest & {
  resolve(order: ServerOrder): void;
  reject(problem: unknown): void;
};
type Words = CaseWords & { lastPayBy: Date };

/** Data that a process stores about the cases it writes: queues, texts, unused virtual accounts. */
type Desk = {
  queues: Map<number, Waiting[]>;
  words: Map<number, Words>;
  /**
   * Business days including holidays that operators added; the case texts were calculated with this
   * calendar.
   */
  calendar: { days: Calendar; readAt: number } | null;
  spare: Map<Day, string[]>;
};
const desks = new WeakMap<object, Desk>();

function deskOf({ pool }: Services): Desk {
  const found = desks.get(pool);
  if (found) return found;
  const desk: Desk = { queues: new Map(), words: new Map(), calendar: null, spare: new Map() };
  desks.set(pool, desk);
  return desk;
}

/**
 * Places an order in a batch with all other orders that wait for the same case. Rejects with the
 * refusal of the rules, with a SessionProblem, or with BUSY if too many orders wait.
 */
export function placeOrder(services: Services, request: OrderRequest): Promise<ServerOrder> {
  const desk = deskOf(services);
  return new Promise((resolve, reject) => {
    const waiting = { ...request, resolve, reject };
    const queue = desk.queues.get(request.loanId);
    if (!queue) {
      desk.queues.set(request.loanId, [waiting]);
      void drain(services, desk, request.loanId);
    } else if (queue.length >= QUEUE_MAX) reject(new Refusal('BUSY', { retryAfter: 1 }));
    else queue.push(waiting);
  });
}

/** Writes one batch after another until no order waits; never rejects. */
async function drain(services: Services, desk: Desk, loanId: number): Promise<void> {
  const queue = desk.queues.get(loanId) ?? [];
  while (queue.length > 0) await answerBatch(services, desk, loanId, queue.splice(0, BATCH_MAX));
  desk.queues.delete(loanId);
}

/** A batch that fails is repeated order by order, so that one bad order fails alone. */
async function answerBatch(
  services: Services,
  desk: Desk,
  loanId: number,
  batch: readonly Waiting[],
): Promise<void> {
  try {
    const answers = await placeBatch(services, desk, loanId, batch);
    for (const [at, waiting] of batch.entries()) {
      const answer = answers[at];
      if (answer && !(answer instanceof Error)) waiting.resolve(answer);
      else waiting.reject(answer ?? new Error('an order was left without an answer'));
    }
  } catch (error) {
    if (batch.length > 1 && isOfOneItem(error)) {
      services.log.warn({ err: error, loanId }, 'a batch of orders is run singly');
      for (const waiting of batch) await answerBatch(services, desk, loanId, [waiting]);
    } else for (const waiting of batch) waiting.reject(error);
  }
}

/**
 * Returns whether bad data, a broken constraint or a bug caused the error, not an unreachable
 * database.
 */
function isOfOneItem(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  if (code !== undefined) return /^(22|23|40)/.test(code);
  return error instanceof RangeError || error instanceof TypeError;
}

type Answer = ServerOrder | Refusal | SessionProblem;

async function placeBatch(
  services: Services,
  desk: Desk,
  loanId: number,
  batch: readonly Waiting[],
): Promise<Answer[]> {
  const now = services.clock.now();
  const words = await wordsOf(services, desk, loanId);
  const { payWithinHours, reapplyMax } = await numbersInForce(db(services.pool, SHORT), now);
  const payBy = words ? payByOf(now, words.lastPayBy, payWithinHours) : now;
  const accounts = words ? await accountsFor(services, desk, dayOf(payBy), batch.length) : [];
  const done = await withTransaction(
    services.pool,
    async (tx) => {
      await lockLoan(tx, loanId);
      const fundable = await fundableCase(tx, loanId);
      // The case was extended after its text was read, so the accounts and the deadline in the text
      // are based on the old end date.
      if (words && fundable && fundable.endsAt.getTime() !== words.endsAt.getTime()) return null;
      const rows = await applicantsOf(tx, loanId, batch);
      const realNow = services.clock.realNow();
      const again = await timesReapplied(tx, loanId, batch);
      const asked = batch.map((item, at) => requestOf(item, rows[at], realNow, again));
      const counted = { accounts: accounts.length, now, reapplyMax };
      const decided = decideBatch({ fundable, asked, ...counted });
      const placed = newOrderOf(decided, batch, accounts);
      const ids = new Map<string, number>();
      if (placed.length > 0) {
        const inserted = await insertOrders(tx, { loanId, payBy, now }, placed);
        for (const { id, account } of inserted) ids.set(account, id);
        await registerVirtualAccounts(
          tx,
          'order',
          inserted.map(({ id, account }) => ({ account, subjectId: id })),
        );
      }
      return { rows, decided, placed, ids };
    },
    SHORT,
  );
  if (done === null) {
    keepSpare(desk, dayOf(payBy), accounts);
    desk.words.delete(loanId);
    return placeBatch(services, desk, loanId, batch);
  }
  const { placed, rows, decided, ids } = done;
  keepSpare(desk, dayOf(payBy), accounts.slice(placed.length));
  touch(services, rows);
  return answersOf({ services, loanId, words, now, payBy, rows, decided, placed, ids });
}

/**
 * Returns the members behind the tokens. The exposure of everybody who may order is locked. A
 * member without an exposure row gets one, which is locked like the others before any decision uses
 * it.
 */
async function applicantsOf(
  tx: Tx,
  loanId: number,
  batch: readonly Waiting[],
): Promise<ApplicantRow[]> {
  const hashes = batch.map(({ token }) => tokenHash(token));
  const keys = batch.map(({ key }) => key);
  const locked = new Set((await lockExposures(tx, hashes)).map(({ memberId }) => memberId));
  const rows = await readApplicants(tx, loanId, hashes, keys);
  const without = rows.filter((row) => row.profile !== null && !locked.has(row.memberId));
  if (without.length === 0) return rows;
  await ensureExposure(
    tx,
    without.map(({ memberId }) => memberId),
  );
  await lockExposures(tx, hashes);
  return readApplicants(tx, loanId, hashes, keys);
}

/** The counts are read only if somebody orders again, because most orders are first orders. */
async function timesReapplied(tx: Tx, loanId: number, batch: readonly Waiting[]) {
  const again = batch.filter(({ parentId }) => parentId !== undefined);
  if (again.length === 0) return new Map<number, number>();
  const hashes = again.map(({ token }) => tokenHash(token));
  const rows = await reapplications(tx, loanId, hashes);
  return new Map(rows.map(({ memberId, times }) => [memberId, times]));
}

function requestOf(
  item: Waiting,
  row: ApplicantRow | undefined,
  realNow: Date,
  again: ReadonlyMap<number, number>,
): RequestedOrder {
  const { amount, mode, key } = item;
  const nobody = { amount, mode, key, reapplied: null, placed: null };
  if (!row || row.sessionId === null) return { investor: 'unknown', ...nobody };
  if (!sessionIsAlive(row, realNow)) return { investor: 'expired', ...nobody };
  return {
    investor: {
      id: row.memberId,
      emailVerified: row.emailVerified,
      suspended: row.suspended,
      verified: row.stage === 4 && row.status === 3,
      profile: row.profile,
      profileValidUntil: row.profileValidUntil,
      reserved: row.reserved ?? ZERO,
      outstanding: row.outstanding ?? ZERO,
      heldHere: row.heldHere,
      unpaidOrderId: row.unpaidOrderId,
    },
    amount,
    mode,
    key,
    reapplied: item.parentId === undefined ? null : (again.get(row.memberId) ?? 0),
    placed:
      row.placedId === null
        ? null
        : {
            orderId: row.placedId,
            loanId: row.placedLoanId,
            amount: row.placedAmount,
            mode: row.placedMode,
          },
  };
}

/** Returns the orders to write, in order of arrival; each takes the next virtual account. */
function newOrderOf(
  decided: readonly Decided[],
  batch: readonly Waiting[],
  accounts: readonly string[],
): (NewOrder & { at: number })[] {
  const placed: (NewOrder & { at: number })[] = [];
  for (const [at, one] of decided.entries()) {
    if (one.kind !== 'accepted') continue;
    const account = accounts[placed.length];
    if (account === undefined) throw new Error('more orders accepted than accounts reserved');
    const { memberId, amount, mode } = one;
    const { key = null, parentId = null } = batch[at] ?? {};
    placed.push({ at, memberId, amount, mode, account, key, parentId });
  }
  return placed;
}

/** Returns the answers in order of arrival, from data in memory without further queries. */
function answersOf(of: {
  services: Pick<Services, 'config'>;
  loanId: number;
  words: Words | null;
  now: Date;
  payBy: Date;
  rows: readonly ApplicantRow[];
  decided: readonly Decided[];
  placed: readonly (NewOrder & { at: number })[];
  ids: ReadonlyMap<string, number>;
}): Answer[] {
  const { services, words, rows, decided, ids } = of;
  const byPlace = new Map(of.placed.map((placed) => [placed.at, placed]));
  const idAt = (at: number) => ids.get(byPlace.get(at)?.account ?? '') ?? 0;
  const answer = (one: Decided, at: number): Answer => {
    if (one.kind === 'session') return new SessionProblem(one.state);
    if (one.kind === 'refused') return new Refusal(one.refused.code, one.refused);
    if (one.kind === 'duplicate') {
      return new Refusal('DUPLICATE_UNPAID', { data: { orderId: `${idAt(one.of)}` } });
    }
    if (one.kind === 'sameAs') return answer(decided[one.of] as Decided, one.of);
    const placed = byPlace.get(at);
    const row = rows[at];
    if (!words || !row) throw new TypeError('an order placed in a case without words');
    const common = {
      loanId: of.loanId,
      ...words,
      paidAmount: ZERO,
      stored: 0 as const,
      loanStatus: 40 as const,
      paidAt: null,
      refunds: [],
    };
    if (one.kind === 'placedBefore') {
      return orderView(services, {
        ...common,
        id: one.orderId,
        amount: row.placedAmount,
        paymentMode: row.placedMode,
        virtualAccount: row.placedAccount,
        payBy: row.placedPayBy,
        createdAt: row.placedAt,
      });
    }
    return orderView(services, {
      ...common,
      id: idAt(at),
      amount: one.amount,
      paymentMode: one.mode,
      virtualAccount: placed?.account ?? '',
      payBy: of.payBy,
      createdAt: of.now,
    });
  };
  return decided.map(answer);
}

/**
 * Returns the facts about a case that answers contain; cached until the calendar changes or the
 * case is extended.
 */
async function wordsOf(services: Services, desk: Desk, loanId: number): Promise<Words | null> {
  const tx = db(services.pool, SHORT);
  if (!desk.calendar || performance.now() - desk.calendar.readAt > CALENDAR_MS) {
    desk.calendar = { days: await calendarOf(tx), readAt: performance.now() };
    desk.words.clear();
  }
  const { days } = desk.calendar;
  const known = desk.words.get(loanId);
  if (known) return known;
  const words = await caseWords(tx, loanId);
  if (!words) return null;
  if (desk.words.size >= WORDS_MAX) desk.words.clear();
  const fresh = { ...words, lastPayBy: lastPayBy(words.endsAt, days) };
  desk.words.set(loanId, fresh);
  return fresh;
}

/**
 * Returns virtual accounts for a batch, reserved before its transaction. Accounts left from the
 * last batch come first. If some are missing, four times the missing number is reserved; if the day
 * has too few left, a smaller number.
 */
async function accountsFor(
  services: Services,
  desk: Desk,
  day: Day,
  count: number,
): Promise<string[]> {
  const own = desk.spare.get(day)?.splice(0, count) ?? [];
  let many = (count - own.length) * 4;
  while (own.length < count && many > 0) {
    try {
      const taken = await reserveVirtualAccounts(services, day, many);
      keepSpare(desk, day, taken.splice(count - own.length));
      own.push(...taken);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      many >>= 1;
    }
  }
  return own;
}

function keepSpare(desk: Desk, day: Day, accounts: readonly string[]): void {
  const spare = desk.spare.get(day);
  if (spare) spare.push(...accounts);
  else desk.spare.set(day, [...accounts]);
  if (desk.spare.size > 30)
    for (const old of desk.spare.keys()) if (old < day) desk.spare.delete(old);
}

/** Marks sessions as used in a separate statement, so that the batch need not wait for this. */
function touch(services: Services, rows: readonly ApplicantRow[]): void {
  const realNow = services.clock.realNow();
  const stale = rows.filter(
    (row) =>
      row.sessionId !== null &&
      sessionIsAlive(row, realNow) &&
      realNow.getTime() - row.usedAt.getTime() > touchEveryMs,
  );
  if (stale.length === 0) return;
  const ids = stale.map(({ sessionId }) => sessionId as number);
  touchSessions(db(services.pool, SHORT), ids, realNow).catch((error: unknown) => {
    services.log.warn({ err: error }, 'sessions could not be marked as used');
  });
}
