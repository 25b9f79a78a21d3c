// The server's cookies: hidden from scripts, and not sent with requests of other sites.
import type { Config } from './config/config.ts';

/** The site a cookie belongs to. Cookies ignore ports, so each site has its own names. */
export type CookieSite = 'site' | 'office';
type Urls = Pick<Config, 'publicUrl' | 'officeUrl'>;

const isSecure = (urls: Urls, site: CookieSite) =>
  (site === 'site' ? urls.publicUrl : urls.officeUrl).startsWith('https:');

/**
 * Over https the __Host- prefix prevents other hosts of the domain from setting the cookie; http
 * does not support it.
 */
const prefixed = (urls: Urls, site: CookieSite, name: string) =>
  isSecure(urls, site) ? `__Host-${name}` : name;

export const officeSessionCookie = (urls: Urls) => prefixed(urls, 'office', 'office_session');

/** Name of the cookie that identifies a browser that has signed in before; it grants no access. */
export const deviceCookie = (urls: Urls, site: CookieSite) =>
  prefixed(urls, site, site === 'site' ? 'device' : 'office_device');

/** Name of the cookie that names the registration made in a browser. */
export const registrationCookie = (urls: Urls) => prefixed(urls, 'site', 'registration');

type Cookie = { name: string; value: string; seconds: number; sameSite?: 'Strict' | 'Lax' };

/** Returns the header that sets a cookie; without `seconds` it removes the cookie. */
export function setCookie(
  urls: Urls,
  site: CookieSite,
  { name, value, seconds, sameSite = 'Strict' }: Cookie,
): string {
  const secure = isSecure(urls, site) ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}

/** Returns the value of a cookie in a request's header; null if it is not set. */
export function cookieIn(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null;
  }
  return null;
}
