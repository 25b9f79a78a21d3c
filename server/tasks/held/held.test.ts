// Tests of decisions that take effect after some seconds: they can be taken back, nobody sees them
// before, and every rule judges them again.
import { describe, expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking/office.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { heldOffice } from '#contract/tasks/held.ts';
import { newMember, newOperator } from '../../../tests/actors/people.ts';
import { openTaskId } from '../../../tests/actors/tasks.ts';
import { stepsOn } from '../../../tests/actors/verifying.ts';
import { useServer } from '../../../tests/server.ts';
import { dayOf } from '#contract/core/day.ts';
import { carryOutHeldDecisions } from './held.ts';

/** More than any test takes, so that nothing is due before the test lets it be. */
const SECONDS = 900;
const server = useServer({ instead: () => ({ undoSeconds: SECONDS }) });
const { givePhone, giveBasic, giveId, giveBank } = stepsOn(server);

type Who = { id: number; token: string };

let serial = 0;
const newAccount = () => `9002${String((serial += 1)).padStart(8, '0')}`;

/** A member whose verification is under review. */
async function applicant({ account = newAccount() } = {}) {
  const member = await newMember(server);
  await givePhone(member);
  await giveBasic(member);
  await giveId(member);
  expect((await giveBank(member, { account })).code).toBeNull();
  return { ...member, account, task: await openTaskId(server, 'identity_review', member.id) };
}

const reviewer = () => newOperator(server, ['reviewer']);

const send = (id: string, { token }: Who, decision: object = { decision: 'approve' }) =>
  server.ask(tasksOffice.decideTask, { id, undoable: true, ...decision }, { token });

const taskOf = async (id: string, { token }: Who) =>
  (await server.ok(tasksOffice.getTask, { id }, { token })).data;

const takeBack = (id: string, { token }: Who) =>
  server.ask(heldOffice.takeBackDecision, { id }, { token });

const waitingOf = async ({ token }: Who) =>
  (await server.ok(heldOffice.heldDecisions, {}, { token })).data;

/** Lets so many seconds pass for the decisions that wait. */
const pass = (seconds: number) =>
  server.rows(
    `update tasks.held_decision set made_at = made_at - make_interval(secs => $1),
       takes_effect_at = takes_effect_at - make_interval(secs => $1) where failure is null`,
    [seconds],
  );

/** Carries out what is due once so many seconds have passed. */
async function workAfter(seconds: number): Promise<number> {
  await pass(seconds);
  return carryOutHeldDecisions(server.services);
}

/** How often the member was told of the review. */
const toldOf = async ({ id }: { id: number }) =>
  (await server.rows('select from notices.notice where member_id = $1', [id])).length;

const actsOn = (taskId: string) =>
  server.rows<{ action: string; actor: string; request: string }>(
    `select action, actor_id as actor, request_id as request from tasks.audit
     where snapshot ->> 'task' = $1 order by id`,
    [taskId],
  );

describe('a decision that can be taken back', () => {
  test('takes effect after its seconds, and nobody sees it before', async () => {
    const member = await applicant();
    const [one, other] = [await reviewer(), await reviewer()];
    const before = await toldOf(member);
    const { body } = await send(member.task, one);
    expect(body.data).toMatchObject({
      status: 'open',
      held: { decision: 'approve', isMine: true, toAnother: false, failure: null },
    });
    expect(await toldOf(member)).toBe(before);
    expect(await actsOn(member.task)).toEqual([]);
    expect((await taskOf(member.task, other)).held).toMatchObject({ isMine: false });
    expect(await waitingOf(other)).toEqual([]);
    expect(await waitingOf(one)).toMatchObject([
      { task: { id: member.task, kind: 'identity_review' }, decision: 'approve' },
    ]);

    expect(await workAfter(1)).toBe(0);
    expect(await toldOf(member)).toBe(before);
    expect(await workAfter(SECONDS)).toBe(1);
    expect(await toldOf(member)).toBeGreaterThan(before);
    expect(await waitingOf(one)).toEqual([]);
    expect(await taskOf(member.task, one)).toMatchObject({ status: 'done', held: null });
    expect(await actsOn(member.task)).toMatchObject([
      { action: 'task.identity_review.approve', actor: String(one.id) },
    ]);
    expect(await workAfter(SECONDS), 'carried out once').toBe(0);
  });

  test('is refused at once if it would be, and then nothing waits', async () => {
    const member = await applicant();
    const one = await reviewer();
    expect((await send(member.task, one, { decision: 'agree' })).code).toBe('DECISION_INVALID');
    const { account } = member;
    const sharing = await applicant({ account });
    expect((await send(sharing.task, one)).code).toBe('FLAGS_UNANSWERED');
    expect(await waitingOf(one)).toEqual([]);
  });

  test('belongs to whoever made it: nobody else decides, and it is made once', async () => {
    const member = await applicant();
    const [one, other] = [await reviewer(), await reviewer()];
    await send(member.task, one);
    expect((await send(member.task, other)).code).toBe('TASK_TAKEN');
    expect((await send(member.task, one)).code).toBe('DECISION_HELD');
    expect((await takeBack(member.task, other)).code).toBe('DECISION_IN_FORCE');
    expect((await takeBack('999999999', one)).code).toBe('TASK_NOT_FOUND');
    expect(await workAfter(SECONDS)).toBe(1);
  });

  test('is gone once it was taken back, and can be made again', async () => {
    const member = await applicant();
    const one = await reviewer();
    await send(member.task, one);
    expect((await takeBack(member.task, one)).code).toBeNull();
    expect((await takeBack(member.task, one)).code).toBe('DECISION_IN_FORCE');
    expect(await workAfter(SECONDS)).toBe(0);
    expect(await taskOf(member.task, one)).toMatchObject({ status: 'open', held: null });
    expect((await actsOn(member.task)).map(({ action }) => action)).toEqual(['task.taken_back']);
    await send(member.task, one);
    await workAfter(SECONDS);
    expect((await taskOf(member.task, one)).status).toBe('done');
    expect((await takeBack(member.task, one)).code).toBe('DECISION_IN_FORCE');
  });

  test('is taken back or carried out, never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const member = await applicant();
      const one = await reviewer();
      await send(member.task, one);
      await pass(SECONDS);
      const [taken] = await Promise.all([
        takeBack(member.task, one),
        carryOutHeldDecisions(server.services),
        carryOutHeldDecisions(server.services),
      ]);
      const status = taken.code === null ? 'open' : 'done';
      expect((await taskOf(member.task, one)).status).toBe(status);
      const acts = (await actsOn(member.task)).map(({ action }) => action);
      expect(acts).toEqual([
        taken.code === null ? 'task.taken_back' : 'task.identity_review.approve',
      ]);
    }
  });
});

