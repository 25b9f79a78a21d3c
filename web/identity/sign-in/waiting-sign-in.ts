// State of a sign-in that was refused because it needs a second factor.
import type { SecondStep } from '#contract/identity/factor.ts';

/** The second step, and the path to which the sign-in leads. */
export type WaitingSignIn = { step: SecondStep; to: string };

/** Returns the second step in a refusal; null for any other refusal. */
export function secondStepIn(error: unknown): SecondStep | null {
  const { code, data } = error as { code?: unknown; data?: SecondStep };
  return (code === 'SECOND_FACTOR_REQUIRED' && data) || null;
}

const KEY = 'waitingSignIn';

/** Stores the pending sign-in in this tab for the login page, which is another document. */
export function keepWaiting(waiting: WaitingSignIn): void {
  sessionStorage.setItem(KEY, JSON.stringify(waiting));
}

/** Returns the pending sign-in that another page has stored, and removes it. */
export function takeWaiting(): WaitingSignIn | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return JSON.parse(kept ?? 'null') as WaitingSignIn | null;
  } catch {
    return null;
  }
}
