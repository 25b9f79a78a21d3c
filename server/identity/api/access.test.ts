// Tests of API tokens over HTTP: creating, using, capping, limiting and revoking them.
import { describe, expect, test } from 'vitest';
import { identityAccount } from '#contract/identity/account.ts';
import { identityApi as calls } from '#contract/identity/api-access.ts';
import { identity } from '#contract/identity/calls.ts';
import { identityPassword } from '#contract/identity/password.ts';
import { ACCESS_MAX, CALLS_PER_MINUTE } from '#contract/identity/scopes.ts';
import { investing } from '#contract/investing/calls.ts';
import { createApiToken, stepUpAtOnce } from '../../../tests/actors/api.ts';
import { newCase, newInvestor } from '../../../tests/actors/market.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import {
  fromElsewhere,
  messagesTo,
  newMember,
  newVerifiedMember,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { placeOrder } from '../../investing/order/writer.ts';
import { revokeAccesses } from './revoking.ts';
import { inWork } from '../../work.ts';

const server = useServer();
const { placed, letPass, runJobs } = paymentsOn(server);
const from = () => ({ headers: fromElsewhere() });
const { quickApply, reApply, cancelOrder, orders, searchCases } = investing;
const order = (loanId: number, amount = 10_000) => ({
  id: String(loanId),
  invest_amount: amount,
  payment_mode: 1,
});
const wanted = { name: '每日報表', scopes: ['cases:read' as const], days: 90 as const };
const auditOf = (memberId: number) =>
  server.rows<{ action: string; snapshot: Record<string, unknown> }>(
    `select action, snapshot from tasks.audit where subject_type = 'member' and subject_id = $1
       and action like 'identity.api%' order by id`,
    [memberId],
  );

