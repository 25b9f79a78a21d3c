// Losses for tests: a loan that goes to court, is written off by two persons and is closed.
import { expect } from 'vitest';
import { collectionsOffice } from '#contract/servicing/collections.ts';
import { addDays, dayOf } from '#contract/core/day.ts';
import { money, negate, subtract, sum, ZERO } from '#contract/core/money.ts';
import { decide } from './tasks.ts';
import { moveLoan } from '../../server/lending/front.ts';
import { lowerOutstanding } from '../../server/investing/front.ts';
import { post } from '../../server/ledger/front.ts';
import { returnRest } from '../../server/servicing/repayment/surplus.ts';
import { readBook } from '../../server/servicing/repayment/use-money.ts';
import { replaceInstalments } from '../../server/servicing/late/violation.ts';
import { isPaid } from '../../server/servicing/rules.ts';
import { inWork } from '../../server/work.ts';
import { goTo, type Lent, lentLoan, type Team, type TestLoan } from './loans.ts';
import type { Person } from './people.ts';
import type { TestServer } from '../server.ts';

/**
 * Brings a disbursed loan to court, with all principal due, and moves the date to an overdue day.
 */
export async function goToCourt(server: TestServer, lent: Lent, lateDay = 200): Promise<Lent> {
  const { loan, until } = lent;
  await goTo(server, addDays(until, 31));
  await inWork(server.services, (work) => moveLoan(work, loan.id, 80, { action: 'loan.legal' }));
  await goTo(server, addDays(until, 40));
  await goTo(server, addDays(until, lateDay));
  return lent;
}

/** Creates a loan at court with all principal due, on its overdue day 200. */
export const loanAtCourt = async (server: TestServer, team: Team): Promise<Lent> =>
  goToCourt(server, await lentLoan(server, team));

type Measure = { kind: 'courtCost' | 'closing'; amount?: number; day?: string };

/** Has a measure proposed by one person and approved by another. */
export async function measure(
  server: TestServer,
  { team, reviewer }: { team: Team; reviewer: Person },
  loan: Pick<TestLoan, 'id'>,
  of: Measure,
): Promise<void> {
  const asked = { id: String(loan.id), reason: '裁判費', ...of };
  await server.ok(collectionsOffice.proposeMeasure, asked, { token: reviewer.token });
  const [row] = await server.rows<{ id: string }>(
    'select max(id) as id from servicing.measure where loan_id = $1',
    [loan.id],
  );
  expect(
    await decide(server, team.checker, 'collection_measure', Number(row!.id), 'approve'),
  ).toBeNull();
}

/** Writes off a loan at court with two persons, after proving that one person alone cannot. */
export async function writeOff(server: TestServer, team: Team, loan: TestLoan): Promise<void> {
  expect(await decide(server, team.maker, 'write_off', loan.id, 'approve')).toBe(
    'DECISION_INVALID',
  );
  expect(await decide(server, team.maker, 'write_off', loan.id, 'propose')).toBeNull();
  expect(await decide(server, team.maker, 'write_off', loan.id, 'approve')).toBe(
    'MAKER_IS_CHECKER',
  );
  expect(await decide(server, team.checker, 'write_off', loan.id, 'approve')).toBeNull();
}

/**
 * Closes a written-off loan as versions until 0.7 did, which gave the rest of the claim up: the
 * loan is settled, and its investors have lost what they did not receive.
 */
export async function closeByOldWords(server: TestServer, loan: TestLoan): Promise<void> {
  // The program of today may not give a claim up, so the owner does.
  const shares = await server.rows<Record<'order' | 'member' | 'amount', string>>(
    `update servicing.share set forgiven = remaining, forgiven_on = $2, remaining = 0
     where loan_id = $1 and remaining > 0
     returning order_id as "order", member_id as member, forgiven as amount`,
    [loan.id, dayOf(server.services.clock.now())],
  );
  const forgiven = shares.map(({ order, member, amount }) => ({
    order: Number(order),
    memberId: Number(member),
    amount: money(Number(amount)),
  }));
  await inWork(server.services, async (work) => {
    const { tx, today } = work;
    const book = (await readBook(tx, loan.id))!;
    const fromNo = book.instalments.find(({ paidOn }) => paidOn === null)!.no;
    const open = book.instalments.filter(({ no }) => no >= fromNo);
    const rows = open.map((row) => ({
      ...row,
      version: row.version + 1,
      ...(!isPaid(row) && {
        principal: row.principalPaid,
        interest: row.interestPaid,
        interestAccrued: row.interestPaid,
        lateInterestOwed: ZERO,
        penaltyOwed: ZERO,
        paidOn: today,
      }),
    }));
    const interest = sum(open.map((row) => subtract(row.interestAccrued, row.interestPaid)));
    await replaceInstalments(work, book, { fromNo, rows, accrual: negate(interest) }, today);
    const principal = sum(forgiven.map(({ amount }) => amount));
    const claims = forgiven.map(({ order, amount }) => ({
      account: 'investor_claim' as const,
      loan: loan.id,
      order,
      amount,
    }));
    const receivable = { account: 'loan_receivable' as const, amount: negate(principal) };
    await post(work, [
      {
        id: `closing:${loan.id}`,
        kind: 'closing',
        on: today,
        loanId: loan.id,
        entries: [...claims, { ...receivable, loan: loan.id }],
      },
    ]);
    await lowerOutstanding(tx, forgiven);
    await returnRest(work, book, book.prepaid);
    const set = { settledOn: today, settleType: 'recovered' } as const;
    await moveLoan(work, loan.id, 90, { action: 'loan.closed', set });
  });
}
