// Test double of a leaked-password service: answers ranges of SHA-1 hashes as the real one does.
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PasswordService = {
  url: string;
  /** Requests that this fake service received: paths, and the padding header. */
  asked: { path: string; padding: string | undefined }[];
  /** Sets how this fake service answers from now on. */
  be(way: 'well' | 'failing' | 'silent' | 'endless'): void;
  close(): Promise<void>;
};

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

/**
 * Starts a service that knows the passwords `leaked`; its answers also contain padding, `padded`
 * entries with a count of 0.
 */
export async function startPasswordService(
  leaked: readonly string[],
  padded: readonly string[] = [],
): Promise<PasswordService> {
  const asked: PasswordService['asked'] = [];
  let way: 'well' | 'failing' | 'silent' | 'endless' = 'well';
  const known = [
    ...leaked.map((password) => [sha1(password), 3] as const),
    ...padded.map((password) => [sha1(password), 0] as const),
  ];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, padding: request.headers['add-padding'] as string | undefined });
    if (way === 'silent') return;
    if (way === 'failing') return void response.writeHead(503).end('down');
    const prefix = path.split('/').at(-1) ?? '';
    const own = known.filter(([hash]) => hash.startsWith(prefix));
    const lines = own.map(([hash, count]) => `${hash.slice(5)}:${count}`);
    const filled = Array.from({ length: way === 'endless' ? 50_000 : 800 }, () => {
      const other = randomBytes(20).toString('hex').toUpperCase();
      return `${other.slice(5)}:0`;
    });
    response.end([...filled, ...lines].join('\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/range`,
    asked,
    be(next) {
      way = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
