// Tests of absences and of the automatic assignment: who gets the tasks, and that nobody gets the
// check of their own work.
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '#contract/core/day.ts';
import { initialListOf } from '#contract/settings/initial.ts';
import { assignableKinds } from '#contract/tasks/kinds.ts';
import { dutyOffice } from '#contract/tasks/duty.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import { newMember, newOperator, type Person } from '../../../tests/actors/people.ts';
import { setting } from '../../../tests/actors/settings.ts';
import { openTaskId } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { inWork } from '../../work.ts';
import { openTask } from '../opening.ts';
import { redirectAbsent } from './absence.ts';
import { assignInTurn } from './assignment.ts';

const server = useServer();
const { markAbsence, listAbsences, endAbsence } = dutyOffice;
const inDays = (days: number) => addDays(dayOf(server.services.clock.now()), days);

let subject = 8_000;
/** Opens a task, made and held by these people. */
type Makers = { maker?: Person; others?: Person[]; holder?: Person };
async function newTask(kind: TaskKind, of: Makers = {}) {
  subject += 1;
  const label = `工作 ${subject}`;
  await inWork(server.services, (work) =>
    openTask(work, {
      kind,
      subject: { type: 'task', id: subject, label },
      ...(of.maker && { makerId: of.maker.id }),
      otherMakers: (of.others ?? []).map(({ id: other }) => other),
    }),
  );
  const id = await openTaskId(server, kind, subject);
  if (of.holder) {
    await server.rows('update tasks.task set assignee_id = $2 where id = $1', [id, of.holder.id]);
  }
  return id;
}
const holderOf = async (id: string) =>
  (
    await server.rows<{ holder: number | null }>(
      'select assignee_id::int as holder from tasks.task where id = $1',
      [id],
    )
  )[0]?.holder;
const finance = () => newOperator(server, ['finance']);

beforeEach(async () => {
  await server.rows(`update tasks.task set status = 'done' where status = 'open'`);
});

