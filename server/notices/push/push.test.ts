// Tests of push messages: a browser belongs to one member, only services of browsers are asked, a
// lock screen shows neither amounts nor names, and a browser that is gone is forgotten.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { identityAccount } from '#contract/identity/account.ts';
import { notices } from '#contract/notices/calls.ts';
import { nextWithin } from '#contract/servicing/contact-hours.ts';
import { type Person, newMember, newVerifiedMember } from '../../../tests/actors/people.ts';
import { newBrowser, startPushService } from '../../../tests/doubles/push.ts';
import { useServer } from '../../../tests/server.ts';
import { type PushSender, createPush } from '../../adapters/push/push.ts';
import { closeOtherRegistrations } from '../../identity/member/registration.ts';
import { inWork } from '../../work.ts';
import { notify, tell } from '../telling.ts';
import { drainOutbox } from '../jobs.ts';
import { addDevice, channelsOf } from './devices.ts';
import { hooks } from '../../hooks.ts';

const server = useServer();
const how = ({ token }: Person) => ({ token });
/** A member in a session that is not stored. */
const at = ({ id }: Person) => ({ id, sessionId: 0 });
let serial = 0;

/** Returns the subscription of a browser at a service that browsers use. */
function newSubscription(name = '瀏覽器') {
  serial += 1;
  const endpoint = `https://fcm.googleapis.com/fcm/send/${serial}`;
  return { endpoint, ...newBrowser().keys, name };
}

async function devicesOf(member: Person) {
  const { data } = await server.ok(notices.channels, {}, how(member));
  return data.push?.devices ?? [];
}

