// The only writer of orders. Orders that arrive while batches run form the next batch.
import { type Day, dayOf } from '#contract/core/day.ts';
import type { ServerOrder } from '#contract/investing/calls.ts';
import { ZERO } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Services } from '../../services.ts';
import { registerVirtualAccounts } from '../../banking/front.ts';
import { tokenHash, touchSessions } from '../../identity/front.ts';
import { numbersInForce } from '../../settings/front.ts';
import { SHORT, lockLoans, db, type Tx, tryLockLoans, withTransaction } from '../../database/db.ts';
import { sessionIsAlive, touchEveryMs } from '../../identity/rules.ts';
import { SessionProblem } from '../../session-problem.ts';
import { orderView } from './order-view.ts';
import { ensureExposure, fundableCases } from '../queries.ts';
import { payByOf } from '../rules.ts';
import { type Decided, decideBatch, requestOf, timesKey, type TimesReapplied } from './batch.ts';
import { accountsFor, type Desk, deskOf, keepSpare, type Words, wordsOf } from './desk.ts';
import { publishNewOrders } from './events.ts';
import { enqueue, type OrderRequest, takeBatch, type Waiting } from './queues.ts';
import {
  type ApplicantRow,
  insertOrders,
  lockExposures,
  type NewOrder,
  readApplicants,
  reapplications,
} from './writer-queries.ts';

/** Number of batches at once: while one waits for its commit, the other one is prepared. */
const BATCHES_MAX = 2;

/**
 * Places an order in a batch with all other orders that wait, of its case and of others. Rejects
 * with the refusal of the rules, with a SessionProblem, or with BUSY if too many orders wait.
 */
export function placeOrder(services: Services, request: OrderRequest): Promise<ServerOrder> {
  const desk = deskOf(services);
  return new Promise((resolve, reject) => {
    if (enqueue(desk.queues, { ...request, resolve, reject })) startBatches(services, desk);
    else reject(new Refusal('BUSY', { retryAfter: 1 }));
  });
}

function startBatches(services: Services, desk: Desk): void {
  while (desk.batches < BATCHES_MAX) {
    const batch = takeBatch(desk.queues);
    if (batch.length === 0) return;
    desk.batches += 1;
    void writeBatch(services, desk, batch).finally(() => {
      desk.batches -= 1;
      startBatches(services, desk);
    });
  }
}

/**
 * Writes a batch over several cases; never rejects. A case that another transaction holds is then
 * written alone, so that the others need not wait for it. If the batch fails, all its cases are
 * written alone, so that a bad order delays only those of its own case.
 */
async function writeBatch(
  services: Services,
  desk: Desk,
  batch: readonly Waiting[],
): Promise<void> {
  let left: readonly Waiting[] = batch;
  try {
    left = await answerBatch(services, desk, batch, tryLockLoans);
  } catch (error) {
    if (isOfOneItem(error)) {
      services.log.warn({ err: error, orders: batch.length }, 'a batch of orders is run by case');
    } else {
      left = [];
      for (const waiting of batch) waiting.reject(error);
    }
  }
  const byCase = Map.groupBy(left, ({ loanId }) => loanId);
  for (const { loanId } of batch) if (!byCase.has(loanId)) desk.queues.busy.delete(loanId);
  for (const [loanId, orders] of byCase) {
    void writeAlone(services, desk, orders).finally(() => {
      desk.queues.busy.delete(loanId);
      startBatches(services, desk);
    });
  }
}

/**
 * Writes the orders of one case, waiting for its lock; never rejects. If they fail, they are
 * repeated order by order, so that one bad order fails alone.
 */
