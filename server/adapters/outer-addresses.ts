// Which addresses the server may ask if a member named the host: none of this machine, of a private
// network, or of nobody.
import { type LookupAddress, lookup as resolve } from 'node:dns';
import { BlockList, type LookupFunction, isIP } from 'node:net';

/** Networks that are not reached through the internet (IANA special-purpose registries). */
const innerNets =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 ' +
  '192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 ' +
  '224.0.0.0/4 240.0.0.0/4 ::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 ' +
  '2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8';

const inner = new BlockList();
for (const net of innerNets.split(' ')) {
  const [address = '', bits] = net.split('/');
  inner.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** IPv4 addresses written as IPv6; in the other list it would contain every IPv4 address. */
const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Returns whether an address belongs to this machine, a private network or nobody. */
export function isInnerAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  if (family === 6 && mapped.check(address, 'ipv6')) return true;
  return inner.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Returns a function that resolves a name, and fails with EPRIVATE if any of its addresses is an
 * inner one. A connection made with it uses the addresses that were checked, because the name is
 * resolved only once.
 */
export const outerLookupBy =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, options, (error, found, family) => {
      const all: LookupAddress[] =
        typeof found === 'string' ? [{ address: found, family: family ?? 0 }] : (found ?? []);
      if (!error && all.some(({ address }) => isInnerAddress(address))) {
        done(Object.assign(new Error('a private address'), { code: 'EPRIVATE' }), '');
      } else done(error, found, family);
    });
  };

/** Resolves a name by the machine's own resolver. */
export const outerLookup = outerLookupBy(resolve);
