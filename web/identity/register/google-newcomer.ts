// A Google account that was proven on the login page but is not registered yet, passed on to the
// registration page.
import { storedName } from '../../drafts.ts';

const KEY = storedName.newcomer;

export type Newcomer = { token: string; email: string };

/**
 * Stores the Google account in this tab; the token is valid for minutes and only for the
 * registration.
 */
export function keepNewcomer(newcomer: Newcomer): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(newcomer));
  } catch {
    // If storing fails, the registration page asks Google again.
  }
}

export function readNewcomer(): Newcomer | null {
  try {
    const newcomer = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Newcomer | null;
    return typeof newcomer?.token === 'string' ? newcomer : null;
  } catch {
    return null;
  }
}

export function forgetNewcomer(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // If the tab's storage is not available, nothing was stored that would have to be removed.
  }
}
