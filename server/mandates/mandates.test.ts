// Test of mandates over HTTP: signing, the bank's answers, stopping, resuming and changed accounts.
import { expect, test } from 'vitest';
import { mandates } from '#contract/mandates/calls.ts';
import {
  answerWith,
  authorise,
  expectNotice,
  given,
  mandateOf,
  newDebtor,
} from '../../tests/actors/mandates.ts';
import { newMember, newVerifiedMember, stepUp } from '../../tests/actors/people.ts';
import { liveThrough } from '../../tests/actors/loans.ts';
import { auditOf } from '../../tests/readers.ts';
import { useServer } from '../../tests/server.ts';
import { drain } from '../worker.ts';

const server = useServer();
const { signMandate, stopMandate, resumeMandate } = mandates;

const filesOf = (type: string) =>
  server.rows<{ id: string }>('select id from mandates.file where type = $1', [type]);

test('a mandate is signed with a step-up, sent to the bank and agreed to', async () => {
  const member = await newDebtor(server);
  const before = await mandateOf(server, member);
  expect(before).toMatchObject({ offered: true, mandate: null, next: null, debits: [] });
  expect(before.text).toMatchObject({ version: 1, title: '委託轉帳代收款項授權書' });
  expect(before.text!.clauses.join('')).toContain(before.creditor!.number);
  await stepUp(server, member, member.phone, 'mandate');
  const { data } = await server.ok(signMandate, given, member);
  expect(data.mandate).toMatchObject({ status: 'pending', ceiling: 50_000, failures: 0 });
  await drain(server.services);
  const { mandate } = await mandateOf(server, member);
  expect(mandate).toMatchObject({ status: 'active', reason: null, account: before.account });
  const actions = (await auditOf(server, { type: 'mandate', id: mandate!.id })).map(
    ({ action }) => action,
  );
  expect(actions).toEqual(['mandate.signed', 'mandate.active']);
  await expectNotice(server, member, '授權扣款已生效');
  const [row] = await server.rows<{ reference: string | null }>(
    'select step_up_reference as reference from mandates.mandate where id = $1',
    [mandate!.id],
  );
  expect(row!.reference).toBeTruthy();
});

test('signing is refused without a step-up, with another text or bounds, and twice', async () => {
  const member = await newDebtor(server);
  expect(await server.refused(signMandate, given, member)).toBe('STEP_UP_REQUIRED');
  await stepUp(server, member, member.phone, 'mandate');
  const old = { ...given, textVersion: 0 };
  expect(await server.refused(signMandate, old, member)).toBe('MANDATE_TEXT_CHANGED');
  for (const wrong of [
    { ceiling: 999 },
    { ceiling: 1_000_001 },
    { coversLoans: false, coversOrders: false },
  ]) {
    expect((await server.ask(signMandate, { ...given, ...wrong }, member)).status).toBe(400);
  }
  expect((await mandateOf(server, member)).mandate).toBeNull();
  await server.ok(signMandate, given, { ...member, key: 'once-and-no-more' });
  await server.ok(signMandate, given, { ...member, key: 'once-and-no-more' });
  await stepUp(server, member, member.phone, 'mandate');
  expect(await server.refused(signMandate, given, member)).toBe('MANDATE_EXISTS');
  const rows = await server.rows('select from mandates.mandate where member_id = $1', [member.id]);
  expect(rows).toHaveLength(1);
});

test('nothing is signed where the bank has no contract for debits', async () => {
  const member = await newDebtor(server);
  await stepUp(server, member, member.phone, 'mandate');
  const { bank } = server.services.config;
  const { creditor } = bank;
  Object.assign(bank, { creditor: null });
  try {
    expect(await server.refused(signMandate, given, member)).toBe('MANDATES_OFF');
  } finally {
    Object.assign(bank, { creditor });
  }
});

test('a member without a verified account, and a stranger, sign nothing', async () => {
  const stranger = await newMember(server);
  expect(await server.refused(signMandate, given, stranger)).toBe('NOT_VERIFIED');
  expect((await mandateOf(server, stranger)).account).toBeNull();
  const member = await newDebtor(server);
  await server.rows(
    `update verification.bank_account set status = 'replaced' where member_id = $1`,
    [member.id],
  );
  await stepUp(server, member, member.phone, 'mandate');
  expect(await server.refused(signMandate, given, member)).toBe('NO_BANK_ACCOUNT');
});