describe('the browsers of a member', () => {
  test('are switched on, recognised by the digest of their address, and switched off', async () => {
    const member = await newMember(server);
    const subscription = newSubscription('Chrome');
    const { data } = await server.ok(notices.addPushDevice, subscription, how(member));
    const digest = createHash('sha256').update(subscription.endpoint).digest('base64url');
    expect(await devicesOf(member)).toMatchObject([{ id: data.id, name: 'Chrome', digest }]);
    const [row] = await server.rows<{ whole: string }>(
      'select d::text as whole from notices.push_device d where id = $1',
      [data.id],
    );
    for (const secret of [subscription.endpoint, subscription.p256dh, subscription.auth]) {
      expect(row?.whole).not.toContain(secret);
    }
    await server.ok(notices.removePushDevice, { id: data.id }, how(member));
    expect(await devicesOf(member)).toEqual([]);
  });

  test('are renewed by switching them on again, and belong to whoever did so last', async () => {
    const [first, second] = [await newMember(server), await newMember(server)];
    const subscription = newSubscription();
    await server.ok(notices.addPushDevice, subscription, how(first));
    await server.ok(notices.addPushDevice, { ...subscription, name: '新名稱' }, how(first));
    expect(await devicesOf(first)).toMatchObject([{ name: '新名稱' }]);
    await server.ok(notices.addPushDevice, subscription, how(second));
    expect(await devicesOf(first)).toEqual([]);
    expect(await devicesOf(second)).toHaveLength(1);
  });

  test('belong to one of two members who switch on the same one at once', async () => {
    const members = [await newMember(server), await newMember(server)];
    const subscription = newSubscription();
    await Promise.all(
      members.map((member) => server.ok(notices.addPushDevice, subscription, how(member))),
    );
    const found = await Promise.all(members.map(devicesOf));
    expect(found.flat()).toHaveLength(1);
  });

  test('are at most ten: one more ends the oldest', async () => {
    const member = await newMember(server);
    for (let n = 1; n <= 11; n += 1) {
      await server.ok(notices.addPushDevice, newSubscription(`瀏覽器 ${n}`), how(member));
    }
    const names = (await devicesOf(member)).map(({ name }) => name);
    expect(names).toHaveLength(10);
    expect(names).not.toContain('瀏覽器 1');
  });

  test.each([
    'http://fcm.googleapis.com/fcm/send/1',
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1:3001/ops/v1/members',
    'https://fcm.googleapis.com.example/1',
    'https://user:secret@fcm.googleapis.com/1',
    'nonsense',
  ])('are refused with an address that is no push service: %s', async (endpoint) => {
    const member = await newMember(server);
    const subscription = { ...newSubscription(), endpoint };
    const refusal = server.refused(notices.addPushDevice, subscription, how(member));
    expect(await refusal).toBe('PUSH_REFUSED');
    expect(await devicesOf(member)).toEqual([]);
  });

  test('are refused with wrong keys', async () => {
    const member = await newMember(server);
    const subscription = { ...newSubscription(), p256dh: 'short' };
    const refusal = server.refused(notices.addPushDevice, subscription, how(member));
    expect(await refusal).toBe('INVALID_INPUT');
  });

  test('are nobody else’s', async () => {
    const [owner, intruder] = [await newMember(server), await newMember(server)];
    const { data } = await server.ok(notices.addPushDevice, newSubscription(), how(owner));
    const asked = { id: data.id };
    expect(await server.refused(notices.removePushDevice, asked, how(intruder))).toBe('NOT_FOUND');
    expect(await devicesOf(owner)).toHaveLength(1);
    expect(await devicesOf(intruder)).toEqual([]);
    for (const [call, input] of [
      [notices.channels, {}],
      [notices.addPushDevice, newSubscription()],
      [notices.removePushDevice, asked],
    ] as const) {
      expect((await server.ask(call, input)).status).toBe(401);
    }
  });

  test('are not offered without a key of push messages', async () => {
    const member = await newMember(server);
    const services = { ...server.services, push: null };
    const found = await inWork(services, (work) => channelsOf(work, member.id));
    expect(found).toEqual({ push: null });
    const adding = inWork(services, (work) => addDevice(work, at(member), newSubscription()));
    await expect(adding).rejects.toMatchObject({ code: 'PUSH_REFUSED' });
  });

  test('are forgotten with an account that somebody else opened under the e-mail', async () => {
    const stranger = await newMember(server);
    await server.ok(notices.addPushDevice, newSubscription(), how(stranger));
    await server.rows('update identity.member set email_verified_at = null where id = $1', [
      stranger.id,
    ]);
    await inWork(server.services, (work) => closeOtherRegistrations(work, stranger.email, 0));
    const rows = await server.rows('select from notices.push_device where member_id = $1', [
      stranger.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('are forgotten when the account is closed', async () => {
    const member = await newVerifiedMember(server);
    await server.ok(notices.addPushDevice, newSubscription(), how(member));
    await server.rows(
      `update identity.session set step_up_at = now(), step_up_reference = 'TEST',
       step_up_act = 'closing'
       where member_id = $1`,
      [member.id],
    );
    await server.ok(identityAccount.closeAccount, { email: member.email }, how(member));
    const rows = await server.rows('select from notices.push_device where member_id = $1', [
      member.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a push message', () => {
  const browser = newBrowser();
  let service: Awaited<ReturnType<typeof startPushService>>;
  let push: PushSender;
  /** The real time, or at night the next morning, because messages wait until then. */
  const realNow = () => nextWithin('collection', server.services.clock.realNow());
  beforeEach(async () => {
    service = await startPushService(browser);
    const privateKey = Buffer.alloc(32, 7);
    const settings = { privateKey, subject: 'mailto:a@b.example', hosts: [service.host] };
    push = createPush(settings, realNow);
  });
  afterEach(() => service.close());

  const services = () => ({
    ...server.services,
    push,
    clock: { now: () => server.services.clock.now(), realNow },
  });
  /** Sends everything that is due; what fails stays. */
  const drain = async () => {
    for (let round = 0; round < 20 && (await drainOutbox(services())) > 0; round += 1);
  };
  async function memberWithBrowser(): Promise<Person> {
    const member = await newMember(server);
    const device = { endpoint: `http://${service.host}/push/${member.id}`, ...browser.keys };
    await inWork(services(), (work) => addDevice(work, at(member), { ...device, name: '桌機' }));
    return member;
  }
  const notice = (member: Person, more: object = {}) => ({
    memberId: member.id,
    category: 'loan' as const,
    title: '審核進度',
    body: '王小明申請的 NT$123,456 已核准。',
    link: '/account/loan',
    email: false,
    ...more,
  });
  const noticed = (member: Person, more: object = {}) =>
    inWork(services(), (work) => notify(work, notice(member, more)));
  const waiting = (member: Person) =>
    server.rows<{ attempts: number; sent: boolean }>(
      `select attempts, sent_at is not null as sent from notices.outbox o
       join notices.push_device d on d.member_id = $1 and o.channel = 'push'
       order by o.id desc limit 1`,
      [member.id],
    );

  test('is the title and a page, once, without the words of the notice', async () => {
    const member = await memberWithBrowser();
    await noticed(member);
    await drain();
    await drain();
    expect(service.arrived).toHaveLength(1);
    const [{ text = '' } = {}] = service.arrived;
    expect(JSON.parse(text)).toMatchObject({
      title: '審核進度',
      body: '有新的通知，請登入查看。',
      path: '/account/loan',
    });
    for (const secret of ['王小明', '123,456', member.email]) expect(text).not.toContain(secret);
  });

  test('of a notice that leads to another site opens the notices', async () => {
    const member = await memberWithBrowser();
    await noticed(member, { link: '//elsewhere.example/x' });
    await drain();
    expect(JSON.parse(service.arrived[0]!.text)).toMatchObject({ path: '/account/notification' });
  });

  test('is not sent about a category that the member switched off', async () => {
    const member = await memberWithBrowser();
    const { data } = await server.ok(
      notices.setPreferences,
      { push: { loan: false } },
      how(member),
    );
    expect(data.push).toEqual({ invest: true, loan: false, account: true, other: true });
    await noticed(member);
    await drain();
    expect(service.arrived).toEqual([]);
    await noticed(member, { category: 'invest' });
    await drain();
    expect(service.arrived).toHaveLength(1);
  });

  test('is tried again while the service is busy, with the same tag', async () => {
    const member = await memberWithBrowser();
    service.be(503);
    await noticed(member);
    await drain();
    expect(await waiting(member)).toEqual([{ attempts: 1, sent: false }]);
    const [{ text: first = '' } = {}] = service.arrived;
    service.be(201);
    await server.rows(`update notices.outbox set next_try_at = now() where sent_at is null`);
    await drain();
    expect(service.arrived.map(({ text }) => text)).toEqual([first]);
    expect(await devicesOf(member)).toHaveLength(1);
  });

  test.each([404, 410])(
    'answered with %i ends the browser and is not tried again',
    async (gone) => {
      const member = await memberWithBrowser();
      service.be(gone);
      await noticed(member);
      await drain();
      expect(service.arrived).toHaveLength(1);
      expect(await devicesOf(member)).toEqual([]);
      await drain();
      expect(service.arrived).toHaveLength(1);
    },
  );

  test('to a browser that was switched off meanwhile is not sent', async () => {
    const member = await memberWithBrowser();
    await noticed(member);
    const [device] = await devicesOf(member);
    await server.ok(notices.removePushDevice, { id: device!.id }, how(member));
    await drain();
    expect(service.arrived).toEqual([]);
  });

  test('shows no variable on a lock screen, whatever the notice is about', async () => {
    const member = await memberWithBrowser();
    const { kinds } = hooks;
    expect(kinds.length).toBeGreaterThan(40);
    for (const kind of kinds.filter(({ isLetterOnly }) => !isLetterOnly)) {
      const names = Object.keys(kind.variables);
      const values = Object.fromEntries(names.map((name) => [name, 'CANARY']));
      await inWork(services(), (work) => tell(work, member.id, { kind, values }));
    }
    await drain();
    expect(service.arrived.length).toBeGreaterThan(40);
    for (const { text } of service.arrived) expect(text).not.toMatch(/CANARY|\{\{/);
  });
});
