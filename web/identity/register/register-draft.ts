// What somebody has filled in to register, kept in this tab; never the passwords themselves.
export type Interest = 'borrow' | 'invest' | 'both';

export type RegisterDraft = {
  email: string;
  interest: Interest | undefined;
  /** Whether each field was found valid when it was last looked at. */
  valid: { email: boolean; password: boolean; confirmPassword: boolean };
};

const KEY = 'registerDraft';

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
    // The form still holds it as long as the page is open.
  }
}
