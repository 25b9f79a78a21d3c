// Browsers known again: a signed cookie that opens nothing, but has tries of its own, so that the
// tries of strangers never keep out whoever has signed in here before.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Services } from '../action.ts';
import { deviceCookie, setCookie } from '../cookies.ts';

type Who = { kind: 'member' | 'operator'; email: string };

const KEPT_SECONDS = 365 * 86_400;
const SHAPE = /^([\w-]{22})\.([\w-]{43})$/;

/** Bound to the account: a browser is known to those alone who have signed in on it. */
const signatureOf = (secrets: Services['secrets'], { kind, email }: Who, name: string) =>
  secrets.fingerprint('device', `${kind}:${email}:${name}`);

/** The header by which a browser is known from now on to an account that has just signed in. */
export function rememberDevice({ config, secrets }: Services, who: Who): string {
  const name = randomBytes(16).toString('base64url');
  const site = who.kind === 'member' ? 'site' : 'office';
  return setCookie(config, site, {
    name: deviceCookie(config, site),
    value: `${name}.${signatureOf(secrets, who, name)}`,
    seconds: KEPT_SECONDS,
  });
}

/** The name of a browser that has signed in to this account before; null for any other. */
export function knownDevice(
  { secrets }: Pick<Services, 'secrets'>,
  who: Who,
  cookie: string | null,
): string | null {
  const [, name, given] = SHAPE.exec(cookie ?? '') ?? [];
  if (name === undefined || given === undefined) return null;
  const right = Buffer.from(signatureOf(secrets, who, name));
  const said = Buffer.from(given);
  return right.length === said.length && timingSafeEqual(right, said) ? name : null;
}
