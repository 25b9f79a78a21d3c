// Test of the security event log: how many rows a flood creates, how long they are stored, when a
// task is opened, and what the office reads.
import {
  securityEventList,
  securityEventList as listSecurityEvents,
} from '#contract/tasks/lists.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SecurityKind } from '#contract/tasks/security.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { newMember, newOperator } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { alarmRules, forgetSecurityEvents, raiseAlarms } from './security-alarms.ts';
import { createSecurityLog, type SecurityEvent } from './security-log.ts';

const server = useServer();

/** Returns an event caused from a test IP address. */
const event = (kind: SecurityKind, more: Partial<SecurityEvent> = {}): SecurityEvent => ({
  kind,
  code: null,
  call: 'test.call',
  isOffice: false,
  address: '192.0.2.1',
  agent: 'Chrome 00000000',
  email: null,
  memberId: null,
  operatorId: null,
  requestId: 'request',
  ...more,
});

describe('many events', () => {
  test('of the same kind are one row, and of many sources one row for their kind', async () => {
    const { securityLog } = server.services;
    for (let n = 0; n < 1_000; n += 1) securityLog.note(event('rate_limited'));
    await securityLog.write();
    const counted = await server.rows(
      `select times from tasks.security_event where address = '192.0.2.1'`,
    );
    expect(counted).toEqual([{ times: 1_000 }]);
    const small = createSecurityLog(server.services, { rowsAnHour: 3 });
    for (let n = 0; n < 50; n += 1) {
      small.note(event('malformed', { address: `192.0.2.${100 + n}` }));
    }
    small.note(event('captcha_refused', { address: '192.0.2.100' }));
    await small.close();
    const rows = await server.rows<{ kind: string; address: string | null; times: number }>(
      `select kind, address, times from tasks.security_event
       where kind in ('malformed', 'captcha_refused') and (address like '192.0.2.1__'
         or address is null) order by id`,
    );
    expect(rows.map(({ kind, address: from, times }) => [kind, from, times])).toEqual([
      ['malformed', '192.0.2.100', 1],
      ['malformed', '192.0.2.101', 1],
      ['malformed', '192.0.2.102', 1],
      ['captcha_refused', '192.0.2.100', 1],
      ['malformed', null, 47],
    ]);
  });

  test('are counted completely while the database does not answer', async () => {
    const pool = { query: () => Promise.reject(new Error('away')) } as never;
    const log = createSecurityLog({ ...server.services, pool });
    log.note(event('malformed'));
    await expect(log.write()).resolves.toBeUndefined();
    await log.close();
  });
});

describe('the rows', () => {
  test('are not changed with the program’s role; deleted by months after 180 days', async () => {
    const { pool } = server.services;
    for (const act of [
      'update tasks.security_event set times = 1',
      'delete from tasks.security_event',
      'truncate tasks.security_event',
      'update tasks.security_alarm set measured = 1',
      'delete from tasks.security_alarm',
    ]) {
      await expect(pool.query(act)).rejects.toThrow('permission denied');
    }
    server.services.securityLog.note(event('malformed', { address: '198.51.100.1' }));
    server.services.securityLog.note(event('malformed', { address: '198.51.100.2' }));
    await server.services.securityLog.write();
    // The first instant of the month of 180 days ago, and the last one before it.
    const day = `((now() - interval '180 days') at time zone 'Asia/Taipei')::date`;
    await server.rows(
      `update tasks.security_event
       set at = app.month_start(${day}) - interval '1 ms' * (address ~ '1$')::integer
       where address like '198.51.100.%'`,
    );
    await forgetSecurityEvents(server.services);
    expect(
      await server.rows(
        `select address from tasks.security_event where address like '198.51.100.%'`,
      ),
    ).toEqual([{ address: '198.51.100.2' }]);
  });
});

const alarms = () =>
  server.rows<{ label: string; id: number; see: object }>(
    `select id, subject_label as label, detail->'see' as see from tasks.task
     where kind = 'security_alarm' and status = 'open' order by id`,
  );

