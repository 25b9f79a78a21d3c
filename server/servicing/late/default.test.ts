// Randomised tests of loans that are not repaid as agreed: months late, notified, voted on,
// negotiated, in court, waived, written off, recovered, closed.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collectionsOffice, type MeasureKind } from '#contract/servicing/collections.ts';
import { addDays, daysBetween, type Day } from '#contract/core/day.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { payReserve } from '../../../tests/actors/bookings.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import {
  disburse,
  EXAMPLE,
  goTo,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  today,
  type Team,
} from '../../../tests/actors/loans.ts';
import type { Case } from '../../../tests/actors/negotiations.ts';
import {
  newOperator,
  newPhone,
  newVerifiedMember,
  type Person,
} from '../../../tests/actors/people.ts';
import {
  negotiateAtRandom,
  negotiation,
  type Negotiating,
} from '../../../tests/actors/random-negotiation.ts';
import { LIVES, SEED } from '../../../tests/actors/seed.ts';
import { expectIdle } from '../../../tests/idle.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { moveLoan } from '../../lending/front.ts';
import { inWork } from '../../work.ts';

const server = useServer();

type Step =
  | { do: 'wait'; days: number }
  | { do: 'pay'; amount: number; daysAgo: number }
  | { do: 'dribble'; days: number }
  | { do: 'part'; thousands: number; mode: 'shortenTerm' | 'lowerPayment' }
  | { do: 'takeBack' }
  | { do: MeasureKind }
  | { do: 'court' }
  | { do: 'negotiate'; how: Negotiating }
  | { do: 'writeOff' };

const of = (name: string) => fc.constant({ do: name });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      days: fc.constantFrom(1, 4, 9, 16, 31, 60, 120),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay'),
      amount: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.constant(120_000)),
      daysAgo: fc.constantFrom(0, 0, 0, 3, 12),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('dribble'), days: fc.integer({ min: 2, max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('part'),
      thousands: fc.integer({ min: 10, max: 40 }),
      mode: fc.constantFrom('shortenTerm', 'lowerPayment'),
    }),
  },
  { weight: 1, arbitrary: of('takeBack') },
  { weight: 2, arbitrary: of('waiver') },
  { weight: 2, arbitrary: of('court') },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('negotiate'), how: negotiation }) },
  { weight: 2, arbitrary: of('courtCost') },
  { weight: 1, arbitrary: of('revocation') },
  { weight: 1, arbitrary: of('violation') },
  { weight: 2, arbitrary: of('writeOff') },
  { weight: 1, arbitrary: of('closing') },
) as fc.Arbitrary<Step>;

type Life = {
  loan: Case;
  account: string;
  /** Maximum total interest under the terms in force, including the terms they replaced. NT$ */
  interestCap: number;
  last: { seq: string; amount: number } | null;
  team: Team;
  reviewer: Person;
};

/** Proposes a measure if it is possible now, and has another operator approve it. */
async function measure({ loan, team, reviewer }: Life, kind: MeasureKind): Promise<void> {
  const asked = {
    id: String(loan.id),
    kind,
    reason: '測試',
    ...(kind === 'waiver' && { amount: 5 }),
    ...(kind === 'courtCost' && { amount: 1_700, day: today(server) }),
  };
  const { code } = await server.ask(collectionsOffice.proposeMeasure, asked, {
    token: reviewer.token,
  });
  if (code !== null) {
    expect(['LOAN_STATUS', 'MEASURE_AMOUNT', 'MEASURE_OPEN', 'TERMS_PENDING']).toContain(code);
    return;
  }
  const task = kind === 'violation' ? 'violation_declare' : 'collection_measure';
  const refused = await decide(
    server,
    team.checker,
    task,
    kind === 'violation' ? loan.id : null,
    kind === 'violation' ? 'declare' : 'approve',
  );
  // If some of the accelerated principal was paid, revoking the acceleration is refused and a
  // negotiation is needed.
  if (kind === 'revocation' && refused !== null) {
    expect(refused).toBe('LOAN_STATUS');
    expect(await decide(server, team.checker, task, null, 'return')).toBeNull();
  } else expect(refused).toBeNull();
}

