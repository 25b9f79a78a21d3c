// What a new password may not be: asked here wherever one is set.
import { Refusal } from '#contract/refusals.ts';
import { isCommonPassword } from '../adapters/passwords.ts';

const same = (a: string, b: string) =>
  a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase();

/**
 * Says nothing about any account. Refuses PASSWORD_MISMATCH, PASSWORD_COMMON (of the 10,000 tried
 * first) and PASSWORD_IS_EMAIL (the e-mail, or what stands before its @, in whatever capitals).
 */
export function assertNewPassword(
  email: string,
  { password, passwordCheck }: { password: string; passwordCheck: string },
): void {
  if (password !== passwordCheck) throw new Refusal('PASSWORD_MISMATCH');
  if (isCommonPassword(password)) throw new Refusal('PASSWORD_COMMON');
  const local = email.split('@')[0] ?? '';
  if (same(password, email) || same(password, local)) throw new Refusal('PASSWORD_IS_EMAIL');
}