describe('a person is alerted', () => {
  beforeEach(async () => {
    await server.services.securityLog.write();
    await server.rows('truncate tasks.security_event');
    await server.rows('truncate tasks.security_alarm');
    await server.rows(`delete from tasks.task where kind = 'security_alarm'`);
  });

  const noteAll = async (events: SecurityEvent[]) => {
    for (const one of events) server.services.securityLog.note(one);
    await server.services.securityLog.write();
    await raiseAlarms(server.services);
  };
  const times = (count: number, of: (n: number) => SecurityEvent) =>
    Array.from({ length: count }, (_, n) => of(n));

  /**
   * For every rule, the test creates the largest number of events without an alarm, and then the
   * event that raises the alarm.
   */
  const by = {
    address: { address: '203.0.113.7' },
    account: { email: 'aimed.at@example.com' },
    member: { memberId: 4_711 },
    operator: { operatorId: 4_712 },
    all: {},
  };
  test.each(Object.keys(alarmRules))('by %s, at its number and once', async (name) => {
    const rule = alarmRules[name]!;
    expect(rule.withinMs, 'older events are not looked for').toBeLessThanOrEqual(3_600_000);
    const kind = rule.kinds[0]!;
    const one = (n: number) =>
      event(kind, {
        ...(rule.measure === 'accounts' && { email: `member${n}@example.com` }),
        ...(rule.measure === 'addresses' && { address: `203.0.113.${n}` }),
        ...by[rule.by],
      });
    await noteAll(times(rule.least - 1, one));
    expect(await alarms()).toEqual([]);
    await noteAll([one(rule.least - 1)]);
    const raised = await alarms();
    expect(raised).toHaveLength(1);
    expect(raised[0]?.label).toContain(rule.text(rule.least));
    await noteAll([one(rule.least - 1)]);
    expect(await alarms()).toHaveLength(1);
    // Once its task is done, the same alarm is not raised again that day.
    await server.rows(`update tasks.task set status = 'done' where kind = 'security_alarm'`);
    await noteAll([one(rule.least - 1)]);
    expect(await alarms()).toEqual([]);
  });

  test('once in total, if more than five sources do the same', async () => {
    const of = (n: number) => event('origin_refused', { address: `203.0.113.${n}` });
    await noteAll([0, 1, 2, 3, 4].flatMap((n) => times(10, () => of(n))));
    expect(await alarms()).toHaveLength(5);
    await raiseAlarms(server.services);
    expect(await alarms()).toHaveLength(5);
    for (const n of [10, 11, 12, 13]) await noteAll(times(10, () => of(n)));
    const labels = (await alarms()).map(({ label }) => label);
    expect(labels).toHaveLength(6);
    expect(labels.at(-1)).toContain('多個來源');
  });

  test('if there are more sources than are distinguished', async () => {
    const small = createSecurityLog(server.services, { rowsAnHour: 1 });
    small.note(event('malformed', { address: '192.0.2.8' }));
    small.note(event('malformed', { address: '192.0.2.9' }));
    await small.close();
    await raiseAlarms(server.services);
    expect((await alarms()).map(({ label }) => label)).toEqual([
      '資安事件過多，1 小時內有 1 次未逐一記錄來源',
    ]);
  });

  test('by a task that only an admin ends', async () => {
    await noteAll(times(3, () => event('bank_refused')));
    const [alarm] = await alarms();
    expect(alarm?.see).toEqual({ kind: 'bank_refused' });
    const [admin, reviewer] = [
      await newOperator(server, ['admin']),
      await newOperator(server, ['reviewer']),
    ];
    const decision = { id: String(alarm?.id), decision: 'done', reason: '已封鎖' };
    const { token } = reviewer;
    expect(await server.refused(tasksOffice.decideTask, decision, { token })).toBe(
      'TASK_NOT_FOUND',
    );
    await server.ok(tasksOffice.decideTask, decision, { token: admin.token });
    expect(await alarms()).toEqual([]);
  });
});

test('admins and auditors read the events, filtered, paged, and as a file', async () => {
  const [admin, reviewer] = [
    await newOperator(server, ['admin']),
    await newOperator(server, ['reviewer']),
  ];
  const { token } = admin;
  expect(await server.refused(listSecurityEvents, {}, { token: reviewer.token })).toBe(
    'ROLE_REQUIRED',
  );
  const member = await newMember(server);
  for (const call of ['a', 'b', 'c']) {
    const memberId = member.id;
    server.services.securityLog.note(event('foreign_object', { call, memberId }));
  }
  const of = { member: String(member.id), kind: 'foreign_object' as const };
  const first = await server.ok(listSecurityEvents, { ...of, item_per_page: 2 }, { token });
  expect([first.data.map(({ call }) => call), first.older]).toEqual([['c', 'b'], true]);
  const before = first.data.at(-1)?.id;
  const next = await server.ok(listSecurityEvents, { ...of, before }, { token });
  expect([next.data.map(({ call }) => call), next.older]).toEqual([['a'], false]);
  const none = await server.ok(listSecurityEvents, { ...of, from: '2999-01-01' }, { token });
  expect(none.data).toEqual([]);
  const { body } = await server.ask(
    securityEventList.tables.data.file,
    { ...of, format: 'csv' },
    { token },
  );
  const lines = String(body).trim().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('編號,首次時間,最後時間,事件');
  expect(lines[1]).toContain('查詢不存在或他人的資料');
});