async function writeOff({ loan, team }: Life): Promise<void> {
  const open = await server.rows(
    `select 1 from tasks.task where kind = 'write_off' and subject_id = $1 and status = 'open'`,
    [loan.id],
  );
  if (open.length === 0 || (await statusOf(server, loan.id)).status !== 80) return;
  const proposed = await decide(server, team.maker, 'write_off', loan.id, 'propose');
  // Enough was paid in the meantime that the loan is no longer overdue for long enough to be
  // written off.
  if (proposed !== null) return void expect(proposed).toBe('LOAN_STATUS');
  expect(await decide(server, team.checker, 'write_off', loan.id, 'approve')).toBeNull();
}

/** Pays one dollar on each of the following days. */
async function dribble({ account }: Life, days: number): Promise<void> {
  for (let i = 0; i < days; i += 1) {
    await goTo(server, addDays(today(server), 1));
    await pay(server, account, 1);
  }
  await expectIdle(server);
}

/** Prepays a part of the loan if that is possible now. */
async function prepayPart(
  { loan, account }: Life,
  { thousands, mode }: { thousands: number; mode: 'shortenTerm' | 'lowerPayment' },
): Promise<void> {
  const asked = { id: String(loan.id), kind: 'partial', mode, amount: thousands * 1_000 } as const;
  const { token } = loan.borrower;
  const { code, body } = await server.ask(servicing.instructPrepayment, asked, { token });
  if (code !== null) {
    expect(['LOAN_STATUS', 'PREPAYMENT_AMOUNT', 'PREPAYMENT_NOT_NOW']).toContain(code);
  } else if (body.data.total > 0) await pay(server, account, body.data.total);
}

async function live(life: Life, one: Step): Promise<void> {
  const { loan, account } = life;
  if (one.do === 'wait') await goTo(server, addDays(today(server), one.days));
  else if (one.do === 'pay') {
    const on = addDays(today(server), -one.daysAgo);
    life.last = { seq: await pay(server, account, one.amount, { on }), amount: one.amount };
  } else if (one.do === 'dribble') await dribble(life, one.days);
  else if (one.do === 'part') await prepayPart(life, one);
  else if (one.do === 'takeBack') {
    if (life.last) await pay(server, account, life.last.amount, { reverses: life.last.seq });
    life.last = null;
  } else if (one.do === 'court') {
    if ((await statusOf(server, loan.id)).status !== 70) return;
    await inWork(server.services, (work) => moveLoan(work, loan.id, 80, { action: 'loan.legal' }));
  } else if (one.do === 'writeOff') await writeOff(life);
  else if (one.do === 'negotiate') {
    const desk = { maker: life.reviewer, checker: life.team.checker };
    if (await negotiateAtRandom(server, desk, loan, one.how)) {
      life.interestCap = await interestInAll(loan.id);
    }
  } else await measure(life, one.do);
}

/**
 * Returns the interest collected so far plus the maximum interest of the unpaid instalments in
 * force. NT$
 */
async function interestInAll(loanId: number): Promise<number> {
  const [row] = await server.rows<{ sum: string }>(
    `select (select coalesce(sum(amount), 0) from servicing.allocation
        where loan_id = $1 and class = 'interest')
      + (select coalesce(sum(interest - interest_paid), 0) from servicing.instalment
        where loan_id = $1 and current) as sum`,
    [loanId],
  );
  return Number(row!.sum);
}

