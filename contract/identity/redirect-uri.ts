// Addresses to which an application of a partner may have members sent back.

const LOOPBACK = new Set(['127.0.0.1', '[::1]']);

/** Whether an address is on the member's own machine, where the port may differ (RFC 8252). */
const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && LOOPBACK.has(hostname);

/**
 * Whether an address may be registered: HTTPS, a loopback address, or a scheme of an app that
 * contains its domain (`com.example.app:/back`); never with a fragment, user or wildcard. Hosts in
 * other letters are written as `xn--…`, because some letters of other scripts look like ours.
 */
export function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || /[#*\s]|[^\x21-\x7e]/.test(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return isLoopback(url) || /^[a-z][a-z\d-]*(\.[a-z\d-]+)+:$/.test(url.protocol);
}

/** Whether a request names a registered address: character by character, except a loopback port. */
export function isSameRedirect(registered: string, given: string): boolean {
  if (registered === given) return true;
  if (!isRedirectUri(given)) return false;
  const [one, other] = [new URL(registered), new URL(given)];
  if (!isLoopback(one) || !isLoopback(other)) return false;
  one.port = other.port;
  return one.href === other.href;
}

/** What a member reads as the place they are sent back to. */
export function placeOf(text: string): string {
  const url = new URL(text);
  if (isLoopback(url)) return '您這台電腦上的程式';
  return url.protocol === 'https:' ? url.host : `手機或電腦上的 App（${url.protocol}）`;
}

/**
 * Splits an address for a reader, who must see to which host it leads: what comes before the host,
 * the host in ASCII, and the rest. An address of an app has no host.
 */
export function partsOf(text: string): { before: string; host: string; after: string } {
  const { href, host } = new URL(text);
  const at = host === '' ? -1 : href.indexOf(host);
  if (at < 0) return { before: href, host: '', after: '' };
  return { before: href.slice(0, at), host, after: href.slice(at + host.length) };
}
