// Tests of settings: they change only by new versions and from a set day on, and settings about
// money only with two persons.
import { taskList } from '#contract/tasks/lists.ts';
import { settingList } from '#contract/settings/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import { addDays, dayOf, startOfDay } from '#contract/core/day.ts';
import { lending } from '#contract/lending/calls.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { type NumberName, numberSettings, settingNames } from '#contract/settings/values.ts';
import { settingsOffice as office } from '#contract/settings/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { newMember, newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
type Who = { id: number; token: string };
let admin: Who;
let other: Who;
let finance: Who;
let approver: Who;

beforeAll(async () => {
  admin = await newOperator(server, ['admin']);
  other = await newOperator(server, ['admin']);
  finance = await newOperator(server, ['finance']);
  approver = await newOperator(server, ['approver']);
});

const inDays = (days: number) => addDays(dayOf(server.services.clock.now()), days);
const look = async (name: NumberName) => (await server.ok(office.getSetting, { name }, admin)).data;
const asks = async (name: NumberName, more: object = {}) => ({
  name,
  effectiveOn: null,
  reason: '測試',
  version: (await look(name)).version,
  ...more,
});
const change = async (name: NumberName, more: object, who = admin) =>
  server.ask(office.changeSetting, await asks(name, more), who);
const fee = async (at?: string) =>
  (await server.ok(lending.refundFee, at === undefined ? {} : { at })).data.refundFee;
/** Returns whether the answers of the help center state this fee. */
const isAnswered = async (amount: number) => {
  const { data } = await server.ok(content.listQuestions, {});
  return JSON.stringify(data).includes(`退款手續費 ${formatMoney(money(amount))} `);
};
const decide = async (decision: string, who: Who, reason?: string) => {
  const { data } = await server.ok(taskList, { kind: 'setting_approval' }, approver);
  const id = data[0]?.id ?? '0';
  return server.ask(tasksOffice.decideTask, { id, decision, ...(reason && { reason }) }, who);
};

describe('the refund fee', () => {
  test('is set by its version from its day on, and not before', async () => {
    expect(await fee()).toBe(numberSettings.refundFee.initial);
    const before = server.services.clock.now().toISOString();
    const day = inDays(2);
    const { body } = await change('refundFee', { value: 20, effectiveOn: day }, finance);
    expect(body.data.coming).toMatchObject({ value: 20, before: 15, state: 'waiting' });
    await server.advance(1);
    expect((await decide('approve', finance)).code).toBe('TASK_NOT_FOUND');
    expect((await decide('approve', approver)).status).toBe(200);
    expect(await fee()).toBe(15);
    expect((await look('refundFee')).coming).toMatchObject({
      state: 'approved',
      effectiveAt: new Date(startOfDay(day)).toISOString(),
    });
    expect([await isAnswered(15), await isAnswered(20)]).toEqual([true, false]);
    await server.advance(1);
    expect(await fee()).toBe(20);
    expect([await isAnswered(15), await isAnswered(20)]).toEqual([false, true]);
    // Orders from before the change keep the fee that was in force then.
    expect(await fee(before)).toBe(15);
    const now = await look('refundFee');
    expect(now).toMatchObject({ value: 20, version: 1, coming: null, taskId: null });
    expect(now.history[0]).toMatchObject({
      number: 1,
      before: 15,
      value: 20,
      reason: '測試',
      maker: expect.stringContaining('測試'),
      checker: expect.stringContaining('測試'),
    });
  });

  test('is in the audit log: who, what, from when, why', async () => {
    const rows = await server.rows<{ action: string; snapshot: object; actor: number }>(
      `select action, snapshot, actor_id::integer as actor from tasks.audit
       where subject_type = 'setting' order by id`,
    );
    expect(rows).toMatchObject([
      {
        action: 'setting.proposed',
        actor: finance.id,
        snapshot: { name: 'refundFee', before: 15, after: 20 },
      },
      { action: 'setting.approved', actor: approver.id, snapshot: { before: 15, after: 20 } },
      { action: 'task.setting_approval.approve' },
    ]);
  });

  test('is not approved by its maker, nor by anybody after its day', async () => {
    await change('refundFee', { value: 25, effectiveOn: inDays(1) }, admin);
    expect((await decide('approve', admin)).code).toBe('MAKER_IS_CHECKER');
    await server.advance(1);
    expect((await decide('approve', other)).code).toBe('DECISION_INVALID');
    expect((await decide('return', other)).code).toBe('DECISION_INVALID');
    expect((await decide('return', other, '請改日期')).status).toBe(200);
    expect(await fee()).toBe(20);
    const { history, coming } = await look('refundFee');
    expect(coming).toBeNull();
    expect(history[0]).toMatchObject({ state: 'returned', decidedReason: '請改日期' });
  });

  test('may be withdrawn before its day, by those who may propose it', async () => {
    await change('refundFee', { value: 30, effectiveOn: inDays(1) }, finance);
    const { version } = await look('refundFee');
    const input = { name: 'refundFee', version, reason: '暫緩' } as const;
    expect(await server.refused(office.withdrawSetting, input, approver)).toBe('ROLE_REQUIRED');
    const { data } = await server.ok(office.withdrawSetting, input, finance);
    expect(data).toMatchObject({ coming: null, taskId: null, version });
    expect(data.history[0]).toMatchObject({ state: 'withdrawn', decidedReason: '暫緩' });
    await server.advance(1);
    expect(await fee()).toBe(20);
    expect(await server.refused(office.withdrawSetting, input, finance)).toBe('SETTING_IN_FORCE');
  });

  test('is refused today, unchanged, out of its bounds, and while another waits', async () => {
    const refused = async (more: object) => (await change('refundFee', more)).code;
    const day = inDays(3);
    expect(await refused({ value: 40 })).toBe('SETTING_DAY');
    expect(await refused({ value: 40, effectiveOn: inDays(0) })).toBe('SETTING_DAY');
    expect(await refused({ value: 20, effectiveOn: day })).toBe('SETTING_SAME');
    expect(await refused({ value: 101, effectiveOn: day })).toBe('SETTING_VALUE');
    expect(await refused({ value: -1, effectiveOn: day })).toBe('SETTING_VALUE');
    expect(await refused({ value: 40, effectiveOn: day, reason: ' ' })).toBe('INVALID_INPUT');
    expect(await refused({ value: 40, effectiveOn: day })).toBeNull();
    expect(await refused({ value: 41, effectiveOn: day })).toBe('SETTING_WAITING');
    await decide('return', approver, '不需要');
  });
});

