// What a new password may not be: asked here wherever one is set.
import { Refusal } from '#contract/refusals.ts';
import type { Services } from '../../action.ts';
import { isCommonPassword } from '../../adapters/auth/weak-passwords.ts';

const same = (a: string, b: string) =>
  a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase();

/**
 * Whether the service of leaked passwords knows it. Where there is none, or none that answers,
 * nobody is kept from setting one: the list of our own has been asked before.
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
 * Says nothing about any account. Refuses PASSWORD_MISMATCH, PASSWORD_IS_EMAIL (the e-mail, or what
 * stands before its @, in whatever capitals) and PASSWORD_COMMON (of those tried first, or leaked).
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
