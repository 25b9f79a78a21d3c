// The board: every case on offer, held in memory for 50 ms, so that any filter is a walk over it.
import type { sortable } from '#contract/lists.ts';
import { isLoanStatus, type LoanStatus } from '#contract/loan-status.ts';
import { money, type Money, percentOfBps } from '#contract/money.ts';
import type { Services } from '../action.ts';
import { statementsOf } from '../db.ts';
import { boardArrays, type CaseTerms, caseTerms, investorCounts } from './case-queries.ts';

/** How old an answer may be; whoever asks later waits for one common refresh. */
const FRESH_MS = 50;

export type BoardCase = CaseTerms & {
  status: LoanStatus;
  reserved: Money;
  paid: Money;
  orders: number;
  investors: number;
  remaining: Money;
  /** Percent a year, as the wire and the filters speak of it. */
  annualRate: number;
};
type SortKey = (typeof sortable)[number];

type Board = {
  cases: Map<number, BoardCase>;
  /** Ascending, ties by id; made when first asked for. */
  sorted: Map<SortKey, readonly BoardCase[]>;
  freshUntil: number;
  refreshing: Promise<void> | null;
};
const boards = new WeakMap<object, Board>();

/** Cases in ascending order of a key, at most 50 ms old. */
export async function casesBy(services: Services, key: SortKey): Promise<readonly BoardCase[]> {
  const board = boards.get(services.pool) ?? emptyBoard();
  boards.set(services.pool, board);
  if (performance.now() >= board.freshUntil) {
    board.refreshing ??= refresh(services, board).finally(() => {
      board.refreshing = null;
    });
    await board.refreshing;
  }
  const found = board.sorted.get(key);
  if (found) return found;
  const value = sortValues[key];
  const sorted = [...board.cases.values()].sort((a, b) => value(a) - value(b) || a.id - b.id);
  board.sorted.set(key, sorted);
  return sorted;
}

const emptyBoard = (): Board => ({
  cases: new Map(),
  sorted: new Map(),
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
/** Sorts that stay right while no case comes or goes. */
const steady: readonly SortKey[] = ['created_at', 'amount', 'rate', 'installment', 'due_date'];

/** Reads what moves of all cases, and the rest only of those that are new. */
async function refresh(services: Services, board: Board): Promise<void> {
  const tx = statementsOf(services.pool);
  const read = await boardArrays(tx);
  const ids = read.ids ?? [];
  const unknown = ids.filter((id) => !board.cases.has(id));
  const terms = unknown.length > 0 ? await caseTerms(tx, unknown) : [];
  const termsById = new Map(terms.map((row) => [row.id, row]));
  const recount = ids.filter((id, i) => board.cases.get(id)?.orders !== (read.orders?.[i] ?? 0));
  const counts = recount.length > 0 ? await investorCounts(tx, recount) : [];
  const countById = new Map(counts.map((row) => [row.id, row.investors]));
  const recounted = new Set(recount);
  const cases = new Map<number, BoardCase>();
  for (const [i, id] of ids.entries()) {
    const before = board.cases.get(id);
    const known = before ?? termsById.get(id);
    const status = read.statuses?.[i] ?? 0;
    if (!known || !isLoanStatus(status)) continue;
    const reserved = money(read.reserved?.[i] ?? 0);
    const paid = money(read.paid?.[i] ?? 0);
    const moved = {
      status,
      reserved,
      paid,
      orders: read.orders?.[i] ?? 0,
      investors: recounted.has(id) ? (countById.get(id) ?? 0) : (before?.investors ?? 0),
      remaining: money(Math.max(0, known.target - reserved - paid)),
    };
    const one = before ?? { ...known, ...moved, annualRate: percentOfBps(known.rateBps) };
    cases.set(id, Object.assign(one, moved));
  }
  const same = cases.size === board.cases.size && unknown.length === 0;
  for (const key of board.sorted.keys()) {
    if (!same || !steady.includes(key)) board.sorted.delete(key);
  }
  board.cases = cases;
  board.freshUntil = performance.now() + FRESH_MS;
}
