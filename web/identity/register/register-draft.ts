// Data that somebody has entered to register, stored in this tab; never the passwords.
import { storedName } from '../../drafts.ts';
import { safeReturn } from '../../session.ts';
import * as paths from '../../site/kit/paths.ts';

export type Interest = 'borrow' | 'invest' | 'both';

export type RegisterDraft = {
  email: string;
  interest: Interest | undefined;
  /** Whether the terms of service were agreed to. */
  terms: boolean;
  /** Whether each field was valid when it was last checked. */
  valid: { email: boolean; password: boolean; confirmPassword: boolean };
};

/** What is kept when only the e-mail is known, such as for the login after a mailed link. */
export const noDraft: RegisterDraft = {
  email: '',
  interest: undefined,
  terms: false,
  valid: { email: false, password: false, confirmPassword: false },
};

const KEY = storedName.registration;

export function readDraft(): RegisterDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as RegisterDraft | null;
    return typeof draft?.email === 'string' ? draft : null;
  } catch {
    return null;
  }
}

export function keepDraft(draft: RegisterDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Without storage, the form keeps the draft as long as the page is open.
  }
}

const TARGET = storedName.registrationTarget;

/** Keeps the page to which a registration leads, for the tab in which the mailed link is opened. */
export function keepTarget(path: string | null): void {
  try {
    if (path) localStorage.setItem(TARGET, path);
    else localStorage.removeItem(TARGET);
  } catch {
    // Without storage the link leads to the verification of the identity, as without a target.
  }
}

/** Returns the page to which the registration in this browser leads; null if none was named. */
function readTarget(): string | null {
  try {
    return localStorage.getItem(TARGET);
  } catch {
    return null;
  }
}

/** The page to which the registration in this browser leads, or else the next step. */
export function nextOfRegistration(): string {
  const target = readTarget();
  return target ? safeReturn(target) : paths.verification();
}
