// Tests of the account area: devices, signing out, confirming identity, data export, closing.
import { describe, expect, test } from 'vitest';
import type { StepUpAct } from '#contract/identity/step-up.ts';
import { identity } from '#contract/identity/calls.ts';
import { identityAccount } from '#contract/identity/account.ts';
import { addDays } from '#contract/core/day.ts';
import { disburse, newTeam, schedule, signedLoan } from '../../../tests/actors/loans.ts';
import {
  codeSentTo,
  fromElsewhere,
  messagesTo,
  newMember,
  newPhone,
  newVerifiedMember,
  password,
  type Person,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { stepsOn } from '../../../tests/actors/verifying.ts';

const server = useServer();
const steps = stepsOn(server);

const phoneAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604.1';
const signInFrom = async (email: string, agent: string) => {
  const headers = { ...fromElsewhere(), 'user-agent': agent };
  return (await server.ok(identity.login, { email, password }, { headers })).data;
};
const devicesOf = async (token: string) =>
  (await server.ok(identityAccount.sessions, {}, { token })).data;
const subjectsTo = async (email: string) =>
  (await messagesTo(server, email)).map(({ subject }) => subject ?? '');
const auditOf = async (memberId: number) =>
  (
    await server.rows<{ action: string }>(
      `select action from tasks.audit
       where subject_type = 'member' and subject_id = $1 order by id`,
      [memberId],
    )
  ).map(({ action }) => action);

async function stepUp({ token }: Person, phone: string, act: StepUpAct): Promise<void> {
  await server.ok(identity.sendSmsCodeWithVerifiedNumber, { act }, { token });
  const smsCode = await codeSentTo(server, phone);
  await server.ok(identity.smsCodeVerification, { smsCode, act }, { token });
}
const confirm = ({ token }: Person, secret = password, act: StepUpAct = 'reveal') =>
  server.ask(identityAccount.confirmPassword, { password: secret, act }, { token });

describe('devices', () => {
  test('are listed as text, with this one marked and the address partly masked', async () => {
    const member = await newMember(server);
    const { accessToken } = await signInFrom(member.email, phoneAgent);
    const list = await devicesOf(accessToken);
    expect(list).toHaveLength(2);
    expect(list.filter(({ current }) => current)).toMatchObject([
      { device: 'Safari・iPhone', kind: 'phone', current: true },
    ]);
    for (const { addressMasked } of list) expect(addressMasked).toMatch(/\*$/);
    expect((await server.ask(identityAccount.sessions, {})).status).toBe(401);
  });

  test('are signed out one by one, also when repeated', async () => {
    const member = await newMember(server);
    const { accessToken: other } = await signInFrom(member.email, phoneAgent);
    const { token } = member;
    const id = (await devicesOf(token)).find(({ current }) => !current)?.id;
    const revoke = () => server.ok(identityAccount.revokeSessions, { id }, { token });
    expect(await revoke()).toEqual({ data: { ended: 1 } });
    expect(await revoke()).toEqual({ data: { ended: 0 } });
    const gone = await server.ask(identity.accountInfo, {}, { token: other });
    expect(gone.status).toBe(401);
    expect(JSON.stringify(gone.body)).toContain('expired');
    expect(await devicesOf(token)).toHaveLength(1);
    expect(await auditOf(member.id)).toContain('identity.revoke_session');
  });

  test('are all signed out at once except this one', async () => {
    const member = await newMember(server);
    await signInFrom(member.email, phoneAgent);
    await signInFrom(member.email, phoneAgent);
    const { token } = member;
    const { data } = await server.ok(identityAccount.revokeSessions, {}, { token });
    expect(data.ended).toBe(2);
    expect(await devicesOf(token)).toMatchObject([{ current: true }]);
  });

  test("of another member are not found, nor signed out with one's own", async () => {
    const [owner, intruder] = [await newMember(server), await newMember(server)];
    const id = (await devicesOf(owner.token))[0]?.id;
    const how = { token: intruder.token };
    expect(await server.refused(identityAccount.revokeSessions, { id }, how)).toBe('NOT_FOUND');
    await server.ok(identityAccount.revokeSessions, {}, how);
    expect(await devicesOf(owner.token)).toHaveLength(1);
  });

  test('that are new are reported by mail; the first and known ones are not', async () => {
    const { email } = await newMember(server);
    expect(await subjectsTo(email)).toEqual([]);
    const first = await signInFrom(email, phoneAgent);
    expect(await subjectsTo(email)).toEqual([expect.stringContaining('在新的裝置登入')]);
    // The notice is meant for the member's other devices, so this device does not show it as a
    // card.
    expect(first.notification).toEqual([]);
    const [mail] = await messagesTo(server, email);
    expect(mail?.body).toMatch(/從「Safari・iPhone」（網路位址 10\.\d+\.\*\.\*）登入/);
    await signInFrom(email, phoneAgent.replace('18_0', '18_4'));
    expect(await subjectsTo(email)).toHaveLength(1);
  });
});

describe("confirming one's identity", () => {
  test('by password allows one action, if no phone is verified', async () => {
    const member = await newMember(server);
    const { token } = member;
    const reveal = () => server.ask(identityAccount.reveal, {}, { token });
    expect((await reveal()).code).toBe('STEP_UP_REQUIRED');
    expect((await confirm(member, 'not it at all')).code).toBe('PASSWORD_WRONG');
    expect((await reveal()).code).toBe('STEP_UP_REQUIRED');
    expect((await confirm(member)).status).toBe(200);
    expect((await reveal()).status).toBe(200);
    expect((await reveal()).code).toBe('STEP_UP_REQUIRED');
  });

  test('by password stops after five wrong ones, counted for the session alone', async () => {
    const member = await newMember(server);
    for (let i = 0; i < 5; i += 1) await confirm(member, `wrong ${i}`);
    const stopped = await confirm(member);
    expect(stopped.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    const { email } = member;
    const how = { headers: fromElsewhere() };
    // The limit must not affect sign-ins, because otherwise somebody with access to an open session
    // could lock the owner out.
    await server.ok(identity.login, { email, password }, how);
  });

  test('requires a text message once a phone is verified', async () => {
    const phone = newPhone();
    const member = await newVerifiedMember(server, { phone });
    expect((await confirm(member)).code).toBe('STEP_UP_REQUIRED');
    await stepUp(member, phone, 'reveal');
    const { data } = await server.ok(identityAccount.reveal, {}, { token: member.token });
    expect(data).toMatchObject({
      phone,
      idNumber: expect.stringMatching(/^A1\d{8}$/),
      registeredAddress: '110 臺北市信義區市府路 1 號',
      bankAccount: expect.stringMatching(/^0040\d{8}$/),
    });
    expect(await auditOf(member.id)).toContain('identity.reveal');
  });

  test('requires a recent sign-in, if there is neither phone nor password', async () => {
    const member = await newMember(server);
    await server.rows(
      "update identity.member set password_hash = null, google_subject = 'g' || id where id = $1",
      [member.id],
    );
    const reveal = () => server.ask(identityAccount.reveal, {}, { token: member.token });
    expect((await confirm(member)).code).toBe('PASSWORD_WRONG');
    expect((await reveal()).status).toBe(200);
    await server.rows(
      `update identity.session set created_at = now() - interval '11 minutes'
       where member_id = $1`,
      [member.id],
    );
    expect((await reveal()).code).toBe('STEP_UP_REQUIRED');
  });
});

describe('the data export', () => {
  const copyOf = async ({ token }: Person) => {
    const answer = await server.ask(identityAccount.exportAccount, {}, { token });
    return { ...answer, copy: answer.body as unknown as Record<string, { rows: object[] }> };
  };

  test('requires a step-up, contains encrypted data in clear and no credentials', async () => {
    const phone = newPhone();
    const member = await newVerifiedMember(server, { phone });
    const other = await newVerifiedMember(server);
    expect((await copyOf(member)).code).toBe('STEP_UP_REQUIRED');
    await stepUp(member, phone, 'export');
    const { copy, headers, status } = await copyOf(member);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(copy['account']?.rows).toMatchObject([{ email: member.email }]);
    expect(copy['profile']?.rows).toMatchObject([
      { phone, name: '王小明', registered_address: { city: '臺北市' } },
    ]);
    expect(copy['bankAccounts']?.rows).toMatchObject([{ account: expect.stringMatching(/^0040/) }]);
    expect(copy['sessions']?.rows).toHaveLength(1);
    expect(copy['events']?.rows.length).toBeGreaterThan(0);
    const text = JSON.stringify(copy);
    expect(text).not.toContain('$argon2');
    expect(text).not.toContain(other.email);
    // The step-up confirmation can be used only once, and the export is audited.
    expect((await copyOf(member)).code).toBe('STEP_UP_REQUIRED');
    expect(await auditOf(member.id)).toContain('identity.export');
  });
});

describe('closing the account', () => {
  const close = ({ token, email }: Person) =>
    server.ask(identityAccount.closeAccount, { email }, { token });
  const obstaclesOf = async ({ token }: Person) =>
    (await server.ok(identityAccount.closing, {}, { token })).data.obstacles;

  test('ends all sessions, frees e-mail, phone and ID number, and sends a mail', async () => {
    const member = await newMember(server);
    const phone = await steps.givePhone(member);
    expect((await steps.giveBasic(member)).status).toBe(200);
    await steps.giveId(member);
    await steps.giveBank(member);
    const elsewhere = await signInFrom(member.email, phoneAgent);
    expect(await obstaclesOf(member)).toEqual([]);
    expect((await close(member)).code).toBe('STEP_UP_REQUIRED');
    await stepUp(member, phone, 'closing');
    const wrong = await close({ ...member, email: 'somebody@example.com' });
    expect(wrong.code).toBe('EMAIL_DIFFERS');
    expect((await close(member)).status).toBe(200);
    expect((await subjectsTo(member.email))[0]).toContain('您的帳戶已關閉');
    for (const token of [member.token, elsewhere.accessToken]) {
      expect((await server.ask(identity.accountInfo, {}, { token })).status).toBe(401);
    }
    const how = { headers: fromElsewhere() };
    const login = { email: member.email, password };
    expect(await server.refused(identity.login, login, how)).toBe('LOGIN_FAILED');
    const [task] = await server.rows(
      "select status, decision from tasks.task where subject_type = 'member' and subject_id = $1",
      [member.id],
    );
    expect(task).toEqual({ status: 'done', decision: 'closed' });
    expect(await auditOf(member.id)).toContain('identity.close');
    const [file] = await server.rows(
      `select phone is not null as kept, phone_hash, phone_tail from verification.profile
       where member_id = $1`,
      [member.id],
    );
    expect(file).toEqual({ kept: true, phone_hash: null, phone_tail: null });
    // After closing, the same person may register again with the same e-mail and phone.
    const again = await newMember(server, { email: member.email });
    await server.rows("update identity.sms_code set created_at = created_at - interval '1 hour'");
    expect(await steps.givePhone(again, phone)).toBe(phone);
  });

  test('names the day after the last instalment, on either side, by plan', async () => {
    const loan = await signedLoan(server);
    const daysOf = async ({ token }: Person) =>
      (await server.ok(identityAccount.closing, {}, { token })).data.days;
    // Nobody knows the day before the money is paid out.
    expect(await daysOf(loan.borrower)).toEqual([]);
    await disburse(server, loan, await newTeam(server));
    const rows = await schedule(server, loan.id);
    const on = addDays(rows.at(-1)!.payableUntil, 1);
    expect(await daysOf(loan.borrower)).toEqual([{ obstacle: 'LOAN', on }]);
    expect(await daysOf(loan.investors[0]!)).toEqual([{ obstacle: 'HOLDINGS', on }]);
    // A late loan ends when it ends.
    await server.rows('update lending.loan set status = 65 where id = $1', [loan.id]);
    expect(await daysOf(loan.investors[0]!)).toEqual([]);
    await server.rows('update lending.loan set status = 60 where id = $1', [loan.id]);
  });

  test('is refused while money is in transit, on either side', async () => {
    const { borrower, investors } = await signedLoan(server);
    expect(await obstaclesOf(borrower)).toEqual(['LOAN']);
    expect(await obstaclesOf(investors[0]!)).toEqual(['HOLDINGS']);
    const refused = await close(borrower);
    expect(refused.code).toBe('CLOSING_BLOCKED');
    expect(refused.body).toMatchObject({ data: { obstacles: ['LOAN'] } });
    expect((await server.ask(identity.accountInfo, {}, { token: borrower.token })).status).toBe(
      200,
    );
  });

  test.each([
    [
      'REFUNDS',
      `insert into investing.refund (order_id, member_id, amount, reason, whole, created_at)
       select id, member_id, 100, 'expired', false, now()
       from investing."order" where member_id = $1`,
    ],
    [
      'PAYOUTS',
      `insert into servicing.payout (member_id, amount, created_on) values ($1, 100, now())`,
    ],
    [
      'ORDERS',
      `insert into investing."order" (loan_id, member_id, amount, payment_mode, virtual_account,
         pay_by, created_at)
       select loan_id, member_id, 777, 1, 'test', now(), now()
       from investing."order" where member_id = $1`,
    ],
  ])('waits for %s', async (obstacle, sql) => {
    const { investors } = await signedLoan(server);
    const investor = investors[0]!;
    await server.rows(sql, [investor.id]);
    expect(await obstaclesOf(investor)).toContain(obstacle);
    // Removes the rows that were inserted only for this test.
    await server.rows('delete from investing.refund where member_id = $1', [investor.id]);
    await server.rows('delete from servicing.payout where member_id = $1', [investor.id]);
    await server.rows('delete from investing."order" where amount = 777');
  });

  test('requires a password if no phone is verified, and this session', async () => {
    const member = await newMember(server);
    const intruder = await newMember(server);
    expect((await confirm(member, password, 'closing')).status).toBe(200);
    const stolen = await close({ ...intruder, email: member.email });
    expect(stolen.code).toBe('EMAIL_DIFFERS');
    expect((await close(member)).status).toBe(200);
    expect((await close(member)).status).toBe(401);
  });
});
