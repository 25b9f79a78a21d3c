// Tests of scheduled reports: who may schedule which, and that each due day is sent once.
import { describe, expect, test } from 'vitest';
import { addDays, type Day, startOfDay } from '#contract/core/day.ts';
import { reportSchedulesOffice } from '#contract/reports/schedules.ts';
import { messagesTo, newMember, newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { inWork } from '../../work.ts';
import { insertSending } from './schedule-queries.ts';
import { sendScheduledReports } from './sending.ts';

const server = useServer();
const { listReportSchedules, scheduleReport, changeReportSchedule, moveReportSchedule } =
  reportSchedulesOffice;

const finance = () => newOperator(server, ['finance']);
const monthly = (...people: Person[]) => ({
  report: 'cash-flow' as const,
  rhythm: 'monthly' as const,
  day: 5,
  recipients: people.map(({ id }) => String(id)),
});
const schedule = async (by: Person, input = monthly(by)) =>
  (await server.ok(scheduleReport, input, by)).data;

/** Runs the job as if it were this hour of a day in Taipei. */
function sendAt(on: Day, hour: number) {
  const now = new Date(Date.parse(startOfDay(on)) + hour * 3_600_000);
  const clock = { now: () => now, realNow: () => now };
  return sendScheduledReports({ ...server.services, clock });
}
const mailsTo = async ({ email }: Person) =>
  (await messagesTo(server, email)).filter(({ subject }) => subject?.includes('現金流量：'));
const sendings = (id: string) =>
  server.rows<{ due: string; mails: number; skipped: number }>(
    `select due_on::text as due, mails, skipped from reports.sending
     where schedule_id = $1 order by due_on`,
    [id],
  );
const actions = async (id: string) =>
  (
    await server.rows<{ action: string }>(
      `select action from tasks.audit where subject_type = 'report_schedule' and subject_id = $1
       order by id`,
      [id],
    )
  ).map(({ action }) => action);
const listed = async (by: Person, id: string) =>
  (await server.ok(listReportSchedules, {}, by)).data.find((one) => one.id === id);
const leave = ({ id }: Person) =>
  server.rows('update identity.operator set disabled_at = now() where id = $1', [id]);

describe('a schedule', () => {
  test('is made once for a key, changed, paused and ended, each with an audit row', async () => {
    const [one, other] = [await finance(), await finance()];
    const key = crypto.randomUUID();
    const first = await server.ok(scheduleReport, monthly(one), { token: one.token, key });
    const again = await server.ok(scheduleReport, monthly(one), { token: one.token, key });
    expect(again).toEqual(first);
    const { id } = first.data;
    expect(first.data.nextOn.slice(8)).toBe('05');
    const { report: _report, ...timing } = { ...monthly(one, other, other), day: 7 };
    await server.ok(changeReportSchedule, { id, ...timing }, one);
    const row = await listed(other, id);
    expect(row).toMatchObject({ day: 7, owner: { id: String(one.id), left: false }, last: null });
    expect(row?.recipients.map(({ id: who }) => who)).toEqual([one, other].map((p) => `${p.id}`));
    const move = (to: 'paused' | 'active' | 'ended') =>
      server.ok(moveReportSchedule, { id, to }, one);
    await move('paused');
    await move('paused');
    expect((await listed(one, id))?.nextOn).toBeNull();
    await move('active');
    await move('ended');
    expect(await listed(one, id)).toBeUndefined();
    expect(await server.refused(moveReportSchedule, { id, to: 'paused' }, one)).toBe('NOT_FOUND');
    expect(await server.refused(changeReportSchedule, { id, ...timing }, one)).toBe('NOT_FOUND');
    expect(await actions(id)).toEqual([
      'report.scheduled',
      'report.schedule_changed',
      ...Array.from({ length: 3 }, () => 'report.schedule_moved'),
    ]);
  });

  test('is refused for a report, a day or a recipient that does not fit', async () => {
    const [one, approver] = [await finance(), await newOperator(server, ['approver'])];
    const editor = await newOperator(server, ['editor']);
    const gone = await finance();
    await leave(gone);
    const refused = (input: object, by = one) =>
      server.refused(scheduleReport, { ...monthly(one), ...input }, by);
    expect(await refused({ recipients: [String(approver.id)] }, approver)).toBe('FORBIDDEN');
    expect(await refused({}, editor)).toBe('ROLE_REQUIRED');
    expect(await refused({ day: 0 })).toBe('REPORT_SCHEDULE');
    expect(await refused({ rhythm: 'weekly', day: 7 })).toBe('REPORT_SCHEDULE');
    for (const { id } of [approver, editor, gone, { id: 999_999 }]) {
      expect(await refused({ recipients: [String(id)] })).toBe('REPORT_SCHEDULE');
    }
    const { id } = await schedule(one);
    const { report: _report, ...timing } = monthly(approver);
    expect(await server.refused(changeReportSchedule, { id, ...timing }, one)).toBe(
      'REPORT_SCHEDULE',
    );
    expect(
      await server.rows('select from reports.schedule where owner_id = ' + one.id),
    ).toHaveLength(1);
  });

  test('is changed by its owner or an admin, and hidden from other roles', async () => {
    const [one, other] = [await finance(), await finance()];
    const [admin, approver] = [
      await newOperator(server, ['admin']),
      await newOperator(server, ['approver']),
    ];
    const { id } = await schedule(one);
    const { report: _report, ...timing } = monthly(one);
    const change = { id, ...timing };
    const pause = { id, to: 'paused' as const };
    expect(await server.refused(changeReportSchedule, change, other)).toBe('FORBIDDEN');
    expect(await server.refused(moveReportSchedule, pause, other)).toBe('FORBIDDEN');
    expect(await server.refused(changeReportSchedule, change, approver)).toBe('NOT_FOUND');
    expect(await server.refused(moveReportSchedule, pause, approver)).toBe('NOT_FOUND');
    expect(await listed(approver, id)).toBeUndefined();
    await server.ok(moveReportSchedule, pause, admin);
    const { token } = await newMember(server);
    for (const call of [listReportSchedules, scheduleReport]) {
      expect((await server.ask(call, {}, { token })).status).toBe(401);
    }
  });

  test('is listed page by page', async () => {
    const one = await finance();
    await schedule(one);
    await schedule(one);
    const page = (offset: number) =>
      server.ok(listReportSchedules, { item_per_page: 1, offset }, one);
    const [first, second] = [await page(0), await page(1)];
    expect(first.data).toHaveLength(1);
    expect(first.total).toBeGreaterThanOrEqual(2);
    expect(second.data[0]?.id).not.toBe(first.data[0]?.id);
  });
});

describe('the job', () => {
  test('sends one mail to each recipient from 08:00 on the due day, and not again', async () => {
    const [one, other] = [await finance(), await finance()];
    const { id, nextOn } = await schedule(one, monthly(one, other));
    const on = nextOn as Day;
    await sendAt(on, 7.9);
    expect(await sendings(id)).toEqual([]);
    await Promise.all([sendAt(on, 8), sendAt(on, 8)]);
    await sendAt(on, 9);
    expect(await sendings(id)).toEqual([{ due: on, mails: 2, skipped: 0 }]);
    for (const who of [one, other]) {
      const [mail, ...more] = await mailsTo(who);
      expect(more).toEqual([]);
      const month = addDays(`${on.slice(0, 7)}-01` as Day, -1).slice(0, 7);
      expect(mail?.body).toContain(`/reports/cash-flow?from=${month}&to=${month}`);
      expect(mail?.body).toMatch(/淨額：-?\$/);
    }
    expect(await listed(one, id)).toMatchObject({ last: { dueOn: on, mails: 2, skipped: 0 } });
    expect(await actions(id)).toContain('report.sent');
  });

  test('sends only the newest of the days that were missed', async () => {
    const one = await finance();
    const { id, nextOn } = await schedule(one, { ...monthly(one), rhythm: 'weekly' as never });
    const late = addDays(nextOn as Day, 23);
    await sendAt(late, 0);
    await sendAt(late, 8);
    expect(await sendings(id)).toEqual([{ due: addDays(nextOn as Day, 21), mails: 1, skipped: 0 }]);
    expect(await mailsTo(one)).toHaveLength(1);
    expect((await listed(one, id))?.nextOn).toBe(addDays(nextOn as Day, 28));
  });

  test('skips who lost the role or left, and goes on without the owner', async () => {
    const [owner, other, moved] = [await finance(), await finance(), await finance()];
    const { id, nextOn } = await schedule(owner, monthly(owner, other, moved));
    await leave(owner);
    await server.rows(`update identity.operator set roles = '{reviewer}' where id = $1`, [
      moved.id,
    ]);
    await sendAt(nextOn as Day, 8);
    expect(await sendings(id)).toEqual([{ due: nextOn, mails: 1, skipped: 2 }]);
    expect(await mailsTo(other)).toHaveLength(1);
    expect(await mailsTo(owner)).toEqual([]);
    expect(await mailsTo(moved)).toEqual([]);
    const row = await listed(other, id);
    expect(row?.owner.left).toBe(true);
    expect(row?.recipients.map(({ state }) => state)).toEqual(['left', 'ready', 'unable']);
  });

  test('sends nothing that is paused or ended, nor afterwards what was due meanwhile', async () => {
    const one = await finance();
    const [paused, ended] = [await schedule(one), await schedule(one)];
    await server.ok(moveReportSchedule, { id: paused.id, to: 'paused' }, one);
    await server.ok(moveReportSchedule, { id: ended.id, to: 'ended' }, one);
    await sendAt(paused.nextOn as Day, 12);
    expect(await mailsTo(one)).toEqual([]);
  });

  test('killed before the end leaves nothing, and the next run sends all', async () => {
    const one = await finance();
    const { id, nextOn } = await schedule(one);
    const now = new Date(Date.parse(startOfDay(nextOn as Day)) + 9 * 3_600_000);
    const broken = {
      ...server.services,
      clock: { now: () => now, realNow: () => now },
      secrets: {
        ...server.services.secrets,
        encrypt: () => {
          throw new Error('killed');
        },
      },
    };
    await expect(sendScheduledReports(broken)).rejects.toThrow('killed');
    expect([await sendings(id), await mailsTo(one)]).toEqual([[], []]);
    await sendAt(nextOn as Day, 9);
    expect(await sendings(id)).toHaveLength(1);
    expect(await mailsTo(one)).toHaveLength(1);
  });

  test('never sends a day twice, whatever the schedule says', async () => {
    const one = await finance();
    const { id, nextOn } = await schedule(one);
    await inWork(server.services, ({ tx, now }) =>
      insertSending(tx, { id: Number(id), dueOn: nextOn as Day, now, mails: 0, skipped: 0 }),
    );
    await sendAt(nextOn as Day, 9);
    expect(await mailsTo(one)).toEqual([]);
  });
});