/** Returns totals that show where every dollar received for a loan has gone, in NT$. */
async function moneyOf(loanId: number) {
  const [row] = await server.rows<Record<string, string>>(
    `select
       (select coalesce(sum(-e.amount), 0) from ledger.transfer t
        join ledger.entry e on e.transfer_id = t.id
        join ledger.account a on a.id = e.account_id and a.kind = 'borrower_prepaid'
        where t.loan_id = $1 and t.kind in ('repayment_received', 'repayment_reversed')) as came,
       (select coalesce(sum(principal + interest + late_interest + penalty + prepayment_fee), 0)
        from servicing.distribution where loan_id = $1) as shared,
       (select coalesce(sum(amount) filter (where class = 'prepaymentFee'), 0)
        from servicing.allocation where loan_id = $1)
         - (select coalesce(sum(prepayment_fee), 0) from servicing.distribution
            where loan_id = $1) as kept,
       (select coalesce(sum(amount), 0) from servicing.allocation
        where loan_id = $1 and class = 'court') as court,
       (select coalesce(sum(amount), 0) from servicing.payout
        where loan_id = $1 and kind = 'surplus') as surplus,
       (select coalesce(sum(balance), 0) from ledger.balance
        where loan_id = $1 and kind = 'borrower_prepaid') as lying,
       (select coalesce(sum(amount) filter (where class = 'principal'), 0)
        from servicing.allocation where loan_id = $1) as principal,
       (select coalesce(sum(amount) filter (where class = 'interest'), 0)
        from servicing.allocation where loan_id = $1) as interest,
       (select coalesce(sum(amount), 0) from servicing.court_cost where loan_id = $1) as costs,
       (select coalesce(sum(amount) filter (where class in
          ('interest', 'lateInterest', 'penalty')), 0)
        from servicing.allocation where loan_id = $1) as earned`,
    [loanId],
  );
  return Object.fromEntries(Object.entries(row!).map(([name, sum]) => [name, Number(sum)]));
}

/**
 * Returns the legal maximum: 16 % a year on the amount lent, for every day (Civil Code 205), plus
 * rounding.
 */
const lawful = (from: Day, to: Day) =>
  (EXAMPLE.amount * 0.16 * (daysBetween(from, to) + 31)) / 365 + 2 * EXAMPLE.installments;

