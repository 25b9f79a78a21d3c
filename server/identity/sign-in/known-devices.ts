// Recognises browsers by a signed cookie. It grants no access, but has its own limit of attempts,
// so that strangers' attempts never lock out a member who has signed in here before.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Services } from '../../services.ts';
import { bareHash } from '../../adapters/secrets.ts';
import { deviceCookie, setCookie } from '../../cookies.ts';

type Who = { kind: 'member' | 'operator'; email: string };

const COOKIE_SECONDS = 365 * 86_400;
const SHAPE = /^([\w-]{22})\.([\w-]{43})$/;
/** Several people may share a browser; each account has its own entry in the cookie. */
const ACCOUNTS_MAX = 5;
const BETWEEN = '~';

/**
 * The signature covers the account, so that a browser is known only to accounts that signed in on
 * it.
 */
const signed = ({ kind, email }: Who, name: string) =>
  ['device', `${kind}:${email}:${name}`] as const;

const entriesOf = (cookie: string | null) =>
  (cookie ?? '').split(BETWEEN, ACCOUNTS_MAX).filter((entry) => SHAPE.test(entry));

/** Returns the browser's name from a cookie entry, if the entry belongs to this account. */
function nameIn({ secrets }: Pick<Services, 'secrets'>, who: Who, entry: string): string | null {
  const [, name = '', signature = ''] = SHAPE.exec(entry) ?? [];
  const given = Buffer.from(signature);
  const isRight = secrets.fingerprints(...signed(who, name)).some((one) => {
    const right = Buffer.from(bareHash(one));
    return right.length === given.length && timingSafeEqual(right, given);
  });
  return isRight ? name : null;
}

export const newDeviceName = () => randomBytes(16).toString('base64url');

/**
 * Returns the header that makes this browser known to an account that has just signed in; the
 * cookie's entries of other accounts stay.
 */
export function rememberDevice(
  { config, secrets }: Services,
  who: Who,
  { name = newDeviceName(), cookie = null }: { name?: string; cookie?: string | null } = {},
): string {
  const site = who.kind === 'member' ? 'site' : 'office';
  const others = entriesOf(cookie).filter((entry) => nameIn({ secrets }, who, entry) === null);
  const signature = bareHash(secrets.fingerprint(...signed(who, name)));
  const entries = [`${name}.${signature}`, ...others];
  return setCookie(config, site, {
    name: deviceCookie(config, site),
    value: entries.slice(0, ACCOUNTS_MAX).join(BETWEEN),
    seconds: COOKIE_SECONDS,
  });
}

/** Returns the name of a browser that has signed in to this account before; null for any other. */
export function knownDevice(
  services: Pick<Services, 'secrets'>,
  who: Who,
  cookie: string | null,
): string | null {
  for (const entry of entriesOf(cookie)) {
    const name = nameIn(services, who, entry);
    if (name !== null) return name;
  }
  return null;
}

/** Returns the names by which a browser is known to the other accounts that signed in on it. */
export const namesOfOthers = (
  services: Pick<Services, 'secrets'>,
  who: Who,
  cookie: string | null,
): string[] =>
  entriesOf(cookie)
    .filter((entry) => nameIn(services, who, entry) === null)
    .map((entry) => SHAPE.exec(entry)?.[1] ?? '');
