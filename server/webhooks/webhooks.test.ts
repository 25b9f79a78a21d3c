// Tests of the calls of webhooks: registering, choosing, pausing, rotating and deleting.
import { expect, test } from 'vitest';
import { identityPassword } from '#contract/identity/password.ts';
import { webhooks } from '#contract/webhooks/calls.ts';
import { fromElsewhere, messagesTo, newMember, stepUp } from '../../tests/actors/people.ts';
import { type Hooked, newDeveloper, register } from '../../tests/actors/webhooks.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
const url = 'https://hooks.example.com/baixi?key=word';
const { addWebhook, listWebhooks, rotateWebhookSecret } = webhooks;

const endpointsOf = async (member: Hooked) => (await server.ok(listWebhooks, {}, member)).data;
const auditOf = (id: string) =>
  server
    .rows<{ action: string; snapshot: unknown }>(
      `select action, snapshot from tasks.audit
       where subject_type = 'webhook' and subject_id = $1 order by id`,
      [id],
    )
    .then((rows) => rows.map(({ action }) => action));

test('an endpoint is registered with a step-up, and its secret is answered once', async () => {
  const member = await newDeveloper(server);
  const given = { url, types: ['order.placed' as const] };
  expect(await server.refused(addWebhook, given, member)).toBe('STEP_UP_REQUIRED');
  expect(await endpointsOf(member)).toEqual([]);
  const { id, secret } = await register(server, member, url, ['order.placed', 'order.placed']);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const [endpoint] = await endpointsOf(member);
  expect(endpoint).toMatchObject({ id, url, types: ['order.placed'], state: 'active', waiting: 0 });
  expect(JSON.stringify(endpoint)).not.toContain(secret);
  const [row] = await server.rows<object>('select * from webhooks.endpoint where id = $1', [id]);
  expect(JSON.stringify(row)).not.toContain('hooks.example.com');
  expect(JSON.stringify(row)).not.toContain(secret.slice(6));
  expect(await auditOf(id)).toEqual(['webhook.added']);
});

test('a repeated request registers nothing twice, because its step-up was used', async () => {
  const member = await newDeveloper(server);
  await stepUp(server, member, member.phone, 'webhook');
  const given = { url, types: ['order.placed' as const] };
  await server.ok(addWebhook, given, { ...member, key: 'the-same-key' });
  await server.ask(addWebhook, given, { ...member, key: 'the-same-key' });
  expect(await endpointsOf(member)).toHaveLength(1);
});

test.each([
  'http://hooks.example.com/',
  'https://10.0.0.1/',
  'https://hooks.example.com:8443/',
  'https://a:b@hooks.example.com/',
  'https://[::1]/',
  'javascript:alert(1)',
])('%s is refused, and the step-up is not used', async (wrong) => {
  const member = await newDeveloper(server);
  await stepUp(server, member, member.phone, 'webhook');
  const given = { url: wrong, types: ['order.placed' as const] };
  expect(await server.refused(addWebhook, given, member)).toBe('WEBHOOK_URL');
  await server.ok(addWebhook, { ...given, url }, member);
});

test('types that do not exist, none at all, and a sixth endpoint are refused', async () => {
  const member = await newDeveloper(server);
  for (const types of [[], ['order.eaten'], ['webhook.test']]) {
    expect((await server.ask(addWebhook, { url, types } as never, member)).status).toBe(400);
  }
  for (let at = 0; at < 5; at += 1) await register(server, member, `${url}&n=${at}`);
  await stepUp(server, member, member.phone, 'webhook');
  const one = { url, types: ['order.placed' as const] };
  expect(await server.refused(addWebhook, one, member)).toBe('WEBHOOK_LIMIT');
  expect(await endpointsOf(member)).toHaveLength(5);
});

test('a member who is not verified registers nothing', async () => {
  const member = await newMember(server);
  const given = { url, types: ['order.placed' as const] };
  expect(await server.refused(addWebhook, given, member)).toBe('NOT_VERIFIED');
});

