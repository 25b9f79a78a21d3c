// What every sender of LINE messages must do.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LineFailed, type LineSender, createLine } from '../../server/adapters/line/line.ts';
import { type PortSubjects, type Property, assertSaysNone, endsWithin, failsWith } from './kit.ts';

const LIMIT_MS = 1_000;
const message = {
  id: 'c0ffee00c0ffee00c0ffee00c0ffee00',
  to: 'U4af4980629f94d29a2c5f0d8e7b6a123',
  text: '還款提醒\n請登入查看。',
};

type Delivered = { to: string; text: string };
type Way = number | 'silent' | 'broken';

/** LINE as its reference describes it: a retry key is accepted once, and 409 says so afterwards. */
async function startLine() {
  let way: Way = 200;
  const keys = new Set<string>();
  const delivered: Delivered[] = [];
  const requests: { path: string | undefined; token: string | undefined }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      requests.push({ path: request.url, token: request.headers.authorization });
      const key = String(request.headers['x-line-retry-key']);
      assert.match(key, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      const isKnown = keys.has(key);
      const isAccepted = way === 200 || way === 'silent' || way === 'broken';
      if (isAccepted && !isKnown) {
        keys.add(key);
        const { to, messages } = JSON.parse(body) as { to: string; messages: { text: string }[] };
        for (const { text } of messages) delivered.push({ to, text });
      }
      // Only the answer is lost, not the message.
      if (way === 'silent') return;
      if (way === 'broken') return void response.destroy();
      const status = way === 200 && isKnown ? 409 : way;
      response.writeHead(status, { location: '/elsewhere' }).end('{"message":"…"}');
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    delivered,
    requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    be(next: Way, isFresh = true) {
      way = next;
      if (!isFresh) return;
      [delivered.length, requests.length] = [0, 0];
      keys.clear();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
type Line = Awaited<ReturnType<typeof startLine>>;

const failureOf = async (sender: LineSender): Promise<LineFailed> => {
  const error = await failsWith('LineFailed', sender.send(message));
  assert.ok(error instanceof LineFailed);
  assertSaysNone(error, [message.to, '還款提醒', 'to-ken']);
  return error;
};

const ofAnswers = (sender: LineSender, line: Line): Property[] => [
  {
    name: 'recipient and Chinese text arrive unchanged',
    async run() {
      line.be(200);
      await sender.send(message);
      assert.deepEqual(line.delivered, [{ to: message.to, text: message.text }]);
      assert.deepEqual(line.requests, [{ path: '/v2/bot/message/push', token: 'Bearer to-ken' }]);
    },
  },
  {
    name: 'an accepted retry key (409) is a success and no second message',
    async run() {
      line.be(200);
      for (let tries = 0; tries < 3; tries++) await sender.send(message);
      assert.equal(line.delivered.length, 1);
    },
  },
  ...([400, 401, 403, 404, 429, 500, 503] as const).map((status) => ({
    name: `an answer ${status} is repeated only if it may help`,
    async run() {
      line.be(status);
      assert.equal((await failureOf(sender)).again, status === 429 || status >= 500);
    },
  })),
  {
    name: 'a redirect is not followed',
    async run() {
      line.be(302);
      await failureOf(sender);
      assert.equal(line.requests.length, 1);
    },
  },
];

const ofFaults = (sender: LineSender, line: Line, away: LineSender): Property[] => [
  {
    name: 'silence ends in time',
    async run() {
      line.be('silent');
      await endsWithin(LIMIT_MS, failureOf(sender));
    },
  },
  ...(['silent', 'broken'] as const).map((way) => ({
    name: `tries after a lost answer (${way}) deliver one message`,
    async run() {
      line.be(way);
      assert.equal((await failureOf(sender)).again, true);
      line.be(200, false);
      await sender.send(message);
      assert.equal(line.delivered.length, 1);
    },
  })),
  {
    name: 'an unreachable LINE may be asked again',
    run: async () => assert.equal((await failureOf(away)).again, true),
  },
];

export async function openLine(): Promise<PortSubjects> {
  const gone = await startLine();
  gone.close();
  const line = await startLine();
  const senderAt = (url: string) => createLine({ url, token: 'to-ken', timeoutMs: LIMIT_MS });
  const sender = senderAt(line.url);
  const properties = [...ofAnswers(sender, line), ...ofFaults(sender, line, senderAt(gone.url))];
  return {
    subjects: [{ port: 'LINE', adapter: 'Messaging API', properties }],
    close: async () => line.close(),
  };
}
