// A free port for a program that is started next.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Returns a free port on loopback. It is below those that Linux gives to outgoing connections
 * (32768 and above), because one of them would often take the port before its use.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_768);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? found(false) : failed(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => found(true)));
  });
}
