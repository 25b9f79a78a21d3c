// Which addresses of push services the server may ask: a browser names them, so a member could
// name any.
import { isIP } from 'node:net';
import { isLoopback } from '../../config/certificates.ts';

/** Push services of the browsers; a name stands also for all names below it. */
export const pushServices = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const;

/**
 * Returns the address of a subscription, or null if it is not one of a push service in `hosts`. An
 * entry with a port names a service on this machine, which only a test has.
 */
export function pushAddressOf(endpoint: string, hosts: readonly string[]): URL | null {
  if (!URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null;
  if (isLoopback(url.hostname)) return url.port !== '' && hosts.includes(url.host) ? url : null;
  if (url.protocol !== 'https:' || url.port !== '' || isIP(url.hostname) !== 0) return null;
  const isListed = hosts.some((host) => url.host === host || url.host.endsWith(`.${host}`));
  return isListed ? url : null;
}
