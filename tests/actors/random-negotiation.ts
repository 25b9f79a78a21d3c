// Negotiations with random terms and endings, for tests with random events in the life of a loan.
import fc from 'fast-check';
import { expect } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { goTo, schedule, statusOf, today } from './loans.ts';
import { agreed, consent, decideOn, type Case } from './negotiations.ts';
import type { Person } from './people.ts';
import type { TestServer } from '../server.ts';

const percent = fc.constantFrom(0, 25, 50, 100);

/**
 * Statuses after a failed negotiation: at court, or repaying or settled at once, because money held
 * during the negotiation pays the arrears or everything.
 */
const failed = [60, 80, 90];

/**
 * Terms within their limits, and an ending: in force, or failed because of the borrower, the
 * investors or an operator.
 */
export const negotiation = fc.record({
  annualRate: fc.constantFrom(0, 3, 6.5, 12),
  installments: fc.integer({ min: 1, max: 25 }),
  graceMonths: fc.constantFrom(0, 0, 1, 6),
  waive: fc.record({ interest: percent, lateInterest: percent, penalty: percent }),
  firstDueIn: fc.integer({ min: 15, max: 120 }),
  ends: fc.constantFrom('in_force', 'in_force', 'in_force', 'lapsed', 'short', 'declined'),
});
export type Negotiating = typeof negotiation extends fc.Arbitrary<infer T> ? T : never;

/**
 * Votes for a negotiation if the loan is in violation, and takes it to its end; returns whether new
 * terms came into force. Does nothing to a loan in another state.
 */
export async function negotiateAtRandom(
  server: TestServer,
  desk: { maker: Person; checker: Person },
  loan: Case,
  { ends, firstDueIn, ...terms }: Negotiating,
): Promise<boolean> {
  const status = async () => (await statusOf(server, loan.id)).status;
  if ((await status()) === 70) {
    for (const { token } of loan.investors) {
      const input = { loan_id: String(loan.id), answer: 1 as const };
      const { code } = await server.ask(servicing.violationPoll, input, { token });
      expect([null, 'POLL_CLOSED', 'CASE_NOT_FOUND']).toContain(code);
    }
    await goTo(server, addDays(today(server), 8));
  }
  if ((await status()) !== 75) return false;
  const draft = { kind: 'negotiation_draft', loanId: loan.id };
  if (ends === 'declined') {
    const no = { decision: 'decline', reason: '測試' };
    expect(await decideOn(server, desk.maker, draft, no)).toBeNull();
    expect(failed).toContain(await status());
    return false;
  }
  const firstDueOn = addDays(today(server), firstDueIn);
  const wanted = { decision: 'propose', reason: '測試', ...terms, firstDueOn };
  const problem = await decideOn(server, desk.maker, draft, wanted);
  // The terms are invalid if all periods would be interest-only, or if an instalment would be
  // empty.
  if (problem !== null) {
    expect(problem.code).toBe('DECISION_INVALID');
    return false;
  }
  const approval = { kind: 'negotiation_approval', loanId: loan.id };
  expect(await decideOn(server, desk.checker, approval, { decision: 'approve' })).toBeNull();
  if (ends === 'lapsed') {
    await goTo(server, addDays(today(server), 4));
    expect(failed).toContain(await status());
    return false;
  }
  await agreed(server, loan);
  if (ends === 'short') {
    await goTo(server, addDays(today(server), 8));
    expect(failed).toContain(await status());
    return false;
  }
  for (const i of loan.investors.keys()) {
    const { code } = await consent(server, loan, i);
    expect([null, 'NEGOTIATION_STATUS']).toContain(code);
  }
  const rows = await schedule(server, loan.id);
  expect(rows.filter(({ paidOn }) => paidOn === null).length).toBeLessThanOrEqual(
    terms.installments,
  );
  return true;
}
