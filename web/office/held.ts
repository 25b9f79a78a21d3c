// A decision held back ten seconds before it is sent, so that it can be taken back unsent.
import { useSyncExternalStore } from 'react';
import type { Task, TaskKind } from '#contract/tasks.ts';

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

let held: (Held & { until: number; timer: number }) | null = null;
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
export function hold(decision: Held): void {
  void sendHeld();
  const timer = window.setTimeout(() => void sendHeld(), HELD_MS);
  change({ ...decision, until: performance.now() + HELD_MS, timer });
}

/** Takes the decision back: it was never sent. Answers the task it was about. */
export function undoHeld(): Task | null {
  if (!held) return null;
  const { task, timer } = held;
  window.clearTimeout(timer);
  change(null);
  return task;
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
