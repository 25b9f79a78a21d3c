// Orders that wait for the writer, by case, and which of them the next batch takes.
import type { ServerOrder } from '#contract/investing/calls.ts';

/** Maximum batch size; in a longer batch the first order would only wait longer. */
const BATCH_MAX = 256;
/** Maximum number of orders waiting for one case; the next callers are asked to come back later. */
const QUEUE_MAX = 4_096;

export type OrderRequest = {
  token: string;
  loanId: number;
  amount: number;
  mode: number | string;
  /** Whether a mandate of the investor covers the order, if it is to be debited. */
  mayDebit?: boolean;
  key: string | null;
  /** The expired order that this one replaces. */
  parentId?: number;
  /** Whether somebody still waits for the answer; without it, somebody does. */
  isAwaited?: () => boolean;
};
export type Waiting = OrderRequest & {
  resolve(order: ServerOrder): void;
  reject(problem: unknown): void;
};

export type Queues = {
  /** Waiting orders of each case; the case that was served longest ago comes first. */
  waiting: Map<number, Waiting[]>;
  /** Cases that a transaction writes now; their other orders wait for its end. */
  busy: Set<number>;
};

/** Adds an order to the queue of its case; returns false if the queue is full. */
export function enqueue({ waiting }: Queues, item: Waiting): boolean {
  const queue = waiting.get(item.loanId);
  if (!queue) waiting.set(item.loanId, [item]);
  else if (queue.length >= QUEUE_MAX) return false;
  else queue.push(item);
  return true;
}

/**
 * Takes the orders of the next batch and marks their cases as busy; empty if none may be written
 * now. Every case first gives its equal share, so that a case with many orders does not delay the
 * others, and the rest of the batch is filled from what remains.
 */
export function takeBatch({ waiting, busy }: Queues): Waiting[] {
  const free = [...waiting].filter(([loanId]) => !busy.has(loanId));
  const share = Math.max(1, Math.floor(BATCH_MAX / free.length));
  const batch: Waiting[] = [];
  for (const most of [share, BATCH_MAX]) {
    for (const [loanId, queue] of free) {
      const part = queue.splice(0, Math.min(most, BATCH_MAX - batch.length));
      if (part.length === 0) continue;
      batch.push(...part);
      busy.add(loanId);
      // The case goes to the end of the map, behind those that were served longer ago.
      waiting.delete(loanId);
      if (queue.length > 0) waiting.set(loanId, queue);
    }
  }
  return batch;
}
