// Tests that a verification call repeated with the same key is answered in the same way and carried
// out once.
import { taskList } from '#contract/tasks/lists.ts';
import { expect, test } from 'vitest';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verificationChanges } from '#contract/verification/changes.ts';
import { verification } from '#contract/verification/calls.ts';
import {
  newOperator,
  newPhone,
  newVerifiedMember,
  type Person,
  stepUp,
} from '../../tests/actors/people.ts';
import { repeatThrice } from '../../tests/actors/repeats.ts';
import { useServer } from '../../tests/server.ts';
import {
  bankAccount,
  idNames,
  issue,
  personalInfo,
  stepsOn,
} from '../../tests/actors/verifying.ts';

const server = useServer();
const { memberAt } = stepsOn(server);

/** Returns how often an action appears in the audit log of the member. */
async function timesDone({ id }: Person, action: string): Promise<number> {
  const rows = await server.rows(
    `select from tasks.audit where subject_type = 'member' and subject_id = $1 and action = $2`,
    [id, action],
  );
  return rows.length;
}

const uploadsOf = async ({ id }: Person) =>
  (await server.rows('select from verification.upload where member_id = $1', [id])).length;

test('personal data are stored once', async () => {
  const member = await memberAt(1);
  await repeatThrice(server, verification.personalInfo, personalInfo(), member);
  expect(await timesDone(member, 'verification.basic')).toBe(1);
});

test('proofs of income are stored and reviewed once', async () => {
  const member = await newVerifiedMember(server);
  const proof = { kind: 2, monthlyIncome: 58_000, from: '2026-05-01', to: '2026-07-31' };
  await repeatThrice(server, verification.sendFinancialStatement, proof, member, {
    files: ['image'],
  });
  const statements = await server.rows(
    'select from verification.financial_statement where member_id = $1',
    [member.id],
  );
  expect([statements.length, await uploadsOf(member)]).toEqual([1, 1]);
});

test('a supplement is sent once, submitted once, and reviewed once', async () => {
  const member = await memberAt(4);
  const operator = await newOperator(server, ['reviewer']);
  const asked = { kind: 'identity_review', item_per_page: 200 } as const;
  const { data } = await server.ok(taskList, asked, { token: operator.token });
  const task = data.find(({ subject }) => subject.id === String(member.id));
  const items = [
    { item: 'id', reason: '影像模糊' },
    { item: 'bank', reason: '戶名不符' },
  ];
  const decision = { id: task?.id ?? '', decision: 'supplement', items };
  await server.ok(tasksOffice.decideTask, decision, { token: operator.token });
  const before = await uploadsOf(member);
  await repeatThrice(server, verificationChanges.supplementIdInfo, issue, member, {
    files: idNames,
  });
  await repeatThrice(server, verificationChanges.supplementBankInfo, bankAccount, member, {
    files: ['image'],
  });
  expect(await uploadsOf(member)).toBe(before + idNames.length + 1);
  await repeatThrice(server, verificationChanges.submitSupplement, {}, member);
  const open = await server.rows(
    `select from tasks.task where kind = 'identity_review' and subject_id = $1
       and status = 'open'`,
    [member.id],
  );
  expect(open).toHaveLength(1);
});

test('a change of bank account or document uses one step-up and opens one review', async () => {
  const phone = newPhone();
  const member = await newVerifiedMember(server, { phone });
  await stepUp(server, member, phone);
  await repeatThrice(server, verificationChanges.changeBank, bankAccount, member, {
    files: ['image'],
  });
  await stepUp(server, member, phone);
  await repeatThrice(server, verificationChanges.changeId, { ...issue, reason: 1 }, member, {
    files: idNames,
  });
  expect(await uploadsOf(member)).toBe(1 + idNames.length);
  const { data } = await server.ok(verificationChanges.accountChanges, {}, member);
  expect(data).toHaveLength(2);
});
