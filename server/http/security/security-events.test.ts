// Tests which answers of the HTTP layer cause a security event, and what the event contains.
import { operatorList } from '#contract/identity/lists.ts';
import { deliveryList } from '#contract/messages/lists.ts';
import { taskList } from '#contract/tasks/lists.ts';
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { banking } from '#contract/banking/calls.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { identityAccount } from '#contract/identity/account.ts';
import { identityFactor } from '#contract/identity/factor.ts';
import { identityPassword } from '#contract/identity/password.ts';
import { identity, identityOffice } from '#contract/identity/calls.ts';
import { investing } from '#contract/investing/calls.ts';
import { notices } from '#contract/notices/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { startClamd } from '../../../tests/doubles/clamd.ts';
import {
  fromElsewhere,
  newEmail,
  newMember,
  newOperator,
  newVerifiedMember,
  password,
} from '../../../tests/actors/people.ts';
import { type AskOptions, useServer } from '../../../tests/server.ts';

const clamd = await startClamd();
const server = useServer({ environment: { CLAMD: `127.0.0.1:${clamd.address.port}` } });
afterAll(() => clamd.close());

type Row = {
  kind: string;
  code: string | null;
  call: string;
  times: number;
  address: string | null;
  account: string | null;
  member: number | null;
  operator: number | null;
};

const address = (headers: Record<string, string>) => headers['x-forwarded-for'] ?? '';

/** Returns the events of an address; each is stored shortly after its answer. */
async function eventsOf(from: string, least = 1): Promise<Row[]> {
  const look = async () => {
    await server.services.securityLog.write();
    return server.rows<Row>(
      `select kind, code, call, times, address, account, member_id::int as member,
         operator_id::int as operator
       from tasks.security_event where address = $1 order by id`,
      [from],
    );
  };
  await expect.poll(async () => (await look()).length).toBeGreaterThanOrEqual(least);
  return look();
}

/** Makes a call that is refused and returns the only event that this causes. */
async function leaves<E extends Endpoint>(
  endpoint: E,
  input: unknown,
  options: AskOptions = {},
  status = 0,
): Promise<Row> {
  const headers = { ...fromElsewhere(), ...options.headers };
  const answer = await server.ask(endpoint, input, { ...options, headers });
  if (status) expect(answer.status).toBe(status);
  const rows = await eventsOf(address(headers));
  expect(rows).toHaveLength(1);
  return rows[0] as Row;
}

const post = (base: string, path: string, body: string, headers: Record<string, string>) =>
  fetch(base + path, { method: 'POST', body, headers });

