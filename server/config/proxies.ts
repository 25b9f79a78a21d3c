// Decides which proxies in front of the server are trusted to state the client's address.
import { BlockList, isIP } from 'node:net';

/** Returns whether an address is a trusted proxy; `hop` is its distance (0 is the nearest). */
export type TrustProxy = (address: string, hop: number) => boolean;

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const YES =
  'would believe any address a client writes: give the number of proxies in front, such as 1, ' +
  'or their networks, such as 10.0.0.0/8,loopback';
const SHAPE =
  'must be no, a number of proxies from 1 to 9, or networks such as 10.0.0.0/8,loopback';

/**
 * Adds a network in CIDR notation or a single address to the list; returns whether it was valid.
 */
function added(networks: BlockList, text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
    return false;
  }
  const most = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  // Length 0 is refused, because such a prefix would match every address.
  if (prefix < 1 || prefix > most) return false;
  networks.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  return true;
}

function within(names: readonly string[]): TrustProxy | null {
  const networks = new BlockList();
  const all = names.flatMap((name) => NAMED[name] ?? [name]);
  if (!all.every((network) => added(networks, network))) return null;
  return (address) => {
    const version = isIP(address);
    return version > 0 && networks.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}

/**
 * Reads TRUST_PROXY. `no` trusts no proxy. A list of networks trusts every address in them. A
 * number trusts that many proxies, counted from the nearest; these must be in a private network, so
 * that a client who bypasses the proxy is not trusted. Throws an Error that says what is wrong with
 * any other value.
 */
export function trustOf(setting: string): TrustProxy | false {
  if (setting === 'no') return false;
  if (['yes', 'true', 'on', '*'].includes(setting.toLowerCase())) throw new Error(YES);
  if (/^[1-9]$/.test(setting)) {
    const hops = Number(setting);
    const near = within(Object.keys(NAMED));
    return (address, hop) => hop < hops && (hop > 0 || near?.(address, hop) === true);
  }
  const trust = within(setting.split(',').map((name) => name.trim()));
  if (!trust) throw new Error(SHAPE);
  return trust;
}
