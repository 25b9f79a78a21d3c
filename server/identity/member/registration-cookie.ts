// The cookie that names a registration: whoever follows the mailed link in the browser that
// registered is signed in. It grants nothing by itself, and nothing is stored for it.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Services } from '../../services.ts';
import { bareHash } from '../../adapters/secrets.ts';
import { registrationCookie, setCookie } from '../../cookies.ts';

/** A link may be mailed again for a day; the links themselves are valid for 30 minutes. */
const COOKIE_SECONDS = 86_400;
const SHAPE = /^(\d{10}\.[\w-]{22})\.([\w-]{43})$/;

/** No account has this id: a registration under a known e-mail sets a cookie that names none. */
export const NO_ACCOUNT = 0;

/** The signature covers account and expiry, so that a cookie names one registration only. */
const signed = (memberId: number, name: string) => ['registration', `${memberId}:${name}`] as const;

/** Returns the header that names an account in the browser that has just registered it. */
export function nameRegistration(
  { clock, config, secrets }: Pick<Services, 'clock' | 'config' | 'secrets'>,
  memberId: number,
): string {
  const until = Math.floor(clock.realNow().getTime() / 1000) + COOKIE_SECONDS;
  const name = `${until}.${randomBytes(16).toString('base64url')}`;
  const signature = bareHash(secrets.fingerprint(...signed(memberId, name)));
  return setCookie(config, 'site', {
    name: registrationCookie(config),
    value: `${name}.${signature}`,
    seconds: COOKIE_SECONDS,
    sameSite: 'Lax',
  });
}

/** Returns the header that forgets the registration once its account is confirmed. */
export const forgetRegistration = ({ config }: Pick<Services, 'config'>): string =>
  setCookie(config, 'site', {
    name: registrationCookie(config),
    value: '',
    seconds: 0,
    sameSite: 'Lax',
  });

/** Returns whether a cookie that has not expired names this account. */
export function namesAccount(
  { clock, secrets }: Pick<Services, 'clock' | 'secrets'>,
  memberId: number,
  cookie: string | null,
): boolean {
  const [, name = '', signature = ''] = SHAPE.exec(cookie ?? '') ?? [];
  const given = Buffer.from(signature);
  const isSigned = secrets.fingerprints(...signed(memberId, name)).some((one) => {
    const right = Buffer.from(bareHash(one));
    return right.length === given.length && timingSafeEqual(right, given);
  });
  return isSigned && Number(name.slice(0, 10)) * 1000 > clock.realNow().getTime();
}
