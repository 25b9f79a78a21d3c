// Tests placing and cancelling orders over HTTP: every possible answer, and every race.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { investing } from '#contract/investing/calls.ts';
import { refusals } from '#contract/refusals.ts';
import { newCase, newInvestor, newInvestors } from '../../tests/actors/market.ts';
import { useServer } from '../../tests/server.ts';
import { moveLoan } from '../lending/front.ts';
import { inWork } from '../work.ts';

const server = useServer();
const { quickApply, cancelOrder } = investing;

const order = (loanId: number, amount = 10_000, mode: number | string = 1) => ({
  id: String(loanId),
  invest_amount: amount,
  payment_mode: mode,
});
const funding = async (loanId: number) => {
  const [row] = await server.rows<{ reserved: string; paid: string; orders: number }>(
    `select reserved, paid, order_count as orders from investing.funding where loan_id = $1`,
    [loanId],
  );
  return { reserved: Number(row?.reserved), paid: Number(row?.paid), orders: row?.orders };
};

describe('quick-apply', () => {
  test('reserves an amount and returns the account to pay to', async () => {
    const loanId = await newCase(server);
    const { token, id } = await newInvestor(server);
    const { data } = await server.ok(quickApply, order(loanId, 30_000), { token });
    expect(data).toMatchObject({
      caseId: String(loanId),
      amount: 30_000,
      paidAmount: 0,
      status: 0,
      statusText: '待付款',
      annualRate: 12,
      paymentMode: 1,
      refunds: [],
    });
    expect(data.virtualAccount?.account).toMatch(/^\d{14}$/);
    expect(data.orderNo).toMatch(/^P\d{8}$/);
    const hours = (Date.parse(data.payBy) - Date.parse(data.createdAt)) / 3_600_000;
    expect(hours).toBeCloseTo(48, 3);
    expect(await funding(loanId)).toEqual({ reserved: 30_000, paid: 0, orders: 1 });
    const [exposure] = await server.rows<{ reserved: string }>(
      'select reserved from investing.exposure where member_id = $1',
      [id],
    );
    expect(Number(exposure?.reserved)).toBe(30_000);
    const [account] = await server.rows<{ type: string; id: string }>(
      `select subject_type as type, subject_id as id from banking.virtual_account
       where account = $1`,
      [data.virtualAccount?.account],
    );
    expect(account).toEqual({ type: 'order', id: data.id });
  });

  test('accepts ids and amounts as the specification’s client sends them', async () => {
    const loanId = await newCase(server);
    const { token } = await newInvestor(server);
    const input = { id: loanId, invest_amount: 1_000, payment_mode: 'COUNTER_REMIT' };
    const { data } = await server.ok(quickApply, input, { token, key: null });
    expect(data.paymentMode).toBe(2);
  });

  test('returns the same order for the same key, byte for byte, and reserves once', async () => {
    const loanId = await newCase(server);
    const { token } = await newInvestor(server);
    const key = randomUUID();
    const first = await server.ok(quickApply, order(loanId), { token, key });
    const again = await server.ok(quickApply, order(loanId, 10_000, 'VIRTUAL_ACCOUNT'), {
      token,
      key,
    });
    expect(again).toEqual(first);
    const copies = await Promise.all(
      Array.from({ length: 20 }, () => server.ok(quickApply, order(loanId), { token, key })),
    );
    for (const copy of copies) expect(copy).toEqual(first);
    expect((await funding(loanId)).orders).toBe(1);
    expect(await server.refused(quickApply, order(loanId, 2_000), { token, key })).toBe(
      'IDEMPOTENCY_MISMATCH',
    );
    const other = await newCase(server);
    expect(await server.refused(quickApply, order(other), { token, key })).toBe(
      'IDEMPOTENCY_MISMATCH',
    );
    const stranger = await newInvestor(server);
    const own = await server.ok(quickApply, order(loanId), { token: stranger.token, key });
    expect(own.data.id).not.toBe(first.data.id);
  });

  test('refuses a second order while one is unpaid and names it', async () => {
    const loanId = await newCase(server);
    const { token } = await newInvestor(server);
    const { data } = await server.ok(quickApply, order(loanId), { token });
    const refused = await server.ask(quickApply, order(loanId), { token });
    expect(refused).toMatchObject({ status: 409, code: 'DUPLICATE_UNPAID' });
    expect(refused.body).toMatchObject({ data: { orderId: data.id } });
  });

  test('refuses calls without a session', async () => {
    const loanId = await newCase(server);
    const missing = await server.ask(quickApply, order(loanId));
    expect([missing.status, String(missing.body)]).toEqual([401, 'Unauthorized']);
    const unknown = await server.ask(quickApply, order(loanId), { token: 'A'.repeat(43) });
    expect([unknown.status, String(unknown.body)]).toEqual([401, 'Unauthorized']);
    const { token, id } = await newInvestor(server);
    await server.rows('update identity.session set ended_at = now() where member_id = $1', [id]);
    const expired = await server.ask(quickApply, order(loanId), { token });
    expect(expired.status).toBe(401);
    expect(JSON.stringify(expired.body)).toContain('expired');
    expect((await funding(loanId)).orders).toBe(0);
  });

  test('refuses members whom the rules refuse', async () => {
    const loanId = await newCase(server);
    const ask = async (token: string, amount = 10_000, mode: number | string = 1) =>
      server.refused(quickApply, order(loanId, amount, mode), { token });
    const { token } = await newInvestor(server);
    const unverified = await newInvestor(server, { verified: false });
    expect(await ask(unverified.token)).toBe('NOT_VERIFIED');
    const unasked = await newInvestor(server, { profile: null });
    expect(await ask(unasked.token)).toBe('RISK_PROFILE_REQUIRED');
    const suspended = await newInvestor(server);
    await server.rows('update identity.member set suspended_at = now() where id = $1', [
      suspended.id,
    ]);
    expect(await ask(suspended.token)).toBe('SUSPENDED');
    const unconfirmed = await newInvestor(server);
    await server.rows('update identity.member set email_verified_at = null where id = $1', [
      unconfirmed.id,
    ]);
    expect(await ask(unconfirmed.token)).toBe('EMAIL_NOT_VERIFIED');
    expect(await ask(token, 1_500)).toBe('AMOUNT_INVALID');
    expect(await ask(token, 0)).toBe('AMOUNT_MIN');
    expect(await ask(token, 10_000, 3)).toBe('PAYMENT_MODE_INVALID');
    const careful = await newInvestor(server, { profile: 1 });
    expect(await ask(careful.token, 11_000)).toBe('LIMIT_PER_CASE');
    await server.rows(
      `insert into investing.exposure (member_id, reserved, outstanding) values ($1, 0, 95000)
       on conflict (member_id) do update set outstanding = 95000`,
      [careful.id],
    );
    expect(await ask(careful.token)).toBe('LIMIT_TOTAL');
    await server.rows('delete from investing.exposure where member_id = $1', [careful.id]);
    expect(await funding(loanId)).toEqual({ reserved: 0, paid: 0, orders: 0 });
  });

  test('refuses cases that cannot be funded', async () => {
    const borrower = await newInvestor(server);
    const own = await newCase(server, { borrowerId: borrower.id, amount: 30_000 });
    const { token } = await newInvestor(server);
    expect(await server.refused(quickApply, order(own), borrower)).toBe('OWN_CASE');
    expect(await server.refused(quickApply, order(999_999), { token })).toBe('CASE_NOT_FOUND');
    const over = await newCase(server, { endsInDays: -1 });
    expect(await server.refused(quickApply, order(over), { token })).toBe('CASE_CLOSED');
    const gone = await newCase(server);
    await inWork(server.services, (work) => moveLoan(work, gone, 96, { action: 'loan.extended' }));
    expect(await server.refused(quickApply, order(gone), { token })).toBe('CASE_CLOSED');
    const [first, second] = await newInvestors(server, 2);
    await server.ok(quickApply, order(own, 20_000), first);
    const exceeds = await server.ask(quickApply, order(own, 11_000), { token });
    expect(exceeds).toMatchObject({
      code: 'AMOUNT_EXCEEDS',
      body: { data: { remaining: 10_000 } },
    });
    await server.ok(quickApply, order(own), second);
    expect(await server.refused(quickApply, order(own), { token })).toBe('CASE_FULL');
  });

  test('refuses malformed bodies', async () => {
    const { token } = await newInvestor(server);
    for (const body of [
      {},
      { ...order(1), invest_amount: '1000' },
      { ...order(1), more: true },
      { ...order(1), id: '1; drop table' },
    ]) {
      expect(await server.refused(quickApply, body, { token })).toBe('INVALID_INPUT');
    }
  });

  test('two hundred concurrent orders for the last 30,000 never exceed it', async () => {
    const loanId = await newCase(server, { amount: 100_000 });
    const [early] = await newInvestors(server, 1);
    await server.ok(quickApply, order(loanId, 70_000), early);
    const racers = await newInvestors(server, 200);
    const answers = await Promise.all(
      racers.map(({ token }, i) =>
        server.ask(quickApply, order(loanId, ((i % 5) + 1) * 1_000), { token }),
      ),
    );
    const declared: readonly string[] = quickApply.refusals;
    for (const { status, code } of answers) {
      if (status === 200) continue;
      expect(declared).toContain(code);
      expect(status).toBe(refusals[code as keyof typeof refusals]);
    }
    const won = answers.filter(({ status }) => status === 200);
    expect(won.reduce((total, { body }) => total + body.data.amount, 0)).toBe(30_000);
    expect(new Set(won.map(({ body }) => body.data.virtualAccount?.account)).size).toBe(won.length);
    expect(await funding(loanId)).toEqual({
      reserved: 100_000,
      paid: 0,
      orders: won.length + 1,
    });
  });

  test('concurrent orders of one member in many cases stay within the total cap', async () => {
    const { token, id } = await newInvestor(server, { profile: 1 });
    const cases = await Promise.all(Array.from({ length: 14 }, () => newCase(server)));
    const answers = await Promise.all(
      cases.map((loanId) => server.ask(quickApply, order(loanId), { token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 'LIMIT_TOTAL')).toHaveLength(4);
    const [row] = await server.rows<{ reserved: string }>(
      'select reserved from investing.exposure where member_id = $1',
      [id],
    );
    expect(Number(row?.reserved)).toBe(100_000);
  });
});

describe('cancel', () => {
  test('releases the reservation, once', async () => {
    const loanId = await newCase(server);
    const { token } = await newInvestor(server);
    const placed = await server.ok(quickApply, order(loanId), { token });
    const { data } = await server.ok(cancelOrder, { id: placed.data.id }, { token });
    expect(data).toMatchObject({ status: 55, statusText: '已取消', virtualAccount: null });
    expect(await funding(loanId)).toEqual({ reserved: 0, paid: 0, orders: 0 });
    expect(await server.refused(cancelOrder, { id: placed.data.id }, { token })).toBe(
      'ORDER_STATUS',
    );
    await server.ok(quickApply, order(loanId), { token });
  });

  test('does not find other members’ orders', async () => {
    const loanId = await newCase(server);
    const [owner, intruder] = await newInvestors(server, 2);
    const { data } = await server.ok(quickApply, order(loanId), owner);
    expect(await server.refused(cancelOrder, { id: data.id }, intruder)).toBe('ORDER_NOT_FOUND');
    expect(await server.refused(cancelOrder, { id: '999999' }, intruder)).toBe('ORDER_NOT_FOUND');
    expect((await funding(loanId)).orders).toBe(1);
  });

  test('concurrent calls cancel once', async () => {
    const loanId = await newCase(server);
    const { token } = await newInvestor(server);
    const { data } = await server.ok(quickApply, order(loanId), { token });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.ask(cancelOrder, { id: data.id }, { token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await funding(loanId)).toEqual({ reserved: 0, paid: 0, orders: 0 });
  });
});