describe('every rule judges it again when it takes effect', () => {
  test('a warning that appeared meanwhile gives it back, with its reason', async () => {
    const member = await applicant();
    const one = await reviewer();
    await send(member.task, one);
    const { account } = member;
    await applicant({ account });
    await workAfter(SECONDS);
    const { status, held, flags } = await taskOf(member.task, one);
    expect(status).toBe('open');
    expect(held).toMatchObject({ isMine: true, failure: expect.stringContaining('需確認的事項') });
    expect(await waitingOf(one)).toMatchObject([{ failure: held!.failure }]);
    expect((await actsOn(member.task)).map(({ action }) => action)).toEqual(['task.lapsed']);
    expect(await workAfter(SECONDS), 'not tried again').toBe(0);

    const answers = flags.map(({ key }) => ({ flag: key, answer: '家人帳戶，已查證' }));
    expect((await send(member.task, one, { decision: 'approve', answers })).code).toBeNull();
    await workAfter(SECONDS);
    expect(await taskOf(member.task, one)).toMatchObject({ status: 'done', held: null });
    expect(await waitingOf(one)).toEqual([]);
  });

  test('so does the loss of the right to decide', async () => {
    const member = await applicant();
    const [one, other] = [await reviewer(), await reviewer()];
    await send(member.task, one);
    await server.rows('update identity.operator set disabled_at = now() where id = $1', [one.id]);
    await workAfter(SECONDS);
    expect((await taskOf(member.task, other)).held).toMatchObject({
      failure: '決定的同仁已無權處理這項工作',
    });
  });

  test('and a program that did not work for a minute', async () => {
    const member = await applicant();
    const one = await reviewer();
    await send(member.task, one);
    await workAfter(SECONDS + 51);
    expect((await taskOf(member.task, one)).held?.failure).toBe('系統沒有在一分鐘內完成');
    expect((await taskOf(member.task, one)).status).toBe('open');
  });
});

test('a day is not signed while a decision waits', async () => {
  const member = await applicant();
  const one = await reviewer();
  const finance = await newOperator(server, ['finance']);
  const { token } = finance;
  await server.advance(1);
  const signed = dayOf(new Date(server.services.clock.now().getTime() - 86_400_000));
  const sign = () =>
    server.ask(bankingOffice.signDay, { day: signed, note: '核對無誤' }, { token });
  await send(member.task, one);
  expect((await sign()).code).toBe('DECISIONS_WAITING');
  await workAfter(SECONDS);
  expect((await sign()).code).not.toBe('DECISIONS_WAITING');
});
