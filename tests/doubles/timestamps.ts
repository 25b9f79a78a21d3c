// Test double of a timestamp authority: the stand-in behind HTTP, which can also misbehave.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type StandIn,
  makeStandInKeys,
  openStandIn,
} from '../../server/adapters/timestamps/stand-in.ts';

type Way =
  | 'well'
  | 'failing'
  | 'silent'
  | 'endless'
  | 'redirecting'
  | 'replaying'
  | 'refusing'
  | 'babbling';

export type TimestampAuthority = {
  url: string;
  /** How often the revocation list was fetched. */
  listsAsked(): number;
  standIn: StandIn;
  credentials: { user: string; password: string };
  /** Sets how this authority answers from now on. */
  be(way: Way): void;
  close(): Promise<void>;
};

/** A response of status "rejection" without a token. */
const REJECTION = Buffer.from('30053003020102', 'hex');

export async function startTimestampAuthority(): Promise<TimestampAuthority> {
  const now = () => new Date(performance.timeOrigin + performance.now());
  const credentials = { user: 'baixi', password: 'to-ken-of-the-tsa' };
  const expected = `Basic ${Buffer.from(`baixi:${credentials.password}`).toString('base64')}`;
  let way: Way = 'well';
  let last: Buffer | null = null;
  let lists = 0;
  const opened = Promise.withResolvers<StandIn>();
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (way === 'silent') return;
    if (way === 'failing') return void response.writeHead(503).end('down');
    if (way === 'redirecting') return void response.writeHead(302, { location: '/' }).end();
    if (way === 'endless') return void response.end(Buffer.alloc(3_000_000));
    if (way === 'babbling') return void response.end('<html>no timestamp</html>');
    if (way === 'refusing') return void response.end(REJECTION);
    const standIn = await opened.promise;
    if (request.url === '/list') {
      lists += 1;
      return void response.end(await standIn.revocationList());
    }
    const isQuery = request.headers['content-type'] === 'application/timestamp-query';
    if (request.headers.authorization !== expected) return void response.writeHead(401).end();
    if (!isQuery) return void response.writeHead(415).end();
    const fresh = await standIn.respond(Buffer.concat(pieces));
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' });
    response.end(way === 'replaying' && last ? last : fresh);
    last = fresh;
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = await makeStandInKeys({ now: now(), listUrl: `${origin}/list` });
  const standIn = await openStandIn(keys, now);
  opened.resolve(standIn);
  return {
    url: `${origin}/tsa`,
    listsAsked: () => lists,
    standIn,
    credentials,
    be(next) {
      way = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