describe('an absence', () => {
  test('gives the tasks to the substitute at once, and ends early', async () => {
    const [one, other] = [await finance(), await finance()];
    const mine = await newTask('refund_release', { holder: one });
    const input = { from: inDays(0), to: inDays(2), substitute: String(other.id) };
    const key = crypto.randomUUID();
    const { data } = await server.ok(markAbsence, input, { token: one.token, key });
    expect(data).toMatchObject({ isNow: true, substitute: { id: String(other.id) } });
    expect(await server.ok(markAbsence, input, { token: one.token, key })).toEqual({ data });
    expect(await holderOf(mine)).toBe(other.id);
    const list = async () => (await server.ok(listAbsences, {}, other)).data.map(({ id }) => id);
    expect(await list()).toContain(data.id);
    await server.ok(endAbsence, { id: data.id }, one);
    expect(await list()).not.toContain(data.id);
    expect(await server.refused(endAbsence, { id: data.id }, one)).toBe('NOT_FOUND');
    const log = await server.rows<{ action: string }>(
      `select action from tasks.audit where subject_type = 'operator' and subject_id = $1
         and action like 'absence.%' order by id`,
      [one.id],
    );
    expect(log.map(({ action }) => action)).toEqual(['absence.marked', 'absence.ended']);
  });

  test('puts back what the substitute made, may not decide, or is absent for', async () => {
    const [one, other] = [await finance(), await finance()];
    const own = await newTask('payment_check', { holder: one, maker: other });
    const editor = await newOperator(server, ['editor']);
    const absent = await finance();
    const [second, third] = [await finance(), await finance()];
    const foreign = await newTask('refund_release', { holder: second });
    const doubly = await newTask('refund_release', { holder: third });
    await server.ok(markAbsence, { from: inDays(0), to: inDays(0) }, absent);
    const away = (who: Person, substitute: Person) =>
      server.ok(
        markAbsence,
        { from: inDays(0), to: inDays(0), substitute: String(substitute.id) },
        who,
      );
    await away(one, other);
    await away(second, editor);
    await away(third, absent);
    expect([await holderOf(own), await holderOf(foreign), await holderOf(doubly)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('gives nothing to who made a part of it, or whose role is still held', async () => {
    const [one, author, young] = [await finance(), await finance(), await finance()];
    await server.rows(
      `update identity.operator set held_roles = '{finance}',
         held_until = now() + interval '1 day' where id = $1`,
      [young.id],
    );
    const input = { from: inDays(0), to: inDays(2) };
    for (const substitute of [author, young]) {
      const task = await newTask('refund_release', { holder: one, others: [author] });
      const asked = { ...input, substitute: String(substitute.id) };
      const { data } = await server.ok(markAbsence, asked, one);
      expect(await holderOf(task)).toBeNull();
      await server.ok(endAbsence, { id: data.id }, one);
    }
  });

  test('that begins later gives the tasks away on its first day, by the job', async () => {
    const [one, other] = [await finance(), await finance()];
    const mine = await newTask('refund_release', { holder: one });
    const back = await newTask('sent_back', { holder: one });
    const days = { from: inDays(1), to: inDays(3) };
    await server.ok(markAbsence, { ...days, substitute: String(other.id) }, one);
    await redirectAbsent(server.services);
    expect(await holderOf(mine)).toBe(one.id);
    await server.advance(1);
    await redirectAbsent(server.services);
    expect([await holderOf(mine), await holderOf(back)]).toEqual([other.id, other.id]);
    const alone = await finance();
    const kept = await newTask('sent_back', { holder: alone });
    await server.ok(markAbsence, { from: inDays(0), to: inDays(0) }, alone);
    expect(await holderOf(kept)).toBe(alone.id);
  });

  test('of a colleague is entered and ended by an admin only', async () => {
    const [one, other] = [await finance(), await finance()];
    const admin = await newOperator(server, ['admin']);
    const input = { operator: String(one.id), from: inDays(5), to: inDays(6) };
    expect(await server.refused(markAbsence, input, other)).toBe('FORBIDDEN');
    const { data } = await server.ok(markAbsence, input, admin);
    expect(await server.refused(endAbsence, { id: data.id }, other)).toBe('FORBIDDEN');
    await server.ok(endAbsence, { id: data.id }, admin);
    const nobody = { ...input, operator: '999999' };
    expect(await server.refused(markAbsence, nobody, admin)).toBe('NOT_FOUND');
  });

  test('is refused for past or reversed days, twice, and for a strange substitute', async () => {
    const one = await finance();
    const refused = (from: number, to: number, substitute?: string) =>
      server.refused(
        markAbsence,
        { from: inDays(from), to: inDays(to), ...(substitute && { substitute }) },
        one,
      );
    expect(await refused(-3, -1)).toBe('ABSENCE_INVALID');
    expect(await refused(3, 2)).toBe('ABSENCE_INVALID');
    expect(await refused(1, 400)).toBe('ABSENCE_INVALID');
    expect(await refused(1, 2, String(one.id))).toBe('ABSENCE_INVALID');
    expect(await refused(1, 2, '999999')).toBe('ABSENCE_INVALID');
    await server.ok(markAbsence, { from: inDays(1), to: inDays(3) }, one);
    expect(await refused(3, 4)).toBe('ABSENCE_INVALID');
    expect(
      await server.rows('select from tasks.absence where operator_id = ' + one.id),
    ).toHaveLength(1);
  });

  test('is nothing for members and strangers', async () => {
    const { token } = await newMember(server);
    for (const call of [markAbsence, listAbsences]) {
      expect((await server.ask(call, {}, { token })).status).toBe(401);
      expect((await server.ask(call, {})).status).toBe(401);
    }
  });
});

describe('the automatic assignment', () => {
  const kind = 'booking_check' as const;
  const switchOn = (on: boolean) =>
    setting(
      server,
      'autoAssigned',
      initialListOf('autoAssigned').map((item) => ({
        ...item,
        enabled: on && assignableKinds[item.id] === kind,
      })),
    );

  test('is off at first, gives tasks in turn, never to maker or absent', async () => {
    await server.rows(`update identity.operator set disabled_at = now()`);
    const [one, two, three] = [await finance(), await finance(), await finance()] as const;
    const first = await newTask(kind);
    await assignInTurn(server.services);
    expect(await holderOf(first)).toBeNull();
    await switchOn(true);
    // The admin and the approver who changed the setting do not take part.
    await server.rows(`update identity.operator set disabled_at = now()
      where not roles @> '{finance}'`);
    const more = [await newTask(kind), await newTask(kind), await newTask(kind)];
    const other = await newTask('refund_release');
    await assignInTurn(server.services);
    const holders = await Promise.all([first, ...more].map(holderOf));
    expect(holders).toEqual([one.id, two.id, three.id, one.id]);
    expect(await holderOf(other)).toBeNull();
    const made = await newTask(kind, { maker: two });
    await assignInTurn(server.services);
    expect(await holderOf(made)).toBe(three.id);
    await server.ok(markAbsence, { from: inDays(0), to: inDays(0) }, one);
    const next = await newTask(kind);
    await assignInTurn(server.services);
    expect(await holderOf(next)).toBe(two.id);
    await switchOn(false);
    const last = await newTask(kind);
    await assignInTurn(server.services);
    expect(await holderOf(last)).toBeNull();
  });
});
