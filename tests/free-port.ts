// Free ports for servers whose address must be known before they start.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Returns a port of this machine that nobody uses. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
