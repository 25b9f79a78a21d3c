// The cookies the server sets: never read by scripts, never sent by another site.
import type { Config } from './config/config.ts';

/** Which site a cookie belongs to; cookies ignore ports, so that each has names of its own. */
export type CookieSite = 'site' | 'office';
type Urls = Pick<Config, 'publicUrl' | 'officeUrl'>;

const isSecure = (urls: Urls, site: CookieSite) =>
  (site === 'site' ? urls.publicUrl : urls.officeUrl).startsWith('https:');

/** Over https the prefix keeps other hosts of the domain from setting it; http cannot have it. */
const prefixed = (urls: Urls, site: CookieSite, name: string) =>
  isSecure(urls, site) ? `__Host-${name}` : name;

export const officeSessionCookie = (urls: Urls) => prefixed(urls, 'office', 'office_session');

/** By which a browser that has signed in before is known; it opens nothing. */
export const deviceCookie = (urls: Urls, site: CookieSite) =>
  prefixed(urls, site, site === 'site' ? 'device' : 'office_device');

/** The header that sets a cookie; no seconds remove it. */
export function setCookie(
  urls: Urls,
  site: CookieSite,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): string {
  const secure = isSecure(urls, site) ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** The value of a cookie in a request's header; null where there is none. */
export function cookieIn(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null;
  }
  return null;
}