test('types are chosen, and the endpoint is paused, resumed and deleted', async () => {
  const member = await newDeveloper(server);
  const { id } = await register(server, member, url);
  await server.ok(webhooks.setWebhookTypes, { id, types: ['loan.settled'] }, member);
  await server.ok(webhooks.pauseWebhook, { id }, member);
  await server.ok(webhooks.pauseWebhook, { id }, member);
  expect(await endpointsOf(member)).toMatchObject([{ state: 'paused', types: ['loan.settled'] }]);
  expect(await server.refused(webhooks.testWebhook, { id }, member)).toBe('WEBHOOK_STOPPED');
  await server.ok(webhooks.resumeWebhook, { id }, member);
  const { data } = await server.ok(webhooks.testWebhook, { id }, member);
  expect(await endpointsOf(member)).toMatchObject([{ state: 'active', waiting: 1 }]);
  await server.ok(webhooks.pauseWebhook, { id }, member);
  const sent = { id: data.deliveryId };
  expect(await server.refused(webhooks.replayDelivery, sent, member)).toBe('WEBHOOK_STOPPED');
  await server.ok(webhooks.deleteWebhook, { id }, member);
  expect(await endpointsOf(member)).toEqual([]);
  expect(await server.refused(webhooks.deleteWebhook, { id }, member)).toBe('NOT_FOUND');
  const changes = ['webhook.added', 'webhook.changed', 'webhook.paused', 'webhook.resumed'];
  expect(await auditOf(id)).toEqual([...changes, 'webhook.paused', 'webhook.deleted']);
});

test('the member is told of a new address, and a reset of the password pauses it', async () => {
  const member = await newDeveloper(server);
  const { id } = await register(server, member, url);
  const { email } = member;
  const subjects = async () => (await messagesTo(server, email)).map(({ subject }) => subject);
  expect((await subjects()).join()).toContain('已新增傳送到 hooks.example.com 的 Webhook');
  await server.ok(identityPassword.resetPasswordEmail, { email }, { headers: fromElsewhere() });
  const [mail] = await messagesTo(server, email);
  const tokenNumber = /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  const next = 'a completely new one';
  const reset = { email, tokenNumber, password: next, passwordCheck: next };
  await server.ok(identityPassword.resetPassword, reset, { headers: fromElsewhere() });
  const rows = await server.rows('select state from webhooks.endpoint where id = $1', [id]);
  expect(rows).toEqual([{ state: 'paused' }]);
  expect(await auditOf(id)).toEqual(['webhook.added', 'webhook.paused']);
  expect((await subjects()).join()).toContain('Webhook 已暫停');
});

test('a secret is rotated only with a step-up', async () => {
  const member = await newDeveloper(server);
  const { id, secret } = await register(server, member, url);
  expect(await server.refused(rotateWebhookSecret, { id }, member)).toBe('STEP_UP_REQUIRED');
  await stepUp(server, member, member.phone, 'webhook');
  const { data } = await server.ok(rotateWebhookSecret, { id }, member);
  expect(data.secret).not.toBe(secret);
  const [endpoint] = await endpointsOf(member);
  const hours = (Date.parse(endpoint!.previousUntil!) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
});

test('another member reaches neither an endpoint nor a delivery', async () => {
  const member = await newDeveloper(server);
  const stranger = await newDeveloper(server);
  const { id } = await register(server, member, url);
  const { data } = await server.ok(webhooks.testWebhook, { id }, member);
  await stepUp(server, stranger, stranger.phone, 'webhook');
  const types = ['loan.settled' as const];
  const { refused } = server;
  const { setWebhookTypes, pauseWebhook, resumeWebhook, deleteWebhook, testWebhook } = webhooks;
  expect(await refused(setWebhookTypes, { id, types }, stranger)).toBe('NOT_FOUND');
  for (const call of [pauseWebhook, resumeWebhook, deleteWebhook, testWebhook]) {
    expect(await refused(call, { id }, stranger)).toBe('NOT_FOUND');
  }
  expect(await refused(rotateWebhookSecret, { id }, stranger)).toBe('NOT_FOUND');
  expect(await refused(webhooks.listDeliveries, { id }, stranger)).toBe('NOT_FOUND');
  const sent = { id: data.deliveryId };
  expect(await refused(webhooks.getDelivery, sent, stranger)).toBe('NOT_FOUND');
  expect(await refused(webhooks.replayDelivery, sent, stranger)).toBe('NOT_FOUND');
  expect(await endpointsOf(member)).toMatchObject([{ id, state: 'active', waiting: 1 }]);
});
