// Tests of sending events: signatures, retries, replays, rotation, and a process that was killed.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { webhooks } from '#contract/webhooks/calls.ts';
import { today } from '../../tests/actors/loans.ts';
import { stepUp } from '../../tests/actors/people.ts';
import {
  expectedSignature,
  type Hooked,
  newDeveloper,
  openReceiver,
  type Receiver,
  register,
  withStatus,
} from '../../tests/actors/webhooks.ts';
import { expectNotice } from '../../tests/actors/mandates.ts';
import { useServer } from '../../tests/server.ts';
import { inWork } from '../work.ts';
import { publish } from './actions.ts';
import { forgetWebhooks } from './actions.ts';
import { sendWebhooks } from './sending.ts';
import type { Happened } from './rules.ts';

const server = useServer();
let receiver: Receiver;
beforeAll(async () => void (receiver = await openReceiver()));
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answers(withStatus(204));
});

const placed = ({ id }: Hooked, orderId = '7'): Happened => ({
  memberId: id,
  type: 'order.placed',
  data: { orderId, caseId: '3', status: 0, statusCode: 'awaiting_payment' },
});
const happen = (...events: Happened[]) => inWork(server.services, (work) => publish(work, events));
const send = () => sendWebhooks(server.services);
const deliveriesOf = async (member: Hooked, id: string) =>
  (await server.ok(webhooks.listDeliveries, { id }, member)).data;
/** Makes everything that waits due now, as if the time of the retries had come. */
const dueNow = () =>
  server.rows(`with freed as (update webhooks.endpoint set busy_until = '-infinity')
    update webhooks.message set next_try_at = now() - interval '1 second'
    where state = 'waiting' and attempts > 0`);

const messagesOf = (id: string) =>
  server.rows('select from webhooks.message where endpoint_id = $1', [id]);

async function developer(url = receiver.url) {
  const member = await newDeveloper(server);
  return { member, ...(await register(server, member, url)) };
}

test('an event is sent after its commit, signed, and with ids and states only', async () => {
  const { member, id, secret } = await developer();
  await happen(placed(member));
  expect(await send()).toBe(1);
  expect(await send()).toBe(0);
  expect(receiver.received).toHaveLength(1);
  const [got] = receiver.received;
  expect(got!.signatures).toEqual([expectedSignature(secret, got!)]);
  expect(Math.abs(got!.seconds - Date.now() / 1_000)).toBeLessThan(60);
  expect(got!.event).toEqual({
    type: 'order.placed',
    timestamp: expect.stringMatching(new RegExp(`^${today(server)}T`)),
    data: { orderId: '7', caseId: '3', status: 0, statusCode: 'awaiting_payment' },
  });
  const [delivery] = await deliveriesOf(member, id);
  expect(delivery).toMatchObject({
    eventId: got!.id,
    state: 'delivered',
    attempts: 1,
    status: 204,
  });
  const one = { id: delivery!.id };
  const { data } = await server.ok(webhooks.getDelivery, one, member);
  expect(data).toMatchObject({ webhookId: id, event: got!.event, tries: [{ status: 204 }] });
});

