// Tests that members whose verification was reset can replace a lost phone, that two persons take
// part in it, and that the ID with which the caller is compared is one that was approved.
import { expect, test } from 'vitest';
import { identityFactor } from '#contract/identity/factor.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verificationMembersOffice } from '#contract/verification/members.ts';
import { verificationRecovery as calls } from '#contract/verification/recovery.ts';
import { newCase } from '../../../tests/actors/market.ts';
import {
  codeSentTo,
  fromElsewhere,
  messagesTo,
  newMember,
  newOperator,
  newPhone,
  type Person,
} from '../../../tests/actors/people.ts';
import { signingInAt } from '../../../tests/actors/second-factor.ts';
import { decideTask, openTaskId } from '../../../tests/actors/tasks.ts';
import { stepsOn } from '../../../tests/actors/verifying.ts';
import { useServer } from '../../../tests/server.ts';
import { verificationJobs } from '../jobs.ts';

const server = useServer();
const { giveBasic, giveBank, giveId, givePhone, infoOf } = stepsOn(server);
const { waiting, sendCode, giveCode } = signingInAt(server);
const apart = () => ({ headers: fromElsewhere() });
const reason = '證件影像不清楚，須重新確認';

async function resetTo(stage: number) {
  const member = await newMember(server);
  await givePhone(member);
  for (const give of [giveBasic, giveId, giveBank]) await give(member);
  const reviewer = await newOperator(server, ['reviewer']);
  const of = { kind: 'identity_review', subjectId: member.id } as const;
  expect((await decideTask(server, reviewer, of, { decision: 'approve' })).code).toBeNull();
  await newCase(server, { borrowerId: member.id });
  const reset = { id: String(member.id), stage, reason };
  await server.ok(verificationMembersOffice.resetStage, reset, reviewer);
  return { member, reviewer };
}

const askForMail = (ticket: string) => server.ask(identityFactor.recoveryMail, { ticket }, apart());

async function linkOf({ email }: Person): Promise<string> {
  const { ticket, canRecover } = await waiting(email);
  expect(canRecover).toBe(true);
  expect((await askForMail(ticket)).code).toBeNull();
  const [mail] = await messagesTo(server, email);
  return /recover=1#token=([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? '';
}

async function give(token: string, phoneNumber: string) {
  const sent = await server.ok(calls.recoveryCode, { token, phoneNumber }, apart());
  expect(sent.data.expiresAt).toBeDefined();
  const smsCode = await codeSentTo(server, phoneNumber);
  return server.ask(calls.recoverPhone, { token, phoneNumber, smsCode }, apart());
}

async function taskOf({ id }: Person) {
  const [change] = await server.rows<{ id: string }>(
    `select id from verification.account_change where member_id = $1 and kind = 'phone'`,
    [id],
  );
  return { kind: 'account_change_review', subjectId: change?.id ?? null };
}

const enforce = () =>
  verificationJobs.find(({ name }) => name === 'verification.enforcePhones')?.run(server.services);

async function signInBy(email: string, phone: string): Promise<number> {
  const { ticket } = await waiting(email);
  await sendCode(ticket);
  return (await giveCode(ticket, await codeSentTo(server, phone))).status;
}

test.each([0, 2])('a lost phone is replaced after a reset to stage %i', async (stage) => {
  const { member, reviewer } = await resetTo(stage);
  const phone = newPhone();
  expect((await give(await linkOf(member), phone)).code).toBeNull();
  const of = await taskOf(member);
  const id = await openTaskId(server, of.kind, of.subjectId);
  // Whoever reset the verification does not decide alone who the member is.
  expect((await decideTask(server, reviewer, of, { decision: 'approve' })).code).toBe(
    'MAKER_IS_CHECKER',
  );
  const colleague = await newOperator(server, ['reviewer']);
  const { data } = await server.ok(tasksOffice.getTask, { id }, { token: colleague.token });
  const shown = JSON.stringify(data);
  expect(shown).toContain(reason);
  expect(shown).toContain('idFront');
  expect((await decideTask(server, colleague, of, { decision: 'approve' })).code).toBeNull();
  await enforce();
  expect((await giveCode((await waiting(member.email)).ticket, '000000')).status).not.toBe(200);
  await server.advance(1);
  await enforce();
  expect(await signInBy(member.email, phone)).toBe(200);
  expect(await infoOf(member)).toMatchObject({ verifiedIDStage: stage, verifiedIDstatus: 0 });
});

test('the new phone leads on to the first stage', async () => {
  const { member } = await resetTo(0);
  const phone = newPhone();
  await give(await linkOf(member), phone);
  const colleague = await newOperator(server, ['reviewer']);
  await decideTask(server, colleague, await taskOf(member), { decision: 'approve' });
  await server.advance(1);
  await enforce();
  // The clock of the program moved, but the pause between two codes is counted in real time.
  await server.rows(
    `update identity.sms_code set created_at = created_at - interval '2 minutes'
     where member_id = $1`,
    [member.id],
  );
  await givePhone(member, phone);
  expect(await infoOf(member)).toMatchObject({ verifiedIDStage: 1 });
});

test('an ID that nobody has approved is no way to another phone', async () => {
  const { member } = await resetTo(2);
  const token = await linkOf(member);
  expect((await giveId(member)).status).toBe(200);
  const { ticket, canRecover } = await waiting(member.email);
  expect(canRecover).toBe(false);
  expect((await askForMail(ticket)).code).toBe('NOT_VERIFIED');
  expect((await give(token, newPhone())).code).toBe('NOT_VERIFIED');
});

test('a request is refused, not approved, once another ID was given', async () => {
  const { member } = await resetTo(2);
  expect((await give(await linkOf(member), newPhone())).code).toBeNull();
  await giveId(member);
  const of = await taskOf(member);
  const colleague = await newOperator(server, ['reviewer']);
  expect((await decideTask(server, colleague, of, { decision: 'approve' })).code).toBe('FLAG_BARS');
  const items = [{ item: 'phone', fields: [], reason: '證件尚未核准' }];
  const refusal = { decision: 'supplement', items };
  expect((await decideTask(server, colleague, of, refusal)).code).toBeNull();
});
