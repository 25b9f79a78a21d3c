// Tests that what operators wrote about a person is erased with them: on their loans, the tasks of
// these, and the case of a suspicion.
import { expect, test } from 'vitest';
import { notesOffice } from '#contract/tasks/notes.ts';
import { newCase } from '../../tests/actors/market.ts';
import { newOperator, newVerifiedMember, type Person } from '../../tests/actors/people.ts';
import { decideTask, openTaskId } from '../../tests/actors/tasks.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { useServer } from '../../tests/server.ts';
import { openTask } from '../tasks/front.ts';
import { inWork } from '../work.ts';
import { eraseExpired } from './erasing.ts';

// The invariants are not checked, because the tests move loans by hand to an end far in the past.
const server = useServer({ invariants: false });
const { memberAt } = stepsOn(server);
const said = '林小溪之配偶罹癌，薪資遭扣押';

async function erase({ id }: Person): Promise<void> {
  await server.rows(
    `update identity.member set closed_at = business_now() - interval '6 years',
       email = 'closed.' || id || '@closed.invalid' where id = $1`,
    [id],
  );
  await eraseExpired(server.services);
  const [profile] = await server.rows<{ erased: Date | null }>(
    'select erased_at as erased from verification.profile where member_id = $1',
    [id],
  );
  expect(profile!.erased).not.toBeNull();
}

test('the reasons of a loan, of its requests, and of its tasks', async () => {
  const member = await newVerifiedMember(server);
  const loanId = await newCase(server, { borrowerId: member.id });
  const reviewer = await newOperator(server, ['reviewer']);
  await server.rows(
    `update lending.loan set status = 98, status_at = business_now() - interval '6 years',
       reason = $2,
       supplement = jsonb_build_array(jsonb_build_object('item', 'income', 'reason', $2::text))
     where id = $1`,
    [loanId, said],
  );
  await inWork(server.services, (work) =>
    openTask(work, {
      kind: 'loan_review',
      subject: { type: 'loan', id: loanId, label: '案件' },
      detail: { returned: { reason: said } } as never,
    }),
  );
  await server.rows(
    `update tasks.task set status = 'done', decision = 'reject', reason = $2, checker_id = $3,
       decided_at = now() where kind = 'loan_review' and subject_id = $1`,
    [loanId, said, reviewer.id],
  );
  await erase(member);
  const [row] = await server.rows<{ loan: string; task: string }>(
    `select concat(l.reason, l.supplement::text) as loan,
       (select string_agg(concat(t.reason, t.detail::text), '') from tasks.task t
        where t.subject_type = 'loan' and t.subject_id = l.id) as task
     from lending.loan l where l.id = $1`,
    [loanId],
  );
  expect(row!.loan + row!.task).not.toContain(said);
});

test('the notes on a suspicion, which the page of the member never shows', async () => {
  const member = await memberAt(4);
  const reviewer = await newOperator(server, ['reviewer']);
  const approver = await newOperator(server, ['approver']);
  const items = [{ item: 'id', fields: ['idFront'], reason: '影像模糊' }];
  const report = { decision: 'supplement', items, suspicion: '疑似人頭' };
  const of = { kind: 'identity_review', subjectId: member.id } as const;
  expect((await decideTask(server, reviewer, of, report)).code).toBeNull();
  const id = await openTaskId(server, 'suspicion_review', member.id);
  const note = { subject: 'task' as const, id, text: said, mentions: '' };
  await server.ok(notesOffice.addNote, note, approver);
  const notesOf = async (subject: 'task' | 'member', of: string) =>
    (await server.ok(notesOffice.listNotes, { subject, id: of }, approver)).data;
  expect(await notesOf('task', id)).toHaveLength(1);
  expect(await notesOf('member', String(member.id))).toEqual([]);
  await erase(member);
  expect(await notesOf('task', id)).toEqual([]);
});
