// Every call that moves a member's file, sent again with the same key: the same answer, done once.
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { tasksOffice } from '#contract/tasks.ts';
import { verificationChanges } from '#contract/verification-changes.ts';
import { verification } from '#contract/verification.ts';
import { newOperator, newPhone, newVerifiedMember, type Person } from '../../tests/people.ts';
import { useServer } from '../../tests/server.ts';
import {
  bankAccount,
  idNames,
  issue,
  personalInfo,
  pictures,
  stepsOn,
} from '../../tests/verifying.ts';

const server = useServer();
const { memberAt, stepUp } = stepsOn(server);

let keys = 0;

/** Asks three times, twice at once; all answers must be the first one's. */
async function thrice(endpoint: Endpoint, input: object, one: Person, names: string[] = []) {
  keys += 1;
  const files = names.length > 0 ? await pictures(...names) : undefined;
  const how = { token: one.token, key: `repeat-${keys}`, ...(files && { files }) };
  const first = await server.ask(endpoint, input as never, how);
  expect(first.status, `${endpoint.path} ${JSON.stringify(first.body)}`).toBe(200);
  const again = await Promise.all([
    server.ask(endpoint, input as never, how),
    server.ask(endpoint, input as never, how),
  ]);
  for (const { status, body } of again) expect([status, body]).toEqual([200, first.body]);
}

/** How often an act of this name stands in the member's audit. */
async function timesDone({ id }: Person, action: string): Promise<number> {
  const rows = await server.rows(
    `select from tasks.audit where subject_type = 'member' and subject_id = $1 and action = $2`,
    [id, action],
  );
  return rows.length;
}

const uploadsOf = async ({ id }: Person) =>
  (await server.rows('select from verification.upload where member_id = $1', [id])).length;

test('personal data are recorded once', async () => {
  const member = await memberAt(1);
  await thrice(verification.personalInfo, personalInfo(), member);
  expect(await timesDone(member, 'verification.basic')).toBe(1);
});

test('proofs of income are kept and reviewed once', async () => {
  const member = await newVerifiedMember(server);
  const proof = { kind: 2, monthlyIncome: 58_000, from: '2026-05-01', to: '2026-07-31' };
  await thrice(verification.sendFinancialStatement, proof, member, ['image']);
  const statements = await server.rows(
    'select from verification.financial_statement where member_id = $1',
    [member.id],
  );
  expect([statements.length, await uploadsOf(member)]).toEqual([1, 1]);
});

test('a supplement is given once, handed in once, and reviewed once', async () => {
  const member = await memberAt(4);
  const operator = await newOperator(server, ['reviewer']);
  const asked = { kind: 'identity_review', item_per_page: 200 } as const;
  const { data } = await server.ok(tasksOffice.listTasks, asked, { token: operator.token });
  const task = data.find(({ subject }) => subject.id === String(member.id));
  const items = [
    { item: 'id', reason: '影像模糊' },
    { item: 'bank', reason: '戶名不符' },
  ];
  const decision = { id: task?.id ?? '', decision: 'supplement', items };
  await server.ok(tasksOffice.decideTask, decision, { token: operator.token });
  const before = await uploadsOf(member);
  await thrice(verificationChanges.supplementIdInfo, issue, member, idNames);
  await thrice(verificationChanges.supplementBankInfo, bankAccount, member, ['image']);
  expect(await uploadsOf(member)).toBe(before + idNames.length + 1);
  await thrice(verificationChanges.submitSupplement, {}, member);
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
  await stepUp(member, phone);
  await thrice(verificationChanges.changeBank, bankAccount, member, ['image']);
  await stepUp(member, phone);
  await thrice(verificationChanges.changeId, { ...issue, reason: 1 }, member, idNames);
  expect(await uploadsOf(member)).toBe(1 + idNames.length);
  const { data } = await server.ok(verificationChanges.accountChanges, {}, member);
  expect(data).toHaveLength(2);
});
