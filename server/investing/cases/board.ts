// The board: all open cases in memory for a fraction of a second, so that any filter is one pass
// over arrays.
import type { sortable } from '#contract/core/lists.ts';
import { isLoanStatus } from '#contract/lending/loan-status.ts';
import { money, ZERO, maxOf, subtract } from '#contract/core/money.ts';
import type { Services } from '../../services.ts';
import { db } from '../../database/db.ts';
import {
  type BoardCase,
  type CaseFilter,
  type Columns,
  columnsOf,
  orderOf,
  walk,
} from './case-columns.ts';
import { boardArrays, type BoardArrays, caseTerms, investorCounts } from './case-queries.ts';

/** Maximum age of the board in ms; later callers wait for a common refresh. */
const FRESH_MS = 50;
/** Refreshing may take at most 1/10 of the time, so that a slow refresh happens less often. */
const REFRESH_SHARE = 10;
/** Upper limit for the age of the board in ms, however long a refresh takes. */
export const FRESH_MAX_MS = 500;

type SortKey = (typeof sortable)[number];

type Board = {
  /** Index of each case in the columns. */
  places: Map<number, number>;
  columns: Columns;
  /** Indexes in ascending order of a key; calculated on first use. */
  orders: Map<SortKey, Uint32Array>;
  freshUntil: number;
  refreshing: Promise<void> | null;
};
const boards = new WeakMap<object, Board>();

const emptyBoard = (): Board => ({
  places: new Map(),
  columns: columnsOf([]),
  orders: new Map(),
  freshUntil: 0,
  refreshing: null,
});

const sortValues: Record<SortKey, (one: BoardCase) => number> = {
  created_at: ({ listedAt }) => listedAt.getTime(),
  amount: ({ target }) => target,
  rate: ({ rateBps }) => rateBps,
  installment: ({ installments }) => installments,
  status: ({ status }) => status,
  due_date: ({ endsAt }) => endsAt.getTime(),
  remaining: ({ remaining }) => remaining,
};
/** Sort keys whose order becomes wrong as soon as a case receives more funding. */
const unsteady: readonly SortKey[] = ['status', 'remaining'];

/**
 * Returns one page of the cases that match a filter, and the number of matches. The data is at most
 * half a second old.
 */
export async function findCases(
  services: Services,
  filter: CaseFilter,
  page: { orderby: SortKey; ascending: boolean; offset: number; limit: number; now: Date },
): Promise<{ page: BoardCase[]; total: number }> {
  const board = boards.get(services.pool) ?? emptyBoard();
  boards.set(services.pool, board);
  if (performance.now() >= board.freshUntil) {
    board.refreshing ??= refresh(services, board).finally(() => {
      board.refreshing = null;
    });
    await board.refreshing;
  }
  const { columns, orders } = board;
  const order = orders.get(page.orderby) ?? orderOf(columns.cases, sortValues[page.orderby]);
  orders.set(page.orderby, order);
  return walk(columns, order, filter, page);
}

/** Reads the changing values of all cases, and the fixed ones only of new cases. */
async function refresh(services: Services, board: Board): Promise<void> {
  const began = performance.now();
  const tx = db(services.pool);
  const read = await boardArrays(tx);
  const { ids } = read;
  const known = (id: number) => board.columns.cases[board.places.get(id) ?? -1];
  const unknown = ids.filter((id) => !board.places.has(id));
  const recount = ids.filter((id, i) => known(id)?.orders !== read.orders[i]);
  const terms = unknown.length > 0 ? await caseTerms(tx, unknown) : [];
  const counts = recount.length > 0 ? await investorCounts(tx, recount) : [];
  if (unknown.length > 0 || ids.length !== board.places.size) {
    const fresh = terms.map((one) => ({
      ...one,
      status: 40 as const,
      funded: ZERO,
      orders: 0,
      investors: 0,
      remaining: one.target,
      view: null,
    }));
    const there = new Set(ids);
    arrange(board, [...board.columns.cases.filter(({ id }) => there.has(id)), ...fresh]);
  }
  bringUpToDate(board, read);
  for (const { id, investors } of counts) {
    const one = known(id);
    if (one) Object.assign(one, { investors, view: null });
  }
  const now = performance.now();
  const pause = Math.min(FRESH_MAX_MS, Math.max(FRESH_MS, (now - began) * REFRESH_SHARE));
  board.freshUntil = now + pause;
}

/** Rebuilds the columns after a case was added or removed. */
function arrange(board: Board, cases: readonly BoardCase[]): void {
  board.columns = columnsOf(cases);
  board.places = new Map(cases.map(({ id }, place) => [id, place]));
  board.orders.clear();
}

/** Writes changed values into the cases and their columns. */
function bringUpToDate(board: Board, read: BoardArrays): void {
  const { columns, places } = board;
  let moved = false;
  for (let i = 0; i < read.ids.length; i += 1) {
    const place = places.get(read.ids[i] as number);
    const one = place === undefined ? undefined : columns.cases[place];
    if (place === undefined || !one) continue;
    const funded = read.funded[i] as number;
    const status = read.statuses[i] as number;
    const orders = read.orders[i] as number;
    const ends = read.ends[i] as number;
    if (columns.endsAt[place] !== ends) {
      one.endsAt = new Date(ends);
      columns.endsAt[place] = ends;
      one.view = null;
      board.orders.delete('due_date');
    }
    if (orders !== one.orders) one.view = null;
    one.orders = orders;
    if (orders === 0) one.investors = 0;
    if (one.funded === funded && one.status === status) continue;
    if (!isLoanStatus(status)) continue;
    moved = true;
    one.view = null;
    one.status = status;
    one.funded = money(funded);
    one.remaining = maxOf(ZERO, subtract(one.target, one.funded));
    columns.status[place] = status;
    columns.remaining[place] = one.remaining;
  }
  if (moved) for (const key of unsteady) board.orders.delete(key);
}
