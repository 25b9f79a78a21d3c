// Rules for new passwords, checked wherever a password is set.
import { Refusal } from '#contract/refusals.ts';
import type { Services } from '../../services.ts';
import { isCommonPassword } from '../../adapters/auth/weak-passwords.ts';

const same = (a: string, b: string) =>
  a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase();

/**
 * Returns whether the service of leaked passwords knows the password. If there is no service or it
 * does not answer, the password is allowed, because the server's own list was checked before.
 */
async function isLeaked({ log, passwordRange }: Services, password: string): Promise<boolean> {
  if (!passwordRange) return false;
  try {
    return await passwordRange.isLeaked(password);
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    log.warn({ because }, 'a new password was not looked up among leaked ones');
    return false;
  }
}

/**
 * Checks a new password without revealing anything about any account. Refuses PASSWORD_MISMATCH,
 * PASSWORD_IS_EMAIL (the e-mail or the part before its @, in upper or lower case) and
 * PASSWORD_COMMON (the password is among the first that attackers try, or was leaked).
 */
export async function assertNewPassword(
  services: Services,
  email: string,
  { password, passwordCheck }: { password: string; passwordCheck: string },
): Promise<void> {
  if (password !== passwordCheck) throw new Refusal('PASSWORD_MISMATCH');
  if (isCommonPassword(password)) throw new Refusal('PASSWORD_COMMON');
  const local = email.split('@')[0] ?? '';
  if (same(password, email) || same(password, local)) throw new Refusal('PASSWORD_IS_EMAIL');
  if (await isLeaked(services, password)) throw new Refusal('PASSWORD_COMMON');
}
