// Property test of whole loans with random payments: any day, early, late, double, reversed.
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { addDays, daysBetween, type Day } from '#contract/core/day.ts';
import { servicing } from '#contract/servicing/calls.ts';
import {
  disburse,
  goTo,
  balanceOf,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  type Team,
  today,
  type Terms,
  type TestLoan,
} from '../../tests/actors/loans.ts';
import { newVerifiedMember, type Person } from '../../tests/actors/people.ts';
import { LIVES, SEED } from '../../tests/actors/seed.ts';
import { payReserve } from '../../tests/actors/bookings.ts';
import { useServer } from '../../tests/server.ts';
import { brokenInvariants } from '../database/invariants.ts';
import { moveLoan } from '../lending/front.ts';
import { inWork } from '../work.ts';
import { expectIdle } from '../../tests/idle.ts';
import { runDay } from '../worker.ts';

const server = useServer();
beforeAll(() => payReserve(server));

type Step =
  | { do: 'wait'; days: number }
  | { do: 'pay'; amount: number; daysAgo: number }
  | { do: 'payDue' }
  | { do: 'dribble'; days: number }
  | { do: 'takeBack' }
  | { do: 'sendBack' }
  | {
      do: 'part';
      thousands: number;
      mode: 'shortenTerm' | 'lowerPayment';
      pays: boolean;
      reportedAfter: number;
    }
  | { do: 'full'; pays: boolean; reportedAfter: number };

/**
 * Days between a record's bank date and its arrival; the bank closes no day whose records have not
 * arrived.
 */
const reportedAfter = fc.constantFrom(0, 0, 1, 4);

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
      daysAgo: fc.constantFrom(0, 0, 0, 1, 2, 3, 4),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('payDue') }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('dribble'), days: fc.integer({ min: 2, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('takeBack') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sendBack') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('part'),
      thousands: fc.integer({ min: 10, max: 40 }),
      mode: fc.constantFrom('shortenTerm', 'lowerPayment'),
      pays: fc.boolean(),
      reportedAfter,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('full'), pays: fc.boolean(), reportedAfter }),
  },
) as fc.Arbitrary<Step>;

type Life = {
  loan: TestLoan;
  team: Team;
  account: string;
  terms: Terms;
  disbursed: Day;
  /** NT$ that the bank reported as received and did not reverse. */
  paid: number;
  lastSeq: { seq: string; amount: number } | null;
};

/** The bank returns the disbursement; if that cancels the loan, it is disbursed once more. */
async function sendBack(life: Life): Promise<void> {
  const { loan, team } = life;
  const [last] = await server.rows<{ reference: string }>(
    `select reference from banking.payment where purpose = 'disbursement' and subject_id = $1
     order by id desc limit 1`,
    [loan.id],
  );
  await server.services.demonstration!.bank.returnPayment(last!.reference);
  if ((await statusOf(server, loan.id)).status !== 50) return;
  expect(await schedule(server, loan.id)).toEqual([]);
  expect(await brokenInvariants(server.services.pool)).toEqual([]);
  const how = { action: 'loan.signed' } as const;
  await inWork(server.services, (work) => moveLoan(work, loan.id, 55, how));
  expect(await disburse(server, loan, team)).toBe(life.account);
  life.disbursed = today(server);
}

async function live(life: Life, one: Step): Promise<void> {
  const { loan, account } = life;
  const { token } = loan.borrower;
  const id = String(loan.id);
  const sent = async (amount: number, on = today(server)) => {
    life.lastSeq = { seq: await pay(server, account, amount, { on }), amount };
    life.paid += amount;
  };
  if (one.do === 'wait') await goTo(server, addDays(today(server), one.days));
  else if (one.do === 'pay') await sent(one.amount, addDays(today(server), -one.daysAgo));
  else if (one.do === 'dribble') {
    for (let i = 0; i < one.days; i += 1) {
      await goTo(server, addDays(today(server), 1));
      await sent(1);
    }
  } else if (one.do === 'payDue') {
    const next = (await schedule(server, loan.id)).find(({ paidOn }) => paidOn === null);
    if (next) await sent(next.principal + next.interest);
  } else if (one.do === 'sendBack') await sendBack(life);
  else if (one.do === 'takeBack') {
    if (life.lastSeq === null) return;
    await pay(server, account, life.lastSeq.amount, { reverses: life.lastSeq.seq });
    life.paid -= life.lastSeq.amount;
    life.lastSeq = null;
  } else {
    const asked =
      one.do === 'full'
        ? { id, kind: 'full' }
        : { id, kind: 'partial', mode: one.mode, amount: one.thousands * 1_000 };
    const { code, body } = await server.ask(servicing.instructPrepayment, asked, { token });
    if (code !== null) {
      expect(['LOAN_STATUS', 'PREPAYMENT_AMOUNT', 'PREPAYMENT_NOT_NOW']).toContain(code);
    } else if (one.pays && body.data.total > 0) {
      const on = today(server);
      await passLate(one.reportedAfter);
      await sent(body.data.total, on);
      await server.closeDays();
      await expectIdle(server);
      await runDay(server.services);
    }
  }
}

