// Tests that a reset of the verification opens no way around the step-up, the second person and the
// wait of a changed account.
import { expect, test } from 'vitest';
import { identityAccount } from '#contract/identity/account.ts';
import { verification } from '#contract/verification/calls.ts';
import { verificationMembersOffice } from '#contract/verification/members.ts';
import {
  fromElsewhere,
  messagesTo,
  newOperator,
  newPhone,
  newVerifiedMember,
  password,
  type Person,
  stepUp,
} from '../../../tests/actors/people.ts';
import { decideTask } from '../../../tests/actors/tasks.ts';
import { stepsOn } from '../../../tests/actors/verifying.ts';
import { useServer } from '../../../tests/server.ts';
import { db } from '../../database/db.ts';
import { payoutAccountOf } from '../person.ts';

const server = useServer();
const { giveAgain, giveBank } = stepsOn(server);
const other = { bankCode: '812', account: '288810009999' };
const usual = { bankCode: '004', account: '004087654321' };
const approve = { decision: 'approve' };

async function resetTo(stage: number) {
  const phone = newPhone();
  const member = await newVerifiedMember(server, { phone, account: usual.account });
  const reviewer = await newOperator(server, ['reviewer']);
  const reset = { id: String(member.id), stage, reason: '重新確認' };
  await server.ok(verificationMembersOffice.resetStage, reset, reviewer);
  return { member, phone, reviewer };
}
const accounts = ({ id }: Person) =>
  server.rows<{ tail: string; status: string }>(
    `select account_tail as tail, status from verification.bank_account
     where member_id = $1 and status in ('in_force', 'coming') order by status`,
    [id],
  );

test('another account than the one in force is given only by a step-up', async () => {
  const { member, phone } = await resetTo(3);
  expect((await giveBank(member, other)).code).toBe('STEP_UP_REQUIRED');
  await stepUp(server, member, phone);
  expect((await giveBank(member, other)).status).toBe(200);
});

test('a supplement is no way around the step-up', async () => {
  const { member, phone } = await resetTo(3);
  expect((await giveBank(member, usual)).status).toBe(200);
  const colleague = await newOperator(server, ['reviewer']);
  const of = { kind: 'identity_review', subjectId: member.id } as const;
  const items = [{ item: 'bank', fields: ['bankCode', 'account', 'image'], reason: '影像模糊' }];
  expect((await decideTask(server, colleague, of, { decision: 'supplement', items })).code).toBe(
    null,
  );
  const give = () => giveAgain('supplementBankInfo', member, other, ['image']);
  expect((await give()).code).toBe('STEP_UP_REQUIRED');
  await stepUp(server, member, phone);
  expect((await give()).status).toBe(200);
});

test('who reset it does not approve what follows, which then waits for a day', async () => {
  const { member, phone, reviewer } = await resetTo(3);
  await stepUp(server, member, phone);
  await giveBank(member, other);
  const of = { kind: 'identity_review', subjectId: member.id } as const;
  expect((await decideTask(server, reviewer, of, approve)).code).toBe('MAKER_IS_CHECKER');
  const [before] = await accounts(member);
  const colleague = await newOperator(server, ['reviewer']);
  expect((await decideTask(server, colleague, of, approve)).code).toBeNull();
  expect(await accounts(member)).toEqual([{ tail: '9999', status: 'coming' }, before]);
  const mails = await messagesTo(server, member.email);
  expect(mails.map(({ subject }) => subject).join()).toContain('24 小時後生效');
  const { services } = server;
  const paidTo = async () =>
    (await payoutAccountOf(db(services.pool), services, member.id))?.account;
  expect(await paidTo()).toBe(usual.account);
  await server.advance(2);
  expect(await paidTo()).toBe(other.account);
});

test('the same account needs no step-up and stays in force', async () => {
  const { member } = await resetTo(3);
  const before = await accounts(member);
  expect((await giveBank(member, usual)).status).toBe(200);
  const colleague = await newOperator(server, ['reviewer']);
  const of = { kind: 'identity_review', subjectId: member.id } as const;
  expect((await decideTask(server, colleague, of, approve)).code).toBeNull();
  expect(await accounts(member)).toEqual(before);
});

test('the password alone does not replace the phone', async () => {
  const { member } = await resetTo(0);
  const how = { token: member.token, headers: fromElsewhere() };
  const confirmed = await server.ask(identityAccount.confirmPassword, { password }, how);
  expect(confirmed.code).toBe('STEP_UP_REQUIRED');
  const asked = await server.ask(verification.sendSmsCode, { phoneNumber: newPhone() }, how);
  expect(asked.code).toBe('STEP_UP_REQUIRED');
});