test('a mandate that the bank refuses says why, and another can be signed', async () => {
  const member = await newDebtor(server);
  await answerWith(server, 'P02', '1');
  await authorise(server, member);
  await answerWith(server, 'P02', null);
  const { mandate } = await mandateOf(server, member);
  expect(mandate).toMatchObject({ status: 'refused', reason: '印鑑不符' });
  await expectNotice(server, member, '銀行未核准您的授權扣款');
  await authorise(server, member);
  expect((await mandateOf(server, member)).mandate!.status).toBe('active');
});

test('a closed account is refused by the bank', async () => {
  const member = await newDebtor(server, '004012340000');
  await authorise(server, member);
  expect((await mandateOf(server, member)).mandate).toMatchObject({
    status: 'refused',
    reason: '帳戶已結清',
  });
});

test('a member stops a mandate, the bank cancels it, and only once', async () => {
  const member = await newDebtor(server);
  expect(await server.refused(stopMandate, {}, member)).toBe('MANDATE_STATUS');
  await authorise(server, member);
  const before = (await filesOf('P02')).length;
  await server.ok(stopMandate, {}, { ...member, key: 'stop-it-once-only' });
  await server.ok(stopMandate, {}, { ...member, key: 'stop-it-once-only' });
  await drain(server.services);
  const { mandate } = await mandateOf(server, member);
  expect(mandate).toMatchObject({ status: 'stopped', reason: '您自行停止' });
  expect((await filesOf('P02')).length).toBe(before + 1);
  const [cancelled] = await server.rows<{ code: string }>(
    `select code from mandates.registration where mandate_id = $1 and action = 'cancel'`,
    [mandate!.id],
  );
  expect(cancelled!.code).toBe('0');
  expect(await server.refused(stopMandate, {}, member)).toBe('MANDATE_STATUS');
  expect(await server.refused(resumeMandate, {}, member)).toBe('MANDATE_STATUS');
});

test('a mandate that was stopped before the bank heard of it is not sent at all', async () => {
  const member = await newDebtor(server);
  const before = (await filesOf('P02')).length;
  await stepUp(server, member, member.phone, 'mandate');
  await server.ok(signMandate, given, member);
  await server.ok(stopMandate, {}, member);
  await drain(server.services);
  expect((await filesOf('P02')).length).toBe(before);
});

test('an answer that comes after the member has stopped changes nothing', async () => {
  const member = await newDebtor(server);
  const { bank } = server.services.demonstration!;
  bank.holdAnswers(true);
  await authorise(server, member);
  await server.ok(stopMandate, {}, member);
  bank.holdAnswers(false);
  await drain(server.services);
  expect((await mandateOf(server, member)).mandate!.status).toBe('stopped');
});

test('a mandate ends when another account comes into force', async () => {
  const member = await newDebtor(server);
  await authorise(server, member);
  await server.rows(
    `with old as (update verification.bank_account set status = 'replaced' where member_id = $1
       returning *)
     insert into verification.bank_account (member_id, bank_code, branch_code, account,
       account_hash, account_tail, uploads, status, created_at, in_force_from)
     select member_id, '812', null, account, account_hash, '9999', uploads, 'in_force',
       created_at, in_force_from from old`,
    [member.id],
  );
  await liveThrough(server, 1);
  const { mandate, account } = await mandateOf(server, member);
  expect(mandate!.status).toBe('superseded');
  expect(account!.accountMasked).toContain('9999');
  await expectNotice(server, member, '您更換了帳戶');
});

test('nobody sees or stops the mandate of somebody else', async () => {
  const member = await newDebtor(server);
  await authorise(server, member);
  const other = await newVerifiedMember(server);
  expect((await mandateOf(server, other)).mandate).toBeNull();
  expect(await server.refused(stopMandate, {}, other)).toBe('MANDATE_STATUS');
  expect((await mandateOf(server, member)).mandate!.status).toBe('active');
});