/** Lets days pass with their jobs while the bank has not reported its records. */
async function passLate(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await server.advance(1, { bankIsLate: true });
    await expectIdle(server);
    await runDay(server.services);
  }
}

const sumOf = async (sql: string, life: Life): Promise<number> => {
  const [row] = await server.rows<{ sum: string | null }>(sql, [life.loan.id]);
  return Number(row?.sum ?? 0);
};

/** Returns the NT$ that the loan's repayments moved into an account, according to the ledger. */
const brought = (kind: string, life: Life) =>
  sumOf(
    `select -sum(e.amount) as sum from ledger.transfer t
     join ledger.entry e on e.transfer_id = t.id join ledger.account a on a.id = e.account_id
     where t.loan_id = $1 and t.id like 'repay:%' and a.kind = '${kind}'`,
    life,
  );

/**
 * Checks that everything paid equals, to the dollar, what investors and platform received, what is
 * held and what was returned.
 */
async function expectAccounted(life: Life): Promise<void> {
  const { loan, paid } = life;
  const investors = await brought('payable_to_investor', life);
  const platform = await brought('platform_due', life);
  const held = await balanceOf(server, 'borrower_prepaid', { loan: loan.id });
  const returned = await sumOf(
    `select sum(amount) from servicing.payout where loan_id = $1 and kind = 'surplus'`,
    life,
  );
  // Money that the bank reverses after it was distributed is covered by the platform, which then
  // has a claim on the payer.
  const covered = await sumOf('select sum(amount) from banking.recourse where loan_id = $1', life);
  expect({
    investors,
    platform,
    held,
    returned,
    covered,
    sum: investors + platform + held + returned,
  }).toEqual({ investors, platform, held, returned, covered, sum: paid + covered });
}

/** Highest combined rate of late interest and penalty: the legal cap (Civil Code 205). */
const CAP = 0.16;
/** Highest prepayment fee, as a part of the prepaid principal. */
const PREPAYMENT_FEE = 0.02;

/** Checks that no kind of claim collects more than the contract's terms allow. */
async function expectWithinContract(life: Life): Promise<void> {
  const { terms, disbursed } = life;
  const rows = await server.rows<{ class: string; sum: string }>(
    'select class, sum(amount) from servicing.allocation where loan_id = $1 group by class',
    [life.loan.id],
  );
  const taken = Object.fromEntries(rows.map((row) => [row.class, Number(row.sum)]));
  const interest = await sumOf(
    `select sum(interest) from servicing.instalment where loan_id = $1
       and version = (select min(version) from servicing.instalment
         where loan_id = $1 and not undone)`,
    life,
  );
  const days = daysBetween(disbursed, today(server));
  expect(taken['principal'] ?? 0).toBeLessThanOrEqual(terms.amount);
  expect(taken['interest'] ?? 0).toBeLessThanOrEqual(interest);
  expect(taken['court'] ?? 0).toBe(0);
  expect(taken['prepaymentFee'] ?? 0).toBeLessThanOrEqual(terms.amount * PREPAYMENT_FEE + 1);
  expect((taken['lateInterest'] ?? 0) + (taken['penalty'] ?? 0)).toBeLessThanOrEqual(
    Math.ceil((terms.amount * CAP * days) / 365),
  );
}

it('keeps the ledger right, to the dollar, whatever a borrower does', async () => {
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
      const account = await disburse(server, loan, team);
      const disbursed = today(server);
      const life: Life = { loan, team, account, terms: of, disbursed, paid: 0, lastSeq: null };
      for (const one of steps) {
        await live(life, one);
        expect({ after: one, broken: await brokenInvariants(server.services.pool) }).toEqual({
          after: one,
          broken: [],
        });
        await expectAccounted(life);
        await expectWithinContract(life);
      }
      const { status } = await statusOf(server, loan.id);
      const owed = await balanceOf(server, 'loan_receivable', { loan: loan.id });
      // Unpaid charges keep a loan open after its principal is repaid, so a settled loan owes
      // nothing.
      if (status === 90) expect(owed).toBe(0);
    }),
    { seed: SEED, numRuns: LIVES, endOnFailure: true },
  );
}, 3_600_000);
