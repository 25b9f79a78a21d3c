// Loans lived through at random: any payment on any day, early, late, double, taken back.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '#contract/day.ts';
import { servicing } from '#contract/servicing.ts';
import {
  disburse,
  goTo,
  lying,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  today,
  type Terms,
  type TestLoan,
} from '../../tests/loans.ts';
import { newVerifiedMember, type Person } from '../../tests/people.ts';
import { useServer } from '../../tests/server.ts';
import { brokenInvariants } from '../invariants.ts';

const server = useServer();

type Step =
  | { do: 'wait'; days: number }
  | { do: 'pay'; amount: number; daysAgo: number }
  | { do: 'payDue' }
  | { do: 'takeBack' }
  | { do: 'part'; thousands: number; mode: 'shortenTerm' | 'lowerPayment'; pays: boolean }
  | { do: 'full'; pays: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('wait'), days: fc.integer({ min: 1, max: 25 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay'),
      amount: fc.integer({ min: 1, max: 12_000 }),
      daysAgo: fc.constantFrom(0, 0, 0, 3),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('payDue') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('takeBack') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('part'),
      thousands: fc.integer({ min: 10, max: 40 }),
      mode: fc.constantFrom('shortenTerm', 'lowerPayment'),
      pays: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('full'), pays: fc.boolean() }) },
) as fc.Arbitrary<Step>;

type Life = { loan: TestLoan; account: string; lastSeq: { seq: string; amount: number } | null };

async function live(life: Life, one: Step): Promise<void> {
  const { loan, account } = life;
  const { token } = loan.borrower;
  const id = String(loan.id);
  const sent = async (amount: number, on = today(server)) => {
    life.lastSeq = { seq: await pay(server, account, amount, { on }), amount };
  };
  if (one.do === 'wait') await goTo(server, addDays(today(server), one.days));
  else if (one.do === 'pay') await sent(one.amount, addDays(today(server), -one.daysAgo));
  else if (one.do === 'payDue') {
    const next = (await schedule(server, loan.id)).find(({ paidOn }) => paidOn === null);
    if (next) await sent(next.principal + next.interest);
  } else if (one.do === 'takeBack') {
    if (life.lastSeq === null) return;
    await pay(server, account, life.lastSeq.amount, { reverses: life.lastSeq.seq });
    life.lastSeq = null;
  } else {
    const asked =
      one.do === 'full'
        ? { id, kind: 'full' }
        : { id, kind: 'partial', mode: one.mode, amount: one.thousands * 1_000 };
    const { code, body } = await server.ask(servicing.instructPrepayment, asked, { token });
    if (code !== null) {
      expect(['LOAN_STATUS', 'PREPAYMENT_AMOUNT', 'PREPAYMENT_NOT_NOW']).toContain(code);
    } else if (one.pays && body.data.total > 0) await sent(body.data.total);
  }
}

const RUNS = 4;

it('keeps the books whatever a borrower does', async () => {
  const team = await newTeam(server);
  const investors: Person[] = [];
  for (let i = 0; i < 4; i += 1) investors.push(await newVerifiedMember(server));
  const terms = fc.constantFrom<Terms>(
    { amount: 100_000, rateBps: 1_200, installments: 12, shares: [50_000, 33_000, 17_000] },
    { amount: 50_000, rateBps: 1_500, installments: 6, shares: [1_000, 48_000, 1_000] },
    { amount: 30_000, rateBps: 900, installments: 6, shares: [7_000, 7_000, 7_000, 9_000] },
  );
  await fc.assert(
    fc.asyncProperty(terms, fc.array(step, { minLength: 15, maxLength: 40 }), async (of, steps) => {
      const loan = await signedLoan(server, of, { investors });
      const life: Life = { loan, account: await disburse(server, loan, team), lastSeq: null };
      for (const one of steps) {
        await live(life, one);
        expect({ after: one, broken: await brokenInvariants(server.services.pool) }).toEqual({
          after: one,
          broken: [],
        });
      }
      const { status } = await statusOf(server, loan.id);
      const owed = await lying(server, 'loan_receivable', { loan: loan.id });
      // What is left of charges keeps a loan open after its principal.
      if (status === 90) expect(owed).toBe(0);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 600_000);
