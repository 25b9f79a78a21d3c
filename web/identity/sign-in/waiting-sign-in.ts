// What a sign-in that was refused for want of a second factor waits for.
import type { SecondStep } from '#contract/identity/factor.ts';

/** The second step, and the path that the sign-in leads to. */
export type WaitingSignIn = { step: SecondStep; to: string };

/** The second step in a refusal; null where it is another. */
export function secondStepIn(error: unknown): SecondStep | null {
  const { code, data } = error as { code?: unknown; data?: SecondStep };
  return (code === 'SECOND_FACTOR_REQUIRED' && data) || null;
}

const KEY = 'waitingSignIn';

/** Keeps it in this tab for the login page, which is another document. */
export function keepWaiting(waiting: WaitingSignIn): void {
  sessionStorage.setItem(KEY, JSON.stringify(waiting));
}

/** What another page has kept, once. */
export function takeWaiting(): WaitingSignIn | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return JSON.parse(kept ?? 'null') as WaitingSignIn | null;
  } catch {
    return null;
  }
}
