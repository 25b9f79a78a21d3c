// Delays a decision by ten seconds before it is sent, so that it can be undone.
import { useSyncExternalStore } from 'react';
import type { Task } from '#contract/tasks/calls.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';

const DELAY_MS = 10_000;

/**
 * Decisions that may be delayed, because they move no money and the operator needs no answer from
 * the server. All others are sent at once, because the server must accept or refuse them
 * immediately.
 */
const delayedDecisions: Partial<Record<TaskKind, readonly string[]>> = {
  identity_review: ['approve', 'supplement'],
  account_change_review: ['approve', 'supplement'],
  financial_review: ['approve', 'supplement'],
  loan_review: ['supplement', 'reject'],
  attention: ['done'],
};

export const isDelayed = (kind: TaskKind, decision: string) =>
  delayedDecisions[kind]?.includes(decision) === true;

type DelayedDecision = {
  task: Task;
  /** Text that describes the decision to the operator. */
  text: string;
  /** `leaving` is true if the page is being closed while the decision is sent. */
  send: (leaving: boolean) => Promise<void>;
  fail: (error: unknown) => void;
};
/** The one decision that is currently delayed. */
type Holding = DelayedDecision & {
  until: number;
  timer: number;
  isUndone: boolean;
  /**
   * The next task, which was assigned to the operator meanwhile; it is returned if the decision is
   * undone.
   */
  next: string | null;
};

let delayed: Holding | null = null;
const listeners = new Set<() => void>();

function change(next: typeof delayed): void {
  delayed = next;
  for (const listen of listeners) listen();
}

/** Sends the delayed decision now; does nothing if there is none. */
export async function sendDelayed(leaving = false): Promise<void> {
  if (!delayed) return;
  const { send, fail, timer } = delayed;
  window.clearTimeout(timer);
  change(null);
  try {
    await send(leaving);
  } catch (error) {
    fail(error);
  }
}

/** Delays a decision; if another decision is already delayed, that one is sent. */
export function hold(decision: DelayedDecision): Holding {
  void sendDelayed();
  const timer = window.setTimeout(() => void sendDelayed(), DELAY_MS);
  const until = performance.now() + DELAY_MS;
  const holding = { ...decision, until, timer, isUndone: false, next: null };
  change(holding);
  return holding;
}

/** Undoes the decision, which was not sent. Returns null if none is delayed. */
export function undoDelayed(): Holding | null {
  const holding = delayed;
  if (!holding) return null;
  window.clearTimeout(holding.timer);
  holding.isUndone = true;
  change(null);
  return holding;
}

window.addEventListener('pagehide', () => void sendDelayed(true));

export function useDelayed() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => delayed,
  );
}