async function writeAlone(
  services: Services,
  desk: Desk,
  orders: readonly Waiting[],
): Promise<void> {
  const waitForLock = async (tx: Tx, loanIds: readonly number[]) => {
    await lockLoans(tx, loanIds);
    return new Set(loanIds);
  };
  try {
    await answerBatch(services, desk, orders, waitForLock);
  } catch (error) {
    if (orders.length > 1 && isOfOneItem(error)) {
      const loanId = orders[0]?.loanId;
      services.log.warn({ err: error, loanId }, 'a batch of orders is run singly');
      for (const waiting of orders) await writeAlone(services, desk, [waiting]);
    } else for (const waiting of orders) waiting.reject(error);
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

/** Locks cases until the transaction ends and returns those that it locked. */
type Lock = (tx: Tx, loanIds: readonly number[]) => Promise<Set<number>>;

/** Places the orders of the cases that can be locked, answers them, and returns the others. */
async function answerBatch(
  services: Services,
  desk: Desk,
  batch: readonly Waiting[],
  lock: Lock,
): Promise<Waiting[]> {
  const loanIds = [...new Set(batch.map(({ loanId }) => loanId))];
  const now = services.clock.now();
  const words = await wordsOf(services, desk, loanIds);
  const { payWithinHours, reapplyMax } = await numbersInForce(db(services.pool, SHORT), now);
  const payBys = new Map(
    [...words].map(([id, { lastPayBy }]) => [id, payByOf(now, lastPayBy, payWithinHours)]),
  );
  const accounts = await accountsFor(
    services,
    desk,
    batch.flatMap(({ loanId }) => payBys.get(loanId) ?? []).map(dayOf),
  );
  const done = await withTransaction(
    services.pool,
    async (tx) => {
      const locked = await lock(tx, loanIds);
      return placeOrders(tx, services, {
        batch: stillAwaited(batch).filter(({ loanId }) => locked.has(loanId)),
        left: batch.filter(({ loanId }) => !locked.has(loanId)),
        words,
        payBys,
        accounts,
        now,
        reapplyMax,
      });
    },
    SHORT,
  );
  keepSpare(desk, accounts);
  if ('stale' in done) {
    for (const loanId of done.stale) desk.words.delete(loanId);
    return answerBatch(services, desk, batch, lock);
  }
  touch(services, done.rows);
  const answers = answersOf({ services, now, words, ...done });
  for (const [at, waiting] of done.batch.entries()) {
    const answer = answers[at];
    if (answer && !(answer instanceof Error)) waiting.resolve(answer);
    else waiting.reject(answer ?? new Error('an order was left without an answer'));
  }
  return done.left;
}

/**
 * Returns the orders whose callers are still connected, and rejects the others. A caller who gave
 * up may have asked another process again and been refused there; placing the order afterwards
 * would contradict that answer.
 */
function stillAwaited(batch: readonly Waiting[]): Waiting[] {
  const [awaited, left] = [[], []] as [Waiting[], Waiting[]];
  for (const waiting of batch) (waiting.isAwaited?.() === false ? left : awaited).push(waiting);
  for (const { reject } of left) reject(new Refusal('BUSY', { retryAfter: 1 }));
  return awaited;
}

type Batch = {
  /** Orders whose cases are locked. */
  batch: Waiting[];
  /** Orders whose cases another transaction holds. */
  left: Waiting[];
  /** By case; a case that was never listed is missing. */
  words: ReadonlyMap<number, Words>;
  payBys: ReadonlyMap<number, Date>;
  accounts: ReadonlyMap<Day, string[]>;
  now: Date;
  reapplyMax: number;
};
type Done = Pick<Batch, 'batch' | 'left'> & {
  rows: readonly ApplicantRow[];
  decided: readonly Decided[];
  placed: readonly PlacedOrder[];
  ids: ReadonlyMap<string, number>;
};

/**
 * Places orders of locked cases; what it takes from `accounts` is used up. Returns the cases that
 * were extended after their text was read, because the accounts and the deadline are then based on
 * the old end date; nothing is placed in that case.
 */
async function placeOrders(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  of: Batch,
): Promise<Done | { stale: number[] }> {
  const { batch, left, words, payBys, accounts, now, reapplyMax } = of;
  const fundables = await fundableCases(tx, [...new Set(batch.map(({ loanId }) => loanId))]);
  const stale = fundables
    .filter(({ loanId, endsAt }) => {
      const known = words.get(loanId);
      return known !== undefined && known.endsAt.getTime() !== endsAt.getTime();
    })
    .map(({ loanId }) => loanId);
  if (stale.length > 0) return { stale };
  const rows = await applicantsOf(tx, batch, dayOf(now));
  const realNow = services.clock.realNow();
  const again = await timesReapplied(tx, batch);
  const decided = decideBatch({
    cases: new Map(fundables.map((one) => [one.loanId, one])),
    payDays: new Map([...payBys].map(([loanId, payBy]) => [loanId, dayOf(payBy)])),
    accounts: new Map([...accounts].map(([day, list]) => [day, list.length])),
    asked: batch.map((item, at) => requestOf(item, rows[at], realNow, again)),
    now,
    reapplyMax,
  });
  const placed = newOrdersOf(decided, batch, payBys, accounts);
  const ids = new Map<string, number>();
  if (placed.length > 0) {
    const inserted = await insertOrders(tx, now, placed);
    for (const { id, account } of inserted) ids.set(account, id);
    await registerVirtualAccounts(
      tx,
      'order',
      inserted.map(({ id, account }) => ({ account, subjectId: id })),
    );
    const orders = placed.map((order) => ({ ...order, id: ids.get(order.account) ?? 0 }));
    await publishNewOrders({ tx, now, realNow }, orders);
  }
  return { batch, left, rows, decided, placed, ids };
}

/**
 * Returns the members behind the tokens. The exposure of everybody who may order is locked. A
 * member without an exposure row gets one, which is locked like the others before any decision uses
 * it.
 */
async function applicantsOf(
  tx: Tx,
  batch: readonly Waiting[],
  today: Day,
): Promise<ApplicantRow[]> {
  const hashes = batch.map(({ token }) => tokenHash(token));
  const asked = batch.map(({ loanId, key }, at) => ({
    loanId,
    key,
    tokenHash: hashes[at] as Buffer,
  }));
  const locked = new Set((await lockExposures(tx, hashes)).map(({ memberId }) => memberId));
  const rows = await readApplicants(tx, asked, today);
  const without = rows.filter((row) => row.profile !== null && !locked.has(row.memberId));
  if (without.length === 0) return rows;
  await ensureExposure(
    tx,
    without.map(({ memberId }) => memberId),
  );
  await lockExposures(tx, hashes);
  return readApplicants(tx, asked, today);
}

/** The counts are read only if somebody orders again, because most orders are first orders. */
async function timesReapplied(tx: Tx, batch: readonly Waiting[]): Promise<TimesReapplied> {
  const again = batch.filter(({ parentId }) => parentId !== undefined);
  if (again.length === 0) return new Map();
  const hashes = again.map(({ token }) => tokenHash(token));
  const rows = await reapplications(
    tx,
    again.map(({ loanId }) => loanId),
    hashes,
  );
  return new Map(rows.map((row) => [timesKey(row), row.times]));
}

/** A new order with the index of its request. */
type PlacedOrder = NewOrder & { at: number };

/** Returns the orders to write, in order of arrival; each takes a virtual account of its day. */
function newOrdersOf(
  decided: readonly Decided[],
  batch: readonly Waiting[],
  payBys: Batch['payBys'],
  accounts: Batch['accounts'],
): PlacedOrder[] {
  const placed: PlacedOrder[] = [];
  for (const [at, one] of decided.entries()) {
    const item = batch[at];
    if (one.kind !== 'accepted' || !item) continue;
    const { loanId, key, parentId = null } = item;
    const payBy = payBys.get(loanId);
    const account = payBy && accounts.get(dayOf(payBy))?.shift();
    if (!payBy || account === undefined) {
      throw new Error('more orders accepted than accounts reserved');
    }
    const { memberId, accessId, amount, mode } = one;
    placed.push({ at, loanId, payBy, memberId, amount, mode, account, key, parentId, accessId });
  }
  return placed;
}

/** Returns the answers in the order of the batch, from data in memory without further queries. */
function answersOf(
  of: Done & Pick<Batch, 'words' | 'now'> & { services: Pick<Services, 'config'> },
): (ServerOrder | Refusal | SessionProblem)[] {
  const { services, batch, words, rows, decided, ids } = of;
  const byPlace = new Map(of.placed.map((placed) => [placed.at, placed]));
  const idAt = (at: number) => ids.get(byPlace.get(at)?.account ?? '') ?? 0;
  const answer = (one: Decided, at: number): ServerOrder | Refusal | SessionProblem => {
    if (one.kind === 'session') return new SessionProblem(one.state);
    if (one.kind === 'refused') return new Refusal(one.refused.code, one.refused);
    if (one.kind === 'duplicate') {
      return new Refusal('DUPLICATE_UNPAID', { data: { orderId: `${idAt(one.of)}` } });
    }
    if (one.kind === 'sameAs') return answer(decided[one.of] as Decided, one.of);
    const placed = byPlace.get(at);
    const row = rows[at];
    const ofCase = words.get(batch[at]?.loanId ?? 0);
    if (!ofCase || !row) throw new TypeError('an order placed in a case without words');
    const common = {
      ...ofCase,
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
      payBy: placed?.payBy ?? of.now,
      createdAt: of.now,
    });
  };
  return decided.map(answer);
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
