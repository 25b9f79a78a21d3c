// A decision held back ten seconds before it is sent, so that it can be taken back unsent.
import { useSyncExternalStore } from 'react';
import type { Task } from '#contract/tasks/calls.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';

const HELD_MS = 10_000;

/**
 * What the page may hold: it moves no money and waits for no answer that the operator must see.
 * Everything else is sent at once, because the server has to take it or refuse it there and then.
 */
const heldBack: Partial<Record<TaskKind, readonly string[]>> = {
  identity_review: ['approve', 'supplement'],
  account_change_review: ['approve', 'supplement'],
  financial_review: ['approve', 'supplement'],
  loan_review: ['supplement', 'reject'],
  attention: ['done'],
};

export const isHeldBack = (kind: TaskKind, decision: string) =>
  heldBack[kind]?.includes(decision) === true;

type Held = {
  task: Task;
  /** How the decision reads once it is made. */
  text: string;
  /** `leaving`: the page goes away while it is sent. */
  send: (leaving: boolean) => Promise<void>;
  fail: (error: unknown) => void;
};
/** One decision while it is held. */
type Holding = Held & {
  until: number;
  timer: number;
  isUndone: boolean;
  /** The task that was taken in its place; it goes back to all where the decision is undone. */
  next: string | null;
};

let held: Holding | null = null;
const listeners = new Set<() => void>();

function change(next: typeof held): void {
  held = next;
  for (const listen of listeners) listen();
}

/** Sends what is held, now; nothing happens where nothing is. */
export async function sendHeld(leaving = false): Promise<void> {
  if (!held) return;
  const { send, fail, timer } = held;
  window.clearTimeout(timer);
  change(null);
  try {
    await send(leaving);
  } catch (error) {
    fail(error);
  }
}

/** Holds one decision; one that was held before is sent. */
export function hold(decision: Held): Holding {
  void sendHeld();
  const timer = window.setTimeout(() => void sendHeld(), HELD_MS);
  const until = performance.now() + HELD_MS;
  const holding = { ...decision, until, timer, isUndone: false, next: null };
  change(holding);
  return holding;
}

/** Takes the decision back: it was never sent. Null where none is held. */
export function undoHeld(): Holding | null {
  const holding = held;
  if (!holding) return null;
  window.clearTimeout(holding.timer);
  holding.isUndone = true;
  change(null);
  return holding;
}

window.addEventListener('pagehide', () => void sendHeld(true));

export function useHeld() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => held,
  );
}
