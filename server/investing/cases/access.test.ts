// Tests access to investing's calls: all need a session, and most a confirmed e-mail address.
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { office, site } from '#contract/index.ts';
import { newCase, newInvestor } from '../../../tests/actors/market.ts';
import { newMember } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const period = { start_at: '2026-01-01 00:00:00', end_at: '2026-12-31 23:59:59' };

/** A well-formed input for every call, so that only the access check can refuse it. */
const inputs: Record<string, object> = {
  answerSuitability: { version: 1, answers: [3, 3, 3, 3, 3, 3] },
  quickApply: { id: '1', invest_amount: 1000, payment_mode: 1 },
  reApply: { id: '1', payment_mode: 1 },
  holding: { invest_id: '1' },
  investorContract: { invest_id: '1' },
  calculation: { amount: 1000, rate: 10, installment: 12 },
  caseDocument: { id: '1', kind: 'risk' },
  orderSummary: period,
  ongoingSummary: period,
  overdue: period,
  setStatusDot: { value: false, type: 'paid' },
  statement: { month: '2026-01', format: 'csv' },
  interestReport: { year: '2026', format: 'csv' },
  getCase: { id: '1' },
  cancelOrder: { id: '1' },
  caseProgress: { id: '1' },
  officeCase: { id: '1' },
  caseOrders: { id: '1' },
  pinCase: { id: '1', pinned: true },
  extendCase: { id: '1', endsOn: '2026-12-01', reason: '測試' },
  closeCase: { id: '1', reason: '測試' },
  releaseRefunds: { ids: ['1'] },
};
const calls = Object.entries({ ...site.investing, ...office.investing }) as [string, Endpoint][];

describe('access to orders', () => {
  test.each(calls)('%s: refused without a session and with an expired one', async (name, call) => {
    const input = inputs[name] ?? {};
    expect(call.input.safeParse(input).success, 'a well-formed input').toBe(true);
    expect((await server.ask(call, input)).status).toBe(401);
    expect((await server.ask(call, input, { token: 'nobody' })).status).toBe(401);
  });

  test('requires a confirmed address wherever the contract does', async () => {
    const someone = await newMember(server);
    await server.rows('update identity.member set email_verified_at = null where id = $1', [
      someone.id,
    ]);
    const members = calls.filter(([, { access }]) => access === 'member');
    expect(members.length).toBeGreaterThan(12);
    for (const [name, call] of members) {
      const answer = await server.ask(call, inputs[name] ?? {}, someone);
      expect([name, answer.code]).toEqual([name, 'EMAIL_NOT_VERIFIED']);
    }
  });

  test('nobody else finds an order, whatever call they use', async () => {
    const [owner, other] = [await newInvestor(server), await newInvestor(server)];
    const id = String(await newCase(server));
    const order = { id, invest_amount: 1000, payment_mode: 1 };
    const { data } = await server.ok(site.investing.quickApply, order, owner);
    const { holding, investorContract, cancelOrder, reApply } = site.investing;
    for (const [call, input] of [
      [holding, { invest_id: data.id }],
      [investorContract, { invest_id: data.id }],
      [cancelOrder, { id: data.id }],
      [reApply, { id: data.id, payment_mode: 1 }],
    ] as const) {
      expect(await server.refused(call, input, other)).toBe('ORDER_NOT_FOUND');
    }
    expect((await server.ok(holding, { invest_id: data.id }, owner)).data.order.status).toBe(0);
  });
});
