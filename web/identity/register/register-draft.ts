// Data that somebody has entered to register, stored in this tab; never the passwords.
import { storedName } from '../../drafts.ts';

export type Interest = 'borrow' | 'invest' | 'both';

export type RegisterDraft = {
  email: string;
  interest: Interest | undefined;
  /** Whether the terms of service were agreed to. */
  terms: boolean;
  /** Whether each field was valid when it was last checked. */
  valid: { email: boolean; password: boolean; confirmPassword: boolean };
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