describe('the investors’ share of the prepayment fee', () => {
  test('is refused where it and the interest may exceed 16 % a year', async () => {
    const day = inDays(2);
    const share = (value: number) =>
      change('prepaymentCreditorsPercent', { value, effectiveOn: day });
    const { code, body } = await share(50);
    expect(code).toBe('SETTING_VALUE');
    expect(JSON.stringify(body)).toContain('年利率 16%');
    expect((await share(1)).code).toBe('SETTING_VALUE');
    // Without a fee nothing is shared; with the share, a fee is refused then.
    await server.rows(
      `insert into settings.version (name, number, value, reason, made_by, made_at, state,
         effective_at, decided_by)
       select 'prepaymentFeePercent', 1, '0', '測試', $1, business_now(), 'approved',
         business_now(), $2`,
      [admin.id, approver.id],
    );
    expect((await share(50)).code).toBeNull();
    expect((await decide('approve', approver)).status).toBe(200);
    const fee = await change('prepaymentFeePercent', { value: 2, effectiveOn: inDays(3) });
    expect(fee.code).toBe('SETTING_VALUE');
  });
});

describe('guards of sign-in', () => {
  test.each(['captchaFrom', 'operatorFailures', 'smsADay'] as const)(
    '%s: one person lowers it at once, two raise it',
    async (name) => {
      const { value } = (await look(name)) as { value: number };
      expect((await change(name, { value: value - 1 })).status).toBe(200);
      expect(await look(name)).toMatchObject({ value: value - 1, coming: null, taskId: null });
      const { body } = await change(name, { value: value + 1 });
      expect(body.data).toMatchObject({ value: value - 1, coming: { state: 'waiting' } });
      expect((await decide('approve', admin)).code).toBe('MAKER_IS_CHECKER');
      expect((await decide('approve', other)).status).toBe(200);
      expect((await look(name)).value).toBe(value + 1);
    },
  );
});

describe('deadlines of members', () => {
  test('are current once two have agreed, or from a day on', async () => {
    await change('reapplyMax', { value: 2 });
    expect((await look('reapplyMax')).value).toBe(3);
    await decide('approve', other);
    expect((await look('reapplyMax')).value).toBe(2);
    await change('reapplyMax', { value: 4, effectiveOn: inDays(1) });
    await decide('approve', other);
    expect(await look('reapplyMax')).toMatchObject({ value: 2, coming: { value: 4 } });
    await server.advance(1);
    expect(await look('reapplyMax')).toMatchObject({ value: 4, coming: null, version: 2 });
  });

  test('are changed once by two who saw the same; the second gets the first’s name', async () => {
    const input = await asks('payWithinHours', { value: 24 });
    const answers = await Promise.all([
      server.ask(office.changeSetting, input, admin),
      server.ask(office.changeSetting, { ...input, value: 36 }, other),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.map(({ code }) => code)).toContain('SETTING_CHANGED');
    const late = await server.ask(office.changeSetting, { ...input, value: 72 }, other);
    expect(late.code).toBe('SETTING_CHANGED');
    expect((late.body as unknown as { data: { by: string } }).data.by).toContain('測試');
    const { version } = await look('payWithinHours');
    expect(version).toBe(1);
    const old = { name: 'payWithinHours', version: 9, reason: '測試' };
    expect(await server.refused(office.withdrawSetting, old, admin)).toBe('SETTING_CHANGED');
  });

  test('are changed once however often the same call is sent', async () => {
    const input = await asks('smsADay', { value: 5 });
    const key = 'sms-a-day-once';
    const first = await server.ok(office.changeSetting, input as never, { ...admin, key });
    const again = await server.ok(office.changeSetting, input as never, { ...admin, key });
    expect(again).toEqual(first);
    expect((await look('smsADay')).version).toBe(input.version + 1);
  });

  test('are for administrators; others read, editors and members do not', async () => {
    expect((await change('captchaFrom', { value: 2 }, finance)).code).toBe('ROLE_REQUIRED');
    const auditor = await newOperator(server, ['auditor']);
    const editor = await newOperator(server, ['editor']);
    const { data } = await server.ok(settingList, {}, auditor);
    expect(data.map(({ name }) => name)).toEqual(settingNames);
    expect((await change('captchaFrom', { value: 2 }, auditor)).code).toBe('ROLE_REQUIRED');
    expect(await server.refused(settingList, {}, editor)).toBe('ROLE_REQUIRED');
    const member = await newMember(server);
    for (const call of [settingList, office.getSetting, office.changeSetting]) {
      const { status } = await server.ask(call, { name: 'refundFee' }, member);
      expect(status).toBe(401);
    }
  });
});

test('a version is decided once and never changed, whoever asks the database', async () => {
  const rewritten = server.rows(`update settings.version set value = '1' where number = 1`);
  await expect(rewritten).rejects.toThrow('never rewritten');
  await expect(server.rows('delete from settings.version')).rejects.toThrow('append only');
});