describe('a token', () => {
  test('is created with a step-up, shown once, stored as a hash, and told by mail', async () => {
    const member = await newMember(server);
    const { token } = member;
    expect(await server.refused(calls.createApiToken, wanted, { token })).toBe('STEP_UP_REQUIRED');
    expect((await server.ok(calls.apiAccess, {}, { token })).data).toEqual([]);
    await stepUpAtOnce(server, member, 'token');
    const { data } = await server.ok(calls.createApiToken, wanted, { token });
    expect(data.token).toMatch(/^bxp_[\w-]{43}[0-9a-z]{7}$/);
    const days = (Date.parse(data.expiresAt) - Date.parse(data.createdAt)) / 86_400_000;
    expect({ days, name: data.name, scopes: data.scopes, cap: data.dailyCap }).toEqual({
      days: 90,
      name: '每日報表',
      scopes: ['cases:read'],
      cap: null,
    });
    const { token: secret, ...listed } = data;
    expect((await server.ok(calls.apiAccess, {}, { token })).data).toEqual([listed]);
    const stored = await server.rows<{ all: string }>(
      `select t::text || a::text as all from identity.api_token t
       join identity.api_access a on a.id = t.access_id where a.member_id = $1`,
      [member.id],
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]?.all).not.toContain(secret.slice(4));
    expect(await auditOf(member.id)).toMatchObject([
      {
        action: 'identity.api_token_created',
        snapshot: { name: '每日報表', days: 90, by: 'TEST' },
      },
    ]);
    const [mail] = await messagesTo(server, member.email);
    expect(mail?.subject).toContain('已建立 API 權杖');
    // The step-up was used up, so it cannot make a second token.
    expect(await server.refused(calls.createApiToken, wanted, { token })).toBe('STEP_UP_REQUIRED');
  });

  test('needs a cap if and only if it may place orders', async () => {
    const member = await newMember(server);
    await stepUpAtOnce(server, member, 'token');
    const inputs = [
      { ...wanted, scopes: ['orders:place'] },
      { ...wanted, dailyCap: 5_000 },
      { ...wanted, scopes: ['orders:place'], dailyCap: 1_500 },
      { ...wanted, scopes: [] },
      { ...wanted, days: 60 },
    ];
    for (const input of inputs) {
      expect(await server.refused(calls.createApiToken, input, member)).toBe('INVALID_INPUT');
    }
    const [row] = await server.rows<{ n: string }>(
      'select count(*) as n from identity.api_access where member_id = $1',
      [member.id],
    );
    expect(Number(row?.n)).toBe(0);
  });

  test(`is refused beyond ${ACCESS_MAX}`, async () => {
    const member = await newMember(server);
    await server.rows(
      `insert into identity.api_access (member_id, name, scopes, step_up_reference, created_at,
         expires_at) select $1, n::text, '{cases:read}', '', $2, $2::timestamptz + interval '1 day'
       from generate_series(1, $3) n`,
      [member.id, server.services.clock.realNow(), ACCESS_MAX],
    );
    await stepUpAtOnce(server, member, 'token');
    expect(await server.refused(calls.createApiToken, wanted, member)).toBe('API_TOKEN_LIMIT');
  });

  test('makes the calls of its scopes, and its last use is listed', async () => {
    const member = await newInvestor(server);
    const { token, id } = await createApiToken(server, member, { scopes: ['portfolio:read'] });
    const before = (await server.ok(calls.apiAccess, {}, member)).data;
    expect(before.find((one) => one.id === id)?.usedAt).toBe(null);
    expect((await server.ok(orders, {}, { token })).data).toEqual([]);
    const after = (await server.ok(calls.apiAccess, {}, member)).data;
    expect(after.find((one) => one.id === id)?.usedAt).not.toBe(null);
    const other = await server.ask(searchCases, {}, { token });
    expect([other.status, other.code]).toEqual([403, 'API_TOKEN_SCOPE']);
    expect(other.body).toMatchObject({ data: { scope: 'cases:read' } });
    expect(other.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="cases:read"',
    );
    const closed = await server.ask(identity.accountInfo, {}, { token });
    expect([closed.status, closed.code]).toEqual([403, 'API_TOKEN_CALL']);
  });

  test('is refused with the next call once revoked, by nobody but its owner', async () => {
    const member = await newInvestor(server);
    const { token, id } = await createApiToken(server, member, { scopes: ['cases:read'] });
    const other = await createApiToken(server, member);
    const stranger = await newMember(server);
    expect(await server.refused(calls.revokeApiAccess, { id }, stranger)).toBe('NOT_FOUND');
    await server.ok(searchCases, {}, { token });
    const key = 'once';
    await server.ok(calls.revokeApiAccess, { id }, { token: member.token, key });
    const refused = await server.ask(searchCases, {}, { token });
    expect([refused.status, refused.code]).toEqual([401, 'API_TOKEN_REVOKED']);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    // A repeated request gets the same answer; a new one finds nothing to revoke.
    await server.ok(calls.revokeApiAccess, { id }, { token: member.token, key });
    expect(await server.refused(calls.revokeApiAccess, { id }, member)).toBe('NOT_FOUND');
    await server.ok(searchCases, {}, { token: other.token });
    expect((await auditOf(member.id)).map(({ action }) => action)).toEqual([
      'identity.api_token_created',
      'identity.api_token_created',
      'identity.api_access_revoked',
    ]);
    const [mail] = await messagesTo(server, member.email);
    expect(mail?.subject).toContain('已撤銷 API 存取');
  });

  test('is refused once it has expired, or if nobody was ever given it', async () => {
    const member = await newMember(server);
    const { token, id } = await createApiToken(server, member);
    const wrong = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    for (const one of [wrong, token.slice(0, -1), `bxp_${'A'.repeat(43)}0000000`]) {
      const { status, code } = await server.ask(searchCases, {}, { token: one });
      expect([status, code]).toEqual([401, 'API_TOKEN_INVALID']);
    }
    await server.rows(`update identity.api_access set expires_at = created_at where id = $1`, [id]);
    const { status, code } = await server.ask(searchCases, {}, { token });
    expect([status, code]).toEqual([401, 'API_TOKEN_EXPIRED']);
  });

  test('stops while its member is suspended, also for reading', async () => {
    const member = await newInvestor(server);
    const { token } = await createApiToken(server, member);
    await server.rows('update identity.member set suspended_at = now() where id = $1', [member.id]);
    expect(await server.refused(searchCases, {}, { token })).toBe('SUSPENDED');
    await server.rows('update identity.member set suspended_at = null where id = $1', [member.id]);
    await server.ok(searchCases, {}, { token });
  });

  test('ends with the account, and after a password reset', async () => {
    const member = await newMember(server);
    const { token } = await createApiToken(server, member);
    await stepUpAtOnce(server, member, 'closing');
    await server.ok(identityAccount.closeAccount, { email: member.email }, member);
    expect(await server.refused(searchCases, {}, { token })).toBe('API_TOKEN_REVOKED');

    const forgetful = await newMember(server);
    const second = await createApiToken(server, forgetful);
    const { email } = forgetful;
    await server.ok(identityPassword.resetPasswordEmail, { email }, from());
    const [mail] = await messagesTo(server, email);
    const tokenNumber = /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
    const password = 'a completely new one';
    const reset = { email, tokenNumber, password, passwordCheck: password };
    await server.ok(identityPassword.resetPassword, reset, from());
    expect(await server.refused(searchCases, {}, second)).toBe('API_TOKEN_REVOKED');
  });

  test('ends with a lost phone', async () => {
    const member = await newMember(server);
    const { token } = await createApiToken(server, member);
    await inWork(server.services, (work) => revokeAccesses(work, member.id, { why: 'phone_lost' }));
    expect(await server.refused(searchCases, {}, { token })).toBe('API_TOKEN_REVOKED');
  });
});