test('a change that is rolled back tells of nothing', async () => {
  const { member, id } = await developer();
  const failing = inWork(server.services, async (work) => {
    await publish(work, [placed(member)]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await send();
  expect(receiver.received).toEqual([]);
  expect(await deliveriesOf(member, id)).toEqual([]);
});

test('an event goes only to its member, and only to endpoints that chose its type', async () => {
  const { member, id } = await developer();
  const { member: other } = await developer();
  await register(server, member, `${receiver.url}/second`, ['order.placed']);
  await register(server, member, `${receiver.url}/third`, ['loan.settled']);
  await happen(placed(member), { ...placed(member), type: 'order.expired' });
  await send();
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.received.map((got) => got.id)).size).toBe(1);
  expect(await deliveriesOf(member, id)).toHaveLength(1);
  const [first] = (await server.ok(webhooks.listWebhooks, {}, other)).data;
  expect(await deliveriesOf(other, first!.id)).toEqual([]);
});

test('a failed event is tried again later with the same id, and then accepted', async () => {
  const { member, id } = await developer();
  receiver.answers(withStatus(503, 'busy'));
  await happen(placed(member));
  await send();
  const [waiting] = await deliveriesOf(member, id);
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, status: 503 });
  const seconds = (Date.parse(waiting!.nextTryAt!) - Date.now()) / 1_000;
  expect(seconds).toBeGreaterThan(20);
  expect(seconds).toBeLessThanOrEqual(30);
  expect(await send()).toBe(0);
  receiver.answers(withStatus(200));
  await dueNow();
  await send();
  const [first, second] = receiver.received;
  expect(second).toMatchObject({ id: first!.id, body: first!.body });
  expect(await deliveriesOf(member, id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  const { data } = await server.ok(webhooks.getDelivery, { id: waiting!.id }, member);
  expect(data.tries).toMatchObject([{ status: 503, answer: 'busy' }, { status: 200 }]);
});

test('after eight attempts the endpoint is stopped, its member told, and others wait', async () => {
  const { member, id } = await developer();
  receiver.answers(withStatus(500));
  await happen(placed(member, '1'));
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await send();
    await dueNow();
  }
  expect(receiver.received).toHaveLength(8);
  await happen(placed(member, '2'));
  expect(await send()).toBe(0);
  const [endpoint] = (await server.ok(webhooks.listWebhooks, {}, member)).data;
  expect(endpoint).toMatchObject({ id, state: 'failed', waiting: 1 });
  const states = (await deliveriesOf(member, id)).map(({ state }) => state);
  expect(states).toEqual(['waiting', 'failed']);
  await expectNotice(server, member, '127.0.0.1 的 Webhook 已停用');
  receiver.answers(withStatus(204));
  await server.ok(webhooks.resumeWebhook, { id }, member);
  await server.rows(`update webhooks.endpoint set busy_until = '-infinity' where id = $1`, [id]);
  await send();
  expect(receiver.received.at(-1)!.event.data).toMatchObject({ orderId: '2' });
});

test('an event that alone is not accepted does not stop the endpoint', async () => {
  const { member, id } = await developer();
  receiver.answers((request, answer) => {
    const isBad = receiver.received.at(-1)!.event.data['orderId'] === 'bad';
    withStatus(isBad ? 422 : 204)(request, answer);
  });
  await happen(placed(member, 'bad'));
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await happen(placed(member, 'good'));
    await send();
    await dueNow();
  }
  await send();
  const [endpoint] = (await server.ok(webhooks.listWebhooks, {}, member)).data;
  expect(endpoint).toMatchObject({ state: 'active', waiting: 0 });
  const failed = (await deliveriesOf(member, id)).filter(({ state }) => state === 'failed');
  expect(failed).toHaveLength(1);
});

test('a receiver that says that it is gone is stopped at once', async () => {
  const { member, id } = await developer();
  receiver.answers(withStatus(410));
  await happen(placed(member));
  await send();
  const [endpoint] = (await server.ok(webhooks.listWebhooks, {}, member)).data;
  expect(endpoint).toMatchObject({ id, state: 'failed' });
});

test('events of a paused endpoint are kept, and sent once it is resumed', async () => {
  const { member, id } = await developer();
  await server.ok(webhooks.pauseWebhook, { id }, member);
  await happen(placed(member, '1'), placed(member, '2'));
  expect(await send()).toBe(0);
  await server.ok(webhooks.resumeWebhook, { id }, member);
  expect(await send()).toBe(2);
  const orders = receiver.received.map(({ event }) => event.data['orderId']);
  expect(orders).toEqual(['1', '2']);
});

