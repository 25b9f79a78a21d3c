// TCP proxy before PostgreSQL that delays what it forwards, or holds it back as a partitioned
// network does.
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Which direction is held back: requests to the database, its answers, or both. */
export type Silence = 'none' | 'requests' | 'answers' | 'both';

/**
 * Time in ms after which PostgreSQL ends a session whose machine it no longer reaches, by the
 * keepalives of `role-limits.ts`.
 */
const KEEPALIVES_MS = 25_000;
const LOOK_MS = 50;

/**
 * Starts a proxy before a port. A chunk is delayed by `delayMs`, and held back while its direction
 * is silent. The end of a connection passes a silent network only after the silence, or after the
 * time in which the keepalives notice it.
 */
export async function startFaultProxy(port: number) {
  const state = { delayMs: 0, silent: 'none' as Silence };
  const sockets = new Set<Socket>();
  const isHeld = (direction: Silence) => state.silent === direction || state.silent === 'both';
  const forward = (from: Socket, to: Socket, direction: Silence) => {
    sockets.add(from);
    let last: Promise<unknown> = Promise.resolve();
    from.on('data', (chunk) => {
      const { delayMs } = state;
      last = last.then(async () => {
        if (delayMs > 0) await sleep(delayMs);
        while (isHeld(direction) && !to.destroyed) await sleep(LOOK_MS);
        to.write(chunk);
      });
    });
    from.once('close', async () => {
      sockets.delete(from);
      const limit = performance.now() + KEEPALIVES_MS;
      while (isHeld(direction) && performance.now() < limit) await sleep(LOOK_MS);
      to.destroy();
    });
    from.on('error', () => from.destroy());
  };
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    forward(near, far, 'requests');
    forward(far, near, 'answers');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    state,
    port: (server.address() as AddressInfo).port,
    close: () => {
      state.silent = 'none';
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
