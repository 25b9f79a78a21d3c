// A Google account that was proven at login but is not registered yet, on its way to register.
const KEY = 'googleNewcomer';

export type Newcomer = { token: string; email: string };

/** Stored in this tab; the token is valid for minutes and only for this. */
export function keepNewcomer(newcomer: Newcomer): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(newcomer));
  } catch {
    // If storing fails, Google is asked again on the register page.
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
    // In that case nothing was stored.
  }
}
