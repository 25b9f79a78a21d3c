// What every sender of push messages must do.
import assert from 'node:assert/strict';
import { PushFailed, type PushSender, createPush } from '../../server/adapters/push/push.ts';
import { newBrowser, startPushService } from '../doubles/push.ts';
import { type PortSubjects, type Property, assertSaysNone, endsWithin, failsWith } from './kit.ts';

const LIMIT_MS = 1_000;
const PATH = '/push/sec-ret-token';
const text = JSON.stringify({ title: '還款提醒', body: '請登入查看。' });
const now = () => new Date('2026-11-23T02:00:00Z');

type Context = {
  sender: PushSender;
  service: Awaited<ReturnType<typeof startPushService>>;
  keys: { p256dh: string; auth: string };
};

const messageTo = ({ service, keys }: Context) => ({
  id: 'c0ffee00c0ffee00c0ffee00c0ffee00',
  subscription: { endpoint: `http://${service.host}${PATH}`, ...keys },
  text,
});

async function failureOf(context: Context, more: object = {}): Promise<PushFailed> {
  const sending = context.sender.send({ ...messageTo(context), ...more });
  const error = await failsWith('PushFailed', sending);
  assert.ok(error instanceof PushFailed);
  assertSaysNone(error, [PATH, '還款提醒', context.keys.p256dh, context.keys.auth]);
  return error;
}

const ofAnswers = (context: Context): Property[] => [
  {
    name: 'only the browser can read the text, and the sender names itself',
    async run() {
      context.service.be(201);
      await context.sender.send(messageTo(context));
      const [one, ...others] = context.service.arrived;
      assert.deepEqual([one?.text, one?.url, others], [text, PATH, []]);
      assert.match(String(one!.headers['authorization']), /^vapid t=[\w.-]+, k=[\w-]{87}$/);
      assert.equal(one!.headers['content-encoding'], 'aes128gcm');
      assert.ok(Number(one!.headers['ttl']) > 0);
    },
  },
  {
    name: 'all tries of a message have the same topic',
    async run() {
      context.service.be(201);
      for (let tries = 0; tries < 2; tries++) await context.sender.send(messageTo(context));
      const topics = context.service.arrived.map(({ headers }) => headers['topic']);
      assert.ok(typeof topics[0] === 'string' && topics[0].length <= 32);
      assert.equal(new Set(topics).size, 1);
    },
  },
  ...([404, 410] as const).map((status) => ({
    name: `a subscription that has ended (${status}) is gone`,
    async run() {
      context.service.be(status);
      const { again, isGone } = await failureOf(context);
      assert.deepEqual([again, isGone], [false, true]);
    },
  })),
  ...([400, 401, 403, 413, 429, 500, 503] as const).map((status) => ({
    name: `an answer ${status} is repeated only if it may help`,
    async run() {
      context.service.be(status);
      const { again, isGone } = await failureOf(context);
      assert.deepEqual([again, isGone], [status === 429 || status >= 500, false]);
    },
  })),
  {
    name: 'a redirect is not followed',
    async run() {
      context.service.be(302);
      assert.equal((await failureOf(context)).again, false);
      assert.equal(context.service.arrived.length, 1);
    },
  },
];

const ofFaults = (context: Context): Property[] => [
  {
    name: 'silence ends in time',
    async run() {
      context.service.be('silent');
      await endsWithin(LIMIT_MS, failureOf(context));
      assert.equal((await failureOf(context)).again, true);
    },
  },
  {
    name: 'a connection that breaks off may be tried again',
    async run() {
      context.service.be('broken');
      assert.equal((await failureOf(context)).again, true);
    },
  },
  {
    name: 'an address that is no push service is never asked',
    async run() {
      context.service.be(201);
      const [, port] = context.service.host.split(':');
      for (const host of [`localhost:${port}`, '127.0.0.1:1', '10.0.0.1', 'evil.example']) {
        const endpoint = `http://${host}${PATH}`;
        assert.equal(context.sender.accepts(endpoint), false);
        const subscription = { endpoint, ...context.keys };
        assert.equal((await failureOf(context, { subscription })).again, false);
      }
      assert.deepEqual(context.service.arrived, []);
    },
  },
  {
    name: 'keys that are no keys are refused',
    async run() {
      const endpoint = `http://${context.service.host}${PATH}`;
      const subscription = { endpoint, p256dh: 'AAAA', auth: 'AAAA' };
      assert.equal((await failureOf(context, { subscription })).again, false);
    },
  },
];

export async function openPush(): Promise<PortSubjects> {
  const browser = newBrowser();
  const service = await startPushService(browser);
  const settings = { subject: 'mailto:service@baixi.example', hosts: [service.host] };
  const privateKey = Buffer.alloc(32, 7);
  const sender = createPush({ ...settings, privateKey, timeoutMs: LIMIT_MS }, now);
  const context = { sender, service, keys: browser.keys };
  const properties = [...ofAnswers(context), ...ofFaults(context)];
  return {
    subjects: [{ port: 'push', adapter: 'Web Push', properties }],
    close: async () => service.close(),
  };
}
