// What every sender of text messages must do.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGateway } from '../../server/adapters/sms/gateway.ts';
import {
  type SmsLayoutName,
  smsLayoutNames,
  smsLayouts,
} from '../../server/adapters/sms/layouts.ts';
import { SmsFailed, type SmsSender, createSms } from '../../server/adapters/sms/sms.ts';
import { type PortSubjects, type Property, assertSaysNone, endsWithin, failsWith } from './kit.ts';

const LIMIT_MS = 1_000;
const message = { id: 'c0ffee', to: '0912345678', text: '【百溪】驗證碼 482913，５分鐘內有效。' };
const secrets = [message.to, '482913', '【百溪】', 'pa-ss-word', 'to-ken'];

type Way = 'accept' | 'refuse' | 'later' | 'silent' | 'redirect' | 'broken';
type Layout = 'json' | SmsLayoutName;
/** A provider as a layout describes it, with the messages that it would have delivered. */
type Provider = { url: string; delivered: { to: string; text: string }[]; be(way: Way): void };

const answers: Record<Layout, Record<'accept' | 'refuse' | 'later', [number, string]>> = {
  json: { accept: [200, '{}'], refuse: [422, '{}'], later: [503, ''] },
  mitake: {
    accept: [200, '[1]\r\nmsgid=#01\r\nstatuscode=1\r\n'],
    refuse: [200, '[1]\r\nstatuscode=v\r\n'],
    later: [200, '[1]\r\nstatuscode=e\r\n'],
  },
  kotsms: { accept: [200, 'kmsgid=85'], refuse: [200, 'kmsgid=-5'], later: [200, 'kmsgid=-2'] },
};

type ReceivedMessage = { to: string; text: string; id: string | null };

/** Reads a request as the provider does. */
function receivedBy(
  layout: Layout,
  query: string,
  body: string,
  id: string | null,
): ReceivedMessage {
  if (layout === 'json') return { ...(JSON.parse(body) as { to: string; text: string }), id };
  const { charset, fields, method } = smsLayouts[layout];
  const values = new Map(
    (method === 'POST' ? body : query).split('&').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      const bytes = Buffer.from(
        value.replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
          String.fromCharCode(parseInt(hex, 16)),
        ),
        'latin1',
      );
      return [name, new TextDecoder(charset).decode(bytes)];
    }),
  );
  const named = (name: string) => values.get(name) ?? '';
  const own = 'id' in fields ? named(fields.id) : null;
  return { to: named(fields.to), text: named(fields.text), id: own };
}

async function startProvider(layout: Layout): Promise<Provider & { close(): void }> {
  let way: Way = 'accept';
  const ids = new Set<string>();
  const delivered: Provider['delivered'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      const key = request.headers['idempotency-key'] ?? null;
      const query = request.url?.split('?')[1] ?? '';
      const { id, ...received } = receivedBy(layout, query, body, key as string | null);
      const isNew = id === null || !ids.has(id);
      if (id !== null) ids.add(id);
      // A silent provider delivers the message, and only its answer is lost.
      if (isNew && (way === 'accept' || way === 'silent')) delivered.push(received);
      if (way === 'silent') return;
      if (way === 'broken') return void response.destroy();
      const [status, text] = way === 'redirect' ? [302, ''] : answers[layout][way];
      response.writeHead(status as number, { location: '/elsewhere' }).end(text);
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    delivered,
    be(next) {
      [way, delivered.length] = [next, 0];
      ids.clear();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const failureOf = async (sender: SmsSender): Promise<SmsFailed> => {
  const error = await failsWith('SmsFailed', sender.send(message));
  assert.ok(error instanceof SmsFailed);
  assertSaysNone(error, secrets);
  return error;
};

const ofAnswers = (sender: SmsSender, provider: Provider): Property[] => [
  {
    name: 'number and Chinese text arrive unchanged',
    async run() {
      provider.be('accept');
      await sender.send(message);
      assert.deepEqual(provider.delivered, [{ to: message.to, text: message.text }]);
    },
  },
  {
    name: 'a refused message is not repeated',
    async run() {
      provider.be('refuse');
      assert.equal((await failureOf(sender)).again, false);
    },
  },
  {
    name: 'a fault of account or provider may be repeated',
    async run() {
      provider.be('later');
      assert.equal((await failureOf(sender)).again, true);
    },
  },
  {
    name: 'a redirect is not followed',
    async run() {
      provider.be('redirect');
      await failureOf(sender);
      assert.deepEqual(provider.delivered, []);
    },
  },
];

const ofFaults = (sender: SmsSender, provider: Provider, away: SmsSender): Property[] => [
  {
    name: 'silence ends in time',
    async run() {
      provider.be('silent');
      await endsWithin(LIMIT_MS, failureOf(sender));
      await failureOf(sender);
    },
  },
  {
    name: 'tries after a lost answer deliver one message',
    async run() {
      provider.be('silent');
      for (let tries = 0; tries < 3; tries++) if (!(await failureOf(sender)).again) break;
      assert.equal(provider.delivered.length, 1);
    },
  },
  {
    name: 'a connection that breaks off is a failure',
    async run() {
      provider.be('broken');
      await failureOf(sender);
    },
  },
  {
    name: 'an unreachable provider may be asked again',
    run: async () => assert.equal((await failureOf(away)).again, true),
  },
];

const senderOf = (layout: Layout, url: string): SmsSender => {
  const timeoutMs = LIMIT_MS;
  if (layout === 'json') return createSms({ url, token: 'to-ken', timeoutMs });
  return createGateway({ layout, url, user: 'baixi', password: 'pa-ss-word', timeoutMs });
};

export async function openSms(): Promise<PortSubjects> {
  const gone = await startProvider('json');
  gone.close();
  const opened = await Promise.all(
    (['json', ...smsLayoutNames] as const).map(async (layout) => {
      const provider = await startProvider(layout);
      const sender = senderOf(layout, provider.url);
      const faults = ofFaults(sender, provider, senderOf(layout, gone.url));
      const properties = [...ofAnswers(sender, provider), ...faults];
      return { provider, subject: { port: 'SMS', adapter: layout, properties } };
    }),
  );
  return {
    subjects: opened.map(({ subject }) => subject),
    async close() {
      for (const { provider } of opened) provider.close();
    },
  };
}
