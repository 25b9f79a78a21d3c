// Test of the health page's API: failures are shown, and failed messages can be retried.
import { expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { notices } from '#contract/notices/calls.ts';
import { healthOffice } from '#contract/tasks/health.ts';
import {
  fromElsewhere,
  newEmail,
  newMember,
  newOperator,
  password,
} from '../../tests/actors/people.ts';
import { newBrowser } from '../../tests/doubles/push.ts';
import { useServer } from '../../tests/server.ts';
import { PushFailed } from '../adapters/push/push.ts';
import { notify } from '../notices/front.ts';
import { inWork } from '../work.ts';
import { drain, runRequestedJobs, runDay } from '../worker.ts';

let isMailDown = false;
let isPushDown = false;
let isJobDown = false;
const server = useServer({
  instead: ({ mailer, push, clock }) => ({
    push: {
      ...push!,
      async send(message) {
        if (isPushDown) throw new PushFailed('the push service answered 403', { again: false });
        return push!.send(message);
      },
    },
    mailer: {
      ...mailer,
      async send(mail) {
        if (isMailDown) throw new Error('connection refused');
        return mailer.send(mail);
      },
    },
    clock: {
      now() {
        if (isJobDown) throw new Error('the clock stood still');
        return clock.now();
      },
      realNow: () => clock.realNow(),
    },
  }),
});

const look = async (token: string) => (await server.ok(healthOffice.health, {}, { token })).data;

test('a healthy platform: no broken invariant, no failed job, its versions', async () => {
  const { token } = await newOperator(server, ['admin']);
  await runDay(server.services);
  await drain(server.services);
  const health = await look(token);
  expect(health.invariants.length).toBeGreaterThan(20);
  expect(health.invariants.every(({ broken }) => broken === 0)).toBe(true);
  expect(health.jobs.length).toBeGreaterThan(20);
  expect(health.jobs.filter(({ failure }) => failure !== null)).toEqual([]);
  expect(health.messages).toEqual([]);
  expect(health.versions.postgres).toMatch(/^18/);
  expect(health.versions.node).toBe(process.version);
});

test('a failing job is reported in words and counted, and succeeds when repeated', async () => {
  const { token } = await newOperator(server, ['admin']);
  for (let times = 1; times <= 2; times += 1) {
    isJobDown = true;
    await expect(runDay(server.services)).rejects.toThrow('the clock stood still');
    isJobDown = false;
    const failed = (await look(token)).jobs.find(({ name }) => name === 'gatherPayouts');
    expect(failed).toMatchObject({ failures: times, failure: 'Error: the clock stood still' });
  }
  await server.ok(healthOffice.retryJob, { name: 'gatherPayouts' }, { token });
  const asked = (await look(token)).jobs.find(({ name }) => name === 'gatherPayouts');
  expect(asked?.retryAsked).toBe(true);
  await runRequestedJobs(server.services);
  const after = (await look(token)).jobs.find(({ name }) => name === 'gatherPayouts');
  expect(after).toMatchObject({ failures: 0, failure: null, retryAsked: false });
});

test('an unsent mail is shown masked, and sent when tried again', async () => {
  const { token } = await newOperator(server, ['admin']);
  isMailDown = true;
  const email = newEmail();
  const joining = { email, password, passwordCheck: password, purpose: 'invest' as const };
  await server.ok(identity.register, joining, { headers: fromElsewhere() });
  await drain(server.services).catch(() => {});
  isMailDown = false;
  const { queues, messages } = await look(token);
  expect(queues.messages).toMatchObject({ waiting: 1, failing: 1 });
  // Business time, at which the message was written, differs from real time.
  expect(queues.messages.oldestSeconds).toBeLessThan(600);
  const [message] = messages;
  expect(message).toMatchObject({ channel: 'email', failure: 'connection refused' });
  expect(message?.recipientMasked).not.toBe(email);
  expect(message?.recipientMasked).toBe(
    `${email.slice(0, 2)}***${email.slice(email.indexOf('@'))}`,
  );
  const id = message?.id ?? '';
  await server.ok(healthOffice.retryMessage, { id }, { token });
  await drain(server.services);
  expect((await look(token)).messages).toEqual([]);
  expect(await server.refused(healthOffice.retryMessage, { id }, { token })).toBe('NOT_FOUND');
});

test('a push message that was refused is shown as one, with its device', async () => {
  const { token } = await newOperator(server, ['admin']);
  const member = await newMember(server);
  const endpoint = 'https://fcm.googleapis.com/fcm/send/health';
  const device = { endpoint, ...newBrowser().keys, name: 'Firefox' };
  const { data } = await server.ok(notices.addPushDevice, device, { token: member.token });
  const notice = { title: '審核進度', body: '請登入查看。', link: '/account/loan' };
  await inWork(server.services, (work) =>
    notify(work, { memberId: member.id, category: 'loan', ...notice }),
  );
  // At night it would wait for the permitted hours.
  await server.rows(
    "update notices.outbox set not_before = null, hours = null where channel = 'push'",
  );
  isPushDown = true;
  await drain(server.services).catch(() => {});
  isPushDown = false;
  const { messages } = await look(token);
  expect(messages).toMatchObject([
    { channel: 'push', recipientMasked: `推播裝置 ${data.id}`, subject: '審核進度' },
  ]);
});

test('an unknown job is NOT_FOUND', async () => {
  const { token } = await newOperator(server, ['admin']);
  expect(await server.refused(healthOffice.retryJob, { name: 'no.such' }, { token })).toBe(
    'NOT_FOUND',
  );
});

test.each(['reviewer', 'approver', 'finance', 'editor', 'auditor'] as const)(
  'the role %s may not repeat anything',
  async (role) => {
    const { token } = await newOperator(server, [role]);
    const job = { name: 'gatherPayouts' };
    expect(await server.refused(healthOffice.retryJob, job, { token })).toBe('ROLE_REQUIRED');
    expect(await server.refused(healthOffice.retryMessage, { id: '1' }, { token })).toBe(
      'ROLE_REQUIRED',
    );
  },
);