describe('orders of a token', () => {
  const buyer = async (dailyCap: number) => {
    const member = await newInvestor(server);
    return {
      member,
      ...(await createApiToken(server, member, { scopes: ['orders:place'], dailyCap })),
    };
  };

  test('are placed up to the daily cap, which a cancelled order still counts for', async () => {
    const { member, token, id } = await buyer(30_000);
    const { data } = await server.ok(quickApply, order(await newCase(server), 20_000), { token });
    expect(data.amount).toBe(20_000);
    const next = await newCase(server);
    const refused = await server.ask(quickApply, order(next, 11_000), { token });
    expect([refused.status, refused.code]).toEqual([409, 'API_TOKEN_CAP']);
    expect(refused.body).toMatchObject({ data: { left: 10_000 } });
    await server.ok(cancelOrder, { id: data.id }, member);
    expect(await server.refused(quickApply, order(next, 11_000), { token })).toBe('API_TOKEN_CAP');
    // In person the member is not bound by the cap of a token.
    await server.ok(quickApply, order(next, 11_000), member);
    const another = await newCase(server);
    await server.ok(quickApply, order(another, 10_000), { token });
    const [listed] = (await server.ok(calls.apiAccess, {}, member)).data;
    expect(listed).toMatchObject({ id, dailyCap: 30_000, orderedToday: 30_000 });
    const placed = await server.rows<{ access: string | null; amount: string }>(
      `select access_id as access, amount from investing."order" where member_id = $1 order by id`,
      [member.id],
    );
    expect(placed.map(({ access }) => access)).toEqual([id, null, id]);
  });

  test('never exceed the cap together, however many arrive at once', async () => {
    const { token, member } = await buyer(30_000);
    const cases = await Promise.all(Array.from({ length: 8 }, () => newCase(server)));
    const answers = await Promise.all(
      cases.map((loanId) => server.ask(quickApply, order(loanId, 10_000), { token })),
    );
    const codes = answers.map(({ code }) => code).toSorted();
    expect(codes.filter((code) => code === null)).toHaveLength(3);
    expect(codes.filter((code) => code === 'API_TOKEN_CAP')).toHaveLength(5);
    const [sum] = await server.rows<{ sum: string }>(
      'select sum(amount) from investing."order" where member_id = $1',
      [member.id],
    );
    expect(Number(sum?.sum)).toBe(30_000);
  });

  test('count for the day in Taipei on which they are placed', async () => {
    const { token } = await buyer(10_000);
    await server.ok(quickApply, order(await newCase(server)), { token });
    const next = await newCase(server);
    expect(await server.refused(quickApply, order(next), { token })).toBe('API_TOKEN_CAP');
    await server.advance(1);
    await server.ok(quickApply, order(next), { token });
  });

  test('are repeated by their idempotency key without counting twice', async () => {
    const { token } = await buyer(10_000);
    const input = order(await newCase(server));
    const first = await server.ok(quickApply, input, { token, key: 'k' });
    const again = await server.ok(quickApply, input, { token, key: 'k' });
    expect(again.data.id).toBe(first.data.id);
  });

  test('ordering again counts too, and changing the payment mode does not', async () => {
    const one = await placed(10_000);
    const { token } = await createApiToken(server, one, {
      scopes: ['orders:place'],
      dailyCap: 10_000,
    });
    const mode = { id: one.orderId, payment_mode: 2 };
    expect((await server.ok(reApply, mode, { token })).data.id).toBe(one.orderId);
    await letPass(one, 1);
    await runJobs();
    const again = await server.ok(reApply, mode, { token });
    expect(again.data.id).not.toBe(one.orderId);
    await server.ok(cancelOrder, { id: again.data.id }, one);
    expect(await server.refused(reApply, mode, { token })).toBe('API_TOKEN_CAP');
  });

  test('are refused in the writer if the token was revoked after the first check', async () => {
    const { token, id, member } = await buyer(10_000);
    const loanId = await newCase(server);
    const place = () =>
      placeOrder(server.services, { token, loanId, amount: 10_000, mode: 1, key: null });
    await server.rows('update identity.api_access set expires_at = created_at where id = $1', [id]);
    await expect(place()).rejects.toMatchObject({ code: 'API_TOKEN_EXPIRED' });
    await server.rows('update identity.api_access set revoked_at = created_at where id = $1', [id]);
    await expect(place()).rejects.toMatchObject({ code: 'API_TOKEN_REVOKED' });
    const [row] = await server.rows<{ n: string }>(
      'select count(*) as n from investing."order" where member_id = $1',
      [member.id],
    );
    expect(Number(row?.n)).toBe(0);
  });
});

describe('the rate limit of a token', () => {
  test('is told with every answer and refuses what is beyond it', async () => {
    const member = await newVerifiedMember(server);
    const { token } = await createApiToken(server, member);
    const first = await server.ask(searchCases, {}, { token });
    expect(first.headers.get('ratelimit-policy')).toBe(`"token";q=${CALLS_PER_MINUTE};w=60`);
    expect(first.headers.get('ratelimit')).toMatch(
      new RegExp(`^"token";r=${CALLS_PER_MINUTE - 1};t=(60|59)$`),
    );
    for (let i = 1; i < CALLS_PER_MINUTE; i += 1) {
      expect((await server.ask(searchCases, {}, { token })).status).toBe(200);
    }
    const refused = await server.ask(searchCases, {}, { token });
    expect([refused.status, refused.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(refused.headers.get('ratelimit')).toMatch(/^"token";r=0;t=\d+$/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Neither another token of the same member nor the member in person has to wait.
    const other = await createApiToken(server, member);
    expect((await server.ask(searchCases, {}, other)).status).toBe(200);
    const own = await server.ask(searchCases, {}, member);
    expect([own.status, own.headers.get('ratelimit')]).toEqual([200, null]);
  });
});