const neglect: Step = { do: 'wait', days: 60 };
const some = { annualRate: 6.5, graceMonths: 1, firstDueIn: 30, installments: 18 } as const;
const waive = { interest: 0, lateInterest: 50, penalty: 100 } as const;
const noWaiver = { interest: 0, lateInterest: 0, penalty: 0 } as const;
const nothingLeft = { interest: 100, lateInterest: 100, penalty: 100 } as const;
/** Sequences of events that are always tested in addition to random ones. */
const lives: [Step[]][] = [
  // The loan is negotiated, late again, in court with costs, written off, and recovered.
  [
    [
      neglect,
      { do: 'negotiate', how: { ...some, waive, ends: 'in_force' } },
      { do: 'wait', days: 31 },
      { do: 'pay', amount: 9_000, daysAgo: 0 },
      { do: 'wait', days: 120 },
      { do: 'court' },
      { do: 'courtCost' },
      { do: 'pay', amount: 1_000, daysAgo: 3 },
      { do: 'wait', days: 120 },
      { do: 'writeOff' },
      { do: 'pay', amount: 20_000, daysAgo: 0 },
      { do: 'takeBack' },
      { do: 'pay', amount: 120_000, daysAgo: 0 },
      { do: 'pay', amount: 20_000, daysAgo: 0 },
    ],
  ],
  // The investors let the offer expire, the money held in the meantime is used, and the loan is
  // closed for good.
  [
    [
      neglect,
      { do: 'negotiate', how: { ...some, waive, ends: 'short' } },
      { do: 'pay', amount: 15_000, daysAgo: 12 },
      { do: 'wait', days: 120 },
      { do: 'wait', days: 60 },
      { do: 'writeOff' },
      { do: 'closing' },
    ],
  ],
  // The loan is negotiated twice within a minute of real time.
  [
    [
      neglect,
      { do: 'negotiate', how: { ...some, waive, ends: 'in_force' } },
      { do: 'wait', days: 120 },
      { do: 'negotiate', how: { ...some, waive, ends: 'in_force' } },
    ],
  ],
  // Parts are prepaid in negotiated interest-only periods, in both modes; then the loan is late
  // again, paid a dollar a day, and the acceleration is revoked.
  [
    [
      neglect,
      {
        do: 'negotiate',
        how: { ...some, graceMonths: 6, waive: nothingLeft, ends: 'in_force' },
      },
      { do: 'part', thousands: 10, mode: 'shortenTerm' },
      { do: 'wait', days: 9 },
      { do: 'part', thousands: 20, mode: 'lowerPayment' },
      neglect,
      { do: 'wait', days: 16 },
      { do: 'dribble', days: 9 },
      { do: 'revocation' },
      { do: 'wait', days: 31 },
      { do: 'pay', amount: 120_000, daysAgo: 0 },
    ],
  ],
  // The loan has a long first period, is in violation twice with charges paid in between, and the
  // acceleration is revoked.
  [
    [
      neglect,
      {
        do: 'negotiate',
        how: { ...some, graceMonths: 0, firstDueIn: 120, waive: noWaiver, ends: 'in_force' },
      },
      { do: 'wait', days: 120 },
      { do: 'wait', days: 31 },
      { do: 'wait', days: 16 },
      { do: 'pay', amount: 7_000, daysAgo: 0 },
      { do: 'revocation' },
      { do: 'wait', days: 60 },
      { do: 'wait', days: 9 },
      { do: 'dribble', days: 3 },
      { do: 'revocation' },
      { do: 'wait', days: 4 },
      { do: 'pay', amount: 120_000, daysAgo: 0 },
    ],
  ],
  // No agreement is reached, but the money held in the meantime pays everything.
  ...(['declined', 'lapsed', 'short'] as const).map((ends): [Step[]] => [
    [
      neglect,
      { do: 'negotiate', how: { ...some, waive, firstDueIn: 10, ends: 'in_force' } },
      { do: 'pay', amount: 120_000, daysAgo: 0 },
      { do: 'negotiate', how: { ...some, waive, ends } },
    ],
  ]),
];

it('keeps ledger and invariants whatever goes wrong', async () => {
  // What banks take back from a hundred borrowers does not stop the payments of the next.
  await payReserve(server, 5_000_000);
  const team = await newTeam(server);
  const reviewer = await newOperator(server, ['reviewer']);
  const investors: Person[] = [];
  for (let i = 0; i < 3; i += 1) investors.push(await newVerifiedMember(server));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
      const phone = newPhone();
      const borrower = await newVerifiedMember(server, { phone });
      const made = await signedLoan(server, EXAMPLE, { borrower, investors });
      const account = await disburse(server, made, team);
      const loan = { ...made, account, phone };
      const from = today(server);
      const interestCap = await interestInAll(loan.id);
      const life: Life = { loan, account, interestCap, last: null, team, reviewer };
      await goTo(server, (await schedule(server, loan.id))[0]!.dueOn);
      for (const one of steps) {
        await live(life, one);
        expect({ after: one, broken: await brokenInvariants(server.services.pool) }).toEqual({
          after: one,
          broken: [],
        });
        const money = await moneyOf(loan.id);
        const { came, shared, kept, court, surplus, lying } = money as Record<string, number>;
        const { principal, earned, interest, costs } = money as Record<string, number>;
        expect(shared! + kept! + court! + surplus! + lying!).toBe(came);
        expect(court).toBeLessThanOrEqual(costs!);
        expect(interest).toBeLessThanOrEqual(life.interestCap);
        expect(principal).toBeLessThanOrEqual(EXAMPLE.amount);
        expect(earned).toBeLessThanOrEqual(lawful(from, today(server)));
      }
    }),
    { seed: SEED, numRuns: lives.length + LIVES, endOnFailure: true, examples: lives },
  );
}, 3_600_000);
