// Tests partial prepayments under negotiated terms: new schedules keep interest-only periods,
// method and dates.
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { goTo, pay, schedule, statusOf, today } from '../../../tests/actors/loans.ts';
import {
  agreed,
  consent,
  negotiating,
  newDesk,
  offered,
  type Case,
  type Desk,
} from '../../../tests/actors/negotiations.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';

const server = useServer();
let desk: Desk;

beforeAll(async () => {
  desk = await newDesk(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);

/**
 * Creates a loan under new terms without old debt, so that a partial prepayment is possible at
 * once.
 */
async function newTerms(terms: object): Promise<Case> {
  const loan = await negotiating(server, desk);
  const waive = { interest: 100, lateInterest: 100, penalty: 100 };
  await offered(server, desk, loan, { ...terms, waive });
  await agreed(server, loan);
  for (const i of loan.investors.keys()) await consent(server, loan, i);
  expect((await statusOf(server, loan.id)).status).toBe(60);
  return loan;
}

/** Returns the unpaid rows, each with the amount due on its day. */
const unpaid = async (loan: Case) =>
  (await schedule(server, loan.id))
    .filter(({ paidOn }) => paidOn === null)
    .map((row) => ({ ...row, total: row.principal + row.interest }));

async function prepay(loan: Case, mode: 'shortenTerm' | 'lowerPayment') {
  const { token } = loan.borrower;
  const asked = { id: String(loan.id), kind: 'partial', mode, amount: 20_000 } as const;
  const { data: quote } = await server.ok(servicing.prepaymentQuote, asked, { token });
  const { data } = await server.ok(servicing.instructPrepayment, asked, { token });
  expect(data.total).toBe(quote.total);
  await pay(server, loan.account, data.total);
  await books();
  return quote;
}

describe('a part prepaid', () => {
  it.each(['shortenTerm', 'lowerPayment'] as const)(
    'in the grace ends the grace, and no instalment exceeds the others (%s)',
    async (mode) => {
      const loan = await newTerms({ annualRate: 12, installments: 24, graceMonths: 3 });
      const before = await unpaid(loan);
      await goTo(server, addDays(today(server), 3));
      const quote = await prepay(loan, mode);
      const after = await unpaid(loan);
      const [first, second, third, ...level] = after;
      expect([first, second, third].map((row) => row!.principal)).toEqual([0, 0, 0]);
      expect(level.every(({ principal }) => principal > 0)).toBe(true);
      expect(after.map(({ dueOn }) => dueOn)).toEqual(
        before.slice(0, after.length).map(({ dueOn }) => dueOn),
      );
      const payment = level[0]!.total;
      expect(level.slice(0, -1).every(({ total }) => total === payment)).toBe(true);
      expect(level.at(-1)!.total).toBeLessThanOrEqual(payment);
      if (mode === 'shortenTerm') {
        expect(payment).toBe(before[3]!.total);
        expect(after.length).toBeLessThan(before.length);
      } else {
        expect(payment).toBeLessThan(before[3]!.total);
        expect(after).toHaveLength(before.length);
      }
      expect(quote.installmentsAfter).toBe(after.length);
      expect(quote.instalmentAfter).toBe(second!.total);
    },
  );

  it('in a long first period keeps the agreed level payment', async () => {
    const terms = { annualRate: 12, installments: 12, graceMonths: 0 };
    const loan = await newTerms({ ...terms, firstDueOn: addDays(today(server), 150) });
    const before = await unpaid(loan);
    expect(before.at(-1)!.total).toBeLessThanOrEqual(before[0]!.total);
    expect(new Set(before.slice(0, -1).map(({ total }) => total)).size).toBe(1);
    await goTo(server, addDays(today(server), 20));
    await prepay(loan, 'shortenTerm');
    const after = await unpaid(loan);
    expect(after.slice(1, -1).every(({ total }) => total === before[1]!.total)).toBe(true);
    expect(after.at(-1)!.total).toBeLessThanOrEqual(before[1]!.total);
  });
});