describe('a security event is caused by', () => {
  test('a wrong password, with its account', async () => {
    const { email, id } = await newMember(server);
    const wrong = await leaves(identity.login, { email, password: 'not his password' });
    expect(wrong).toMatchObject({ kind: 'wrong_password', code: 'LOGIN_FAILED', times: 1 });
    expect(wrong).toMatchObject({ call: 'identity.login', member: id, operator: null });
    const stranger = await leaves(identity.login, { email: newEmail(), password });
    expect(stranger).toMatchObject({ kind: 'wrong_password', member: null });
    expect(stranger.account).toMatch(/^[\w-]{16}$/);
    expect(stranger.account).not.toBe(wrong.account);
  });

  test('a sign-in', async () => {
    const { email, id } = await newMember(server);
    const event = await leaves(identity.login, { email, password });
    expect(event).toMatchObject({ kind: 'signed_in', code: null, member: id });
  });

  test('a wrong password at the office, with its operator', async () => {
    const { email, id } = await newOperator(server, ['editor']);
    const input = { email, password: 'not his password', totp: '000000' };
    const event = await leaves(identityOffice.operatorLogin, input);
    expect(event).toMatchObject({ kind: 'wrong_password', operator: id, member: null });
  });

  test('a failed step-up, and a sensitive call without one', async () => {
    const { id, token } = await newMember(server);
    const wrong = await leaves(identityAccount.confirmPassword, { password: 'no' }, { token });
    expect(wrong).toMatchObject({ kind: 'wrong_password', member: id });
    const none = await leaves(identityAccount.reveal, {}, { token });
    expect(none).toMatchObject({ kind: 'confirmation_missing', member: id });
    const code = await leaves(identity.smsCodeVerification, { smsCode: '000000' }, { token });
    expect(code).toMatchObject({ kind: 'wrong_code', member: id });
  });

  test('an id of somebody else, or an unknown one', async () => {
    const { id, token } = await newVerifiedMember(server);
    const event = await leaves(investing.getCase, { id: '99999' }, { token });
    expect(event).toMatchObject({ kind: 'foreign_object', code: 'CASE_NOT_FOUND', member: id });
    const other = await newMember(server);
    const [session] = await server.rows<{ id: string }>(
      'select id::text from identity.session where member_id = $1',
      [other.id],
    );
    const his = await leaves(identityAccount.revokeSessions, { id: session?.id }, { token });
    expect(his).toMatchObject({ kind: 'foreign_object', code: 'NOT_FOUND', member: id });
  });

  test('a call beyond the caller’s role, and one that the caller may not make', async () => {
    const { id, token } = await newOperator(server, ['editor']);
    const role = await leaves(operatorList, {}, { token });
    expect(role).toMatchObject({ kind: 'wrong_role', operator: id });
    // The page of the deliveries is open to a reviewer, its file is not.
    const reviewer = await newOperator(server, ['reviewer']);
    const { file } = deliveryList.tables.data;
    const taken = await leaves(file, { format: 'csv' }, { token: reviewer.token });
    expect(taken).toMatchObject({ kind: 'wrong_role', call: 'messages.listDeliveries file' });
    const member = await newMember(server);
    await server.rows('update identity.member set email_verified_at = null where id = $1', [
      member.id,
    ]);
    const event = await leaves(investing.holding, { invest_id: '1' }, { token: member.token });
    expect(event).toMatchObject({ kind: 'not_allowed', code: 'EMAIL_NOT_VERIFIED' });
    expect(event.member).toBe(member.id);
    // The order call identifies the member itself, within the transaction that writes the orders of
    // the case.
    const order = { id: '99999', invest_amount: 1_000, payment_mode: 1 };
    const applied = await leaves(investing.quickApply, order, { token: member.token });
    expect(applied).toMatchObject({ kind: 'not_allowed', member: member.id });
  });

  test('a forged token, but not by a page on which nobody is signed in', async () => {
    const token = randomBytes(32).toString('base64url');
    const event = await leaves(identityAccount.reveal, {}, { token }, 401);
    expect(event).toMatchObject({ kind: 'forged_token', member: null });
    const office = await leaves(taskList, {}, { token }, 401);
    expect(office).toMatchObject({ kind: 'forged_token', call: 'tasks.listTasks' });
    const headers = fromElsewhere();
    await server.ask(identityAccount.reveal, {}, { headers });
    await server.ask(identityAccount.reveal, {}, { headers, token });
    expect(await eventsOf(address(headers))).toHaveLength(1);
  });

  test('a request from another origin, and one without the office’s header', async () => {
    const { token } = await newOperator(server, ['editor']);
    const origin = { origin: 'https://evil.example' };
    const event = await leaves(taskList, {}, { token, headers: origin });
    expect(event).toMatchObject({ kind: 'origin_refused', code: 'ORIGIN_REFUSED' });
    const bare = await leaves(taskList, {}, { token, headers: { 'x-office': '0' } });
    expect(bare).toMatchObject({ kind: 'origin_refused' });
  });

  test('a wrong use of a link or a key', async () => {
    const { email, token } = await newMember(server);
    const link = await leaves(identity.verifiedEmail, { email, token: 'x'.repeat(43) });
    expect(link).toMatchObject({ kind: 'bad_link', code: 'TOKEN_INVALID' });
    const key = randomBytes(8).toString('hex');
    await server.ok(notices.readAllNotices, {}, { token, key });
    const spent = await leaves(notices.setPreferences, { news: true }, { token, key });
    expect(spent).toMatchObject({ kind: 'replayed', code: 'IDEMPOTENCY_MISMATCH' });
  });

  test('too many requests, with their number', async () => {
    const headers = fromElsewhere();
    const asked = Array.from({ length: 40 }, () =>
      server.ask(identityPassword.resetPasswordEmail, { email: newEmail() }, { headers }),
    );
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ code }) => code === 'TOO_MANY_REQUESTS').length;
    expect(refused).toBeGreaterThan(5);
    const count = async () =>
      (await eventsOf(address(headers)))
        .filter(({ kind }) => kind === 'rate_limited')
        .reduce((sum, { times }) => sum + times, 0);
    await expect.poll(count).toBe(refused);
  });

  test('an invalid body', async () => {
    const headers = { ...fromElsewhere(), 'content-type': 'application/json' };
    await post(server.siteUrl, '/v1/users/login', '{"email":', headers);
    expect(await eventsOf(address(headers))).toMatchObject([{ kind: 'malformed' }]);
  });

  test('an upload that is refused, and one with a virus', async () => {
    const { id, token } = await newVerifiedMember(server);
    const proof = { kind: 1, monthlyIncome: 40_000, from: '2026-05-01', to: '2026-10-31' };
    const file = (bytes: string) => [
      { name: 'image', filename: 'a.jpg', type: 'image/jpeg', bytes: Buffer.from(bytes) },
    ];
    const { sendFinancialStatement } = verification;
    const text = await leaves(sendFinancialStatement, proof, { token, files: file('no picture') });
    expect(text).toMatchObject({ kind: 'upload_refused', member: id });
    const virus = { token, files: file('EICAR-STANDARD-ANTIVIRUS') };
    const infected = await leaves(sendFinancialStatement, proof, virus);
    expect(infected).toMatchObject({ kind: 'virus', code: 'FILE_INFECTED', member: id });
  });

  test('a report that is not from the bank', async () => {
    const event = await leaves(banking.bankCallback, { records: [] });
    expect(event).toMatchObject({ kind: 'bank_refused', code: 'SIGNATURE_REFUSED' });
  });

  test('a browser’s report of blocked content, without its URLs', async () => {
    const send = async (type: string, body: object) => {
      const headers = { ...fromElsewhere(), 'content-type': type };
      for (const base of [server.siteUrl, server.officeUrl]) {
        const { status } = await post(base, '/csp-reports', JSON.stringify(body), headers);
        expect(status).toBe(204);
      }
      return eventsOf(address(headers));
    };
    const old = {
      'document-uri': 'https://baixi.example/account?secret=canary',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/canary.js',
    };
    const [first] = await send('application/csp-report', { 'csp-report': old });
    expect(first).toMatchObject({ kind: 'csp_report', code: 'script-src-elem https', times: 2 });
    const now = [{ body: { effectiveDirective: 'img-src', blockedURL: 'inline' } }];
    const [second] = await send('application/reports+json', now);
    expect(second).toMatchObject({ kind: 'csp_report', code: 'img-src inline' });
    const told = await server.rows(
      `select from tasks.security_event e where e::text like '%canary%'`,
    );
    expect(told).toEqual([]);
  });
});

test('an invalid ticket', async () => {
  const found = await leaves(identityFactor.secondFactorCode, { ticket: 'x'.repeat(43) });
  expect(found).toMatchObject({ kind: 'forged_token', code: 'SIGN_IN_EXPIRED' });
});

test('no row contains typed text', async () => {
  const [email, secret] = [newEmail('canary'), 'c4nary-secret'];
  const headers = { ...fromElsewhere(), 'user-agent': 'c4nary-agent' };
  await server.ask(identity.login, { email, password: secret }, { headers });
  await eventsOf(address(headers));
  const found = await server.rows(
    `select from tasks.security_event e where e::text like any (array[$1, $2])`,
    ['%c4nary%', `%${email}%`],
  );
  expect(found).toEqual([]);
});
