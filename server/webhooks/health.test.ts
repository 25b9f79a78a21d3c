// Tests what operators see of webhooks: the metrics, and on a member's page how endpoints answer.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verificationMembersOffice } from '#contract/verification/members.ts';
import { webhooks } from '#contract/webhooks/calls.ts';
import { newOperator } from '../../tests/actors/people.ts';
import {
  type Hooked,
  newDeveloper,
  openReceiver,
  type Receiver,
  register,
  withStatus,
} from '../../tests/actors/webhooks.ts';
import { samplesIn } from '../../tests/exposition.ts';
import { useServer } from '../../tests/server.ts';
import { db } from '../database/db.ts';
import { eventText } from '../telemetry/metrics.ts';
import { endpointStates, webhookState } from '../telemetry/state-queries.ts';
import { sendWebhooks } from './sending.ts';

const server = useServer();
let receiver: Receiver;
beforeAll(async () => void (receiver = await openReceiver()));
afterAll(() => receiver.close());
beforeEach(() => void receiver.answers(withStatus(204)));

const state = (later = 0) =>
  webhookState(
    db(server.services.pool),
    new Date(server.services.clock.realNow().getTime() + later),
  );
const counts = async () =>
  Object.fromEntries(
    (await endpointStates(db(server.services.pool))).map((row) => [row.state, row.endpoints]),
  );
const attempts = async (outcome: string) =>
  samplesIn(await eventText())
    .filter(
      ({ name, labels }) => name === 'webhook_attempts_total' && labels['outcome'] === outcome,
    )
    .reduce((sum, { value }) => sum + value, 0);

async function testEvent(member: Hooked) {
  const url = `${receiver.url}secret-path?key=secret`;
  const { id } = await register(server, member, url);
  await server.ok(webhooks.testWebhook, { id }, member);
  return id;
}
const pageOf = async (member: Hooked) => {
  const { token } = await newOperator(server, ['reviewer']);
  const input = { id: String(member.id) };
  return (await server.ok(verificationMembersOffice.getMember, input, { token })).data;
};

test('metrics count what waits, how long, and what becomes of attempts', async () => {
  const before = { delivered: await attempts('delivered'), failed: await attempts('failed') };
  const member = await newDeveloper(server);
  const id = await testEvent(member);
  expect(await state()).toMatchObject({ waiting: 1 });
  const late = await state(700_000);
  expect(late.oldestSeconds).toBeGreaterThan(699);
  expect(late.lagSeconds).toBeGreaterThan(699);
  receiver.answers(withStatus(500));
  await sendWebhooks(server.services);
  expect(await attempts('failed')).toBe(before.failed + 1);
  // The event has its age, but nobody is late, because it is not due yet.
  const failed = await state(20_000);
  expect(failed).toMatchObject({ waiting: 1, lagSeconds: 0 });
  expect(failed.oldestSeconds).toBeGreaterThan(19);
  receiver.answers(withStatus(204));
  await server.rows(`update webhooks.message set next_try_at = '-infinity'`);
  await server.rows(`update webhooks.endpoint set busy_until = '-infinity'`);
  await sendWebhooks(server.services);
  expect(await attempts('delivered')).toBe(before.delivered + 1);
  expect(await state()).toEqual({ waiting: 0, oldestSeconds: 0, lagSeconds: 0 });
  const active = await counts();
  await server.ok(webhooks.pauseWebhook, { id }, member);
  expect(await counts()).toEqual({
    ...active,
    active: active['active']! - 1,
    paused: active['paused']! + 1,
  });
});

test('an event that is given up switches the endpoint off, and is counted', async () => {
  const before = await attempts('given_up');
  const member = await newDeveloper(server);
  await testEvent(member);
  receiver.answers(withStatus(410));
  await sendWebhooks(server.services);
  expect(await attempts('given_up')).toBe(before + 1);
  expect((await counts())['failed']).toBe(1);
  const { webhooks: endpoints } = await pageOf(member);
  expect(endpoints).toMatchObject([{ state: 'failed', status: 410, failure: null, waiting: 0 }]);
});

test('the page of a member shows hosts and answers, and no secret', async () => {
  const member = await newDeveloper(server);
  expect((await pageOf(member)).webhooks).toEqual([]);
  const id = await testEvent(member);
  const waiting = { id, host: new URL(receiver.url).host, state: 'active', waiting: 1 };
  expect((await pageOf(member)).webhooks).toEqual([
    { ...waiting, succeededAt: null, triedAt: null, status: null, failure: null },
  ]);
  receiver.answers(withStatus(503, 'overloaded'));
  await sendWebhooks(server.services);
  const page = await pageOf(member);
  expect(page.webhooks).toMatchObject([{ ...waiting, status: 503, triedAt: expect.any(String) }]);
  const text = JSON.stringify(page);
  for (const word of ['secret', 'whsec', 'overloaded', 'webhook.test']) {
    expect(text).not.toContain(word);
  }
});
