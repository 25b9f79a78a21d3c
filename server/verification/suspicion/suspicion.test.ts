// Tests of suspicions: reported with a request for corrections, decided by another person, and
// hidden from the member.
import { describe, expect, test } from 'vitest';
import { identityAccount } from '#contract/identity/account.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { deskOffice } from '#contract/tasks/desk.ts';
import { verificationChanges } from '#contract/verification/changes.ts';
import { messagesTo, newOperator, type Person } from '../../../tests/actors/people.ts';
import { decideTask, openTaskId } from '../../../tests/actors/tasks.ts';
import { stepsOn } from '../../../tests/actors/verifying.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const { giveAgain, infoOf, memberAt } = stepsOn(server);
const grounds = '證件字體與照片有拼接痕跡';
const items = [{ item: 'id', fields: ['idFront'], reason: '影像模糊' }];
const reportOf = { decision: 'supplement', items, suspicion: grounds };

async function reported() {
  const member = await memberAt(4);
  const reviewer = await newOperator(server, ['reviewer', 'approver']);
  const of = { kind: 'identity_review', subjectId: member.id };
  expect((await decideTask(server, reviewer, of, reportOf)).code).toBeNull();
  return { member, reviewer };
}
const decideOn = (by: Person, { id }: Person, decision: object) =>
  decideTask(server, by, { kind: 'suspicion_review', subjectId: id }, decision);
const auditOf = (id: number) =>
  server.rows<{ action: string; reason: string }>(
    `select action, reason from tasks.audit
     where subject_type = 'suspicion' and subject_id = $1 and action like 'suspicion.%'
     order by id`,
    [id],
  );

describe('a suspicion', () => {
  test('is reported with the corrections and decided by somebody else', async () => {
    const { member, reviewer } = await reported();
    expect(await infoOf(member)).toMatchObject({ verifiedIDstatus: 2 });
    const id = await openTaskId(server, 'suspicion_review', member.id);
    const approver = await newOperator(server, ['approver']);
    const { data } = await server.ok(tasksOffice.getTask, { id }, approver);
    expect(data.detail).toMatchObject({ grounds, name: '林小溪', memberId: String(member.id) });
    const report = { decision: 'report', reason: '115/11/23 調防字第 1 號' };
    expect((await decideOn(reviewer, member, report)).code).toBe('MAKER_IS_CHECKER');
    const other = await newOperator(server, ['reviewer']);
    expect((await decideOn(other, member, report)).code).toBe('TASK_NOT_FOUND');
    const bare = { decision: 'report' };
    expect((await decideOn(approver, member, bare)).code).toBe('DECISION_INVALID');
    expect((await decideOn(approver, member, report)).code).toBeNull();
    const again = await server.ask(tasksOffice.decideTask, { id, ...report }, approver);
    expect(again.code).toBe('TASK_DONE');
    expect((await auditOf(member.id)).map(({ action }) => action)).toEqual([
      'suspicion.opened',
      'suspicion.reported',
    ]);
  });

  test('gets the grounds of a second report, and its reporter does not decide it', async () => {
    const { member } = await reported();
    const id = await openTaskId(server, 'suspicion_review', member.id);
    const second = await newOperator(server, ['reviewer', 'approver']);
    await server.ok(deskOffice.claimTasks, { ids: [id] }, second);
    expect((await giveAgain('supplementIdInfo', member, {}, ['idFront'])).status).toBe(200);
    await server.ok(verificationChanges.submitSupplement, {}, { token: member.token });
    const of = { kind: 'identity_review', subjectId: member.id };
    const again = { ...reportOf, suspicion: '資金來源不明' };
    expect((await decideTask(server, second, of, again)).code).toBeNull();
    const approver = await newOperator(server, ['approver']);
    const { data } = await server.ok(tasksOffice.getTask, { id }, approver);
    expect(JSON.stringify(data.detail)).toContain(grounds);
    expect(JSON.stringify(data.detail)).toContain('資金來源不明');
    const dismissal = { decision: 'dismiss', reason: '自行結案' };
    expect((await decideOn(second, member, dismissal)).code).toBe('MAKER_IS_CHECKER');
    // It went back to the queue, because whoever held it may not decide it any more.
    expect((await decideOn(approver, member, dismissal)).code).toBeNull();
  });

  test('is dismissed with its grounds', async () => {
    const { member } = await reported();
    const approver = await newOperator(server, ['approver']);
    const dismissal = { decision: 'dismiss', reason: '本人到場確認' };
    expect((await decideOn(approver, member, dismissal)).code).toBeNull();
    expect((await auditOf(member.id)).at(-1)).toEqual({
      action: 'suspicion.dismissed',
      reason: '本人到場確認',
    });
  });

  test('is not told to the member in any way', async () => {
    const { member } = await reported();
    const { token } = member;
    await server.rows(
      `update identity.session set step_up_at = now(), step_up_reference = 'test',
       step_up_act = 'export'
       where member_id = $1`,
      [member.id],
    );
    const answer = await server.ask(identityAccount.exportAccount, {}, { token });
    expect(answer.status).toBe(200);
    const file = JSON.stringify([
      String(answer.body),
      JSON.stringify(answer.body),
      await messagesTo(server, member.email),
    ]);
    expect(file).toContain('影像模糊');
    for (const secret of [grounds, 'suspicion', '可疑交易', '通報'])
      expect(file).not.toContain(secret);
  });

  test('cannot be reported with an approval or on another kind of task', async () => {
    const member = await memberAt(4);
    const reviewer = await newOperator(server, ['reviewer']);
    const of = { kind: 'identity_review', subjectId: member.id };
    const approval = { decision: 'approve', suspicion: grounds };
    expect((await decideTask(server, reviewer, of, approval)).code).toBe('DECISION_INVALID');
    expect(await auditOf(member.id)).toEqual([]);
  });
});
