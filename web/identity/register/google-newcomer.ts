// A Google account that proved itself at login but is not registered yet, on its way to register.
const KEY = 'googleNewcomer';

export type Newcomer = { token: string; email: string };

/** Kept in this tab; the token is good for minutes and for nothing but this. */
export function keepNewcomer(newcomer: Newcomer): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(newcomer));
  } catch {
    // Google is simply asked once more, on the register page.
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
    // Nothing was kept then.
  }
}
