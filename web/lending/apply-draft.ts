// An application being written: kept on this device, by member, until it is handed in.
import { now } from '../ui/clock.ts';

/** What has been filled in so far, by the names of the contract's application. */
export type Draft = {
  values: Record<string, unknown>;
  /** The farthest step that was reached. */
  reached: number;
  /** ms since 1970; 0 where nothing was kept yet. */
  savedAt: number;
};

const empty: Draft = { values: {}, reached: 0, savedAt: 0 };
const keyOf = (memberId: string) => `loan-draft:${memberId}`;

export function readDraft(memberId: string): Draft {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(memberId)) ?? 'null') as Draft | null;
    return kept && typeof kept.values === 'object' ? { ...empty, ...kept } : empty;
  } catch {
    return empty;
  }
}

/** Keeps the draft; answers it with the time, which stays 0 where nothing can be kept. */
export function keepDraft(memberId: string, draft: Draft): Draft {
  const kept = { ...draft, savedAt: now() };
  try {
    localStorage.setItem(keyOf(memberId), JSON.stringify(kept));
    return kept;
  } catch {
    return { ...draft, savedAt: 0 };
  }
}

export function dropDraft(memberId: string): void {
  try {
    localStorage.removeItem(keyOf(memberId));
  } catch {
    // What cannot be kept need not be removed.
  }
}
