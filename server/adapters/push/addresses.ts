// Which addresses of push services the server may ask: a browser names them, so a member could
// name any.
import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, type LookupFunction, isIP } from 'node:net';
import { isLoopback } from '../../config/certificates.ts';

/** Push services of the browsers; a name stands also for all names below it. */
export const pushServices = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const;

const innerNets =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 224.0.0.0/4 240.0.0.0/4 ::/96 64:ff9b::/96 ' +
  'fc00::/7 fe80::/10 ff00::/8 2002::/16';

const inner = new BlockList();
for (const net of innerNets.split(' ')) {
  const [address = '', bits] = net.split('/');
  inner.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** Returns whether an address belongs to this machine, a private network or nobody. */
export function isInnerAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  return inner.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

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

/** Resolves a name, and fails if it leads into a private network. */
export const outerLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, options, (error, found, family) => {
    const all: LookupAddress[] =
      typeof found === 'string' ? [{ address: found, family }] : (found ?? []);
    if (!error && all.some(({ address }) => isInnerAddress(address))) {
      done(Object.assign(new Error('a private address'), { code: 'EPRIVATE' }), '');
    } else done(error, found, family);
  });
};