test('a delivery is sent again by hand with the same id', async () => {
  const { member, id } = await developer();
  await server.ok(webhooks.testWebhook, { id }, member);
  await send();
  const [delivery] = await deliveriesOf(member, id);
  expect(delivery).toMatchObject({ type: 'webhook.test', state: 'delivered' });
  await server.ok(webhooks.replayDelivery, { id: delivery!.id }, member);
  await server.ok(webhooks.replayDelivery, { id: delivery!.id }, member);
  await send();
  expect(receiver.received.map((got) => got.id)).toEqual([delivery!.eventId, delivery!.eventId]);
  expect(receiver.received[0]!.event.data).toEqual({ webhookId: id });
});

test('for a day after a rotation both secrets sign, and then only the new one', async () => {
  const { member, id, secret } = await developer();
  await stepUp(server, member, member.phone, 'webhook');
  const { data } = await server.ok(webhooks.rotateWebhookSecret, { id }, member);
  await happen(placed(member));
  await send();
  const [both] = receiver.received;
  expect(both!.signatures).toEqual([
    expectedSignature(data.secret, both!),
    expectedSignature(secret, both!),
  ]);
  await server.rows(
    `update webhooks.endpoint set previous_until = previous_until - interval '24 hours 1 second'
     where id = $1`,
    [id],
  );
  await happen(placed(member));
  await send();
  const last = receiver.received.at(-1)!;
  expect(last.signatures).toEqual([expectedSignature(data.secret, last)]);
});

test('two processes at once send each event once', async () => {
  const { member } = await developer();
  await happen(...Array.from({ length: 20 }, (_, at) => placed(member, `${at}`)));
  await Promise.all([send(), send(), send()]);
  await send();
  expect(receiver.received).toHaveLength(20);
  expect(new Set(receiver.received.map((got) => got.id)).size).toBe(20);
});

test('an event whose sender was killed is sent again, with the same id', async () => {
  const { member, id } = await developer();
  await happen(placed(member));
  const killed = Promise.withResolvers<void>();
  // The request arrives, and then nothing more of the process is heard.
  receiver.answers(() => killed.resolve());
  const { webhooks: sender } = server.services;
  const sending = sender.send.bind(sender);
  Object.assign(sender, { send: (of: never) => (void sending(of), new Promise(() => {})) });
  void send();
  await killed.promise;
  Object.assign(sender, { send: sending });
  receiver.answers(withStatus(204));
  expect(await send()).toBe(0);
  await server.rows(
    `update webhooks.endpoint set busy_until = busy_until - interval '20 seconds' where id = $1`,
    [id],
  );
  expect(await send()).toBe(1);
  const [first, second] = receiver.received;
  expect(second!.id).toBe(first!.id);
  expect(await deliveriesOf(member, id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});

test('what was deleted while it was sent leaves nothing behind', async () => {
  const { member, id } = await developer();
  await happen(placed(member));
  receiver.answers((request, answer) => {
    void server
      .ok(webhooks.deleteWebhook, { id }, member)
      .then(() => withStatus(204)(request, answer));
  });
  expect(await send()).toBe(1);
  expect(await server.rows('select from webhooks.endpoint where id = $1', [id])).toEqual([]);
  expect(await messagesOf(id)).toEqual([]);
});

test('a slow receiver keeps no connection of the database', async () => {
  const { member } = await developer();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  receiver.answers((request, answer) => {
    asked.resolve();
    void answered.promise.then(() => withStatus(204)(request, answer));
  });
  await happen(placed(member));
  const sending = send();
  await asked.promise;
  const { pool } = server.services;
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  answered.resolve();
  await sending;
});

test('a closed account is forgotten with its endpoints', async () => {
  const { member, id } = await developer();
  await happen(placed(member));
  await inWork(server.services, (work) => forgetWebhooks(work, member.id));
  expect(await send()).toBe(0);
  expect(await server.rows('select from webhooks.endpoint where id = $1', [id])).toEqual([]);
});
