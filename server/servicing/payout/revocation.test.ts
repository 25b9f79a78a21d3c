// Tests revoking violations under negotiated terms: the instalments from before the acceleration
// are in force again, with their old debt.
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { sum } from '#contract/core/money.ts';
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
import { inWork } from '../../work.ts';
import { readBook } from '../repayment/use-money.ts';
import { arrearsIn, claimsOf, type Book } from '../rules.ts';
import { revoke } from '../late/violation.ts';

const server = useServer();
let desk: Desk;

beforeAll(async () => {
  desk = await newDesk(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
const bookOf = (loan: Case): Promise<Book> =>
  inWork(server.services, async ({ tx }) => (await readBook(tx, loan.id))!);
const revoked = (loan: Case) =>
  inWork(server.services, async (work) =>
    revoke(work, (await readBook(work.tx, loan.id))!, '認定有誤'),
  );

/** Creates a loan in violation of negotiated terms; all principal fell due some days ago. */
async function violatedAgain(terms: object, days: number): Promise<Case> {
  const loan = await negotiating(server, desk);
  await offered(server, desk, loan, terms);
  await agreed(server, loan);
  for (const i of loan.investors.keys()) await consent(server, loan, i);
  expect((await statusOf(server, loan.id)).status).toBe(60);
  const first = (await schedule(server, loan.id)).find(({ paidOn }) => paidOn === null)!;
  await goTo(server, addDays(first.payableUntil, 31));
  await goTo(server, addDays(first.payableUntil, 31 + 10));
  expect((await bookOf(loan)).acceleration?.fromNo).not.toBeNull();
  await goTo(server, addDays(today(server), days));
  await books();
  return loan;
}

/**
 * Returns all interest and late interest that is due; the next dollar after this amount would pay
 * principal.
 */
async function charges(loan: Case): Promise<number> {
  const { instalments } = claimsOf(await bookOf(loan), today(server), false);
  return sum(instalments.flatMap((claim) => [claim.interestDue, claim.lateInterestDue]));
}

/**
 * Returns the interest, principal and charges that the borrower still owes until the end of the
 * schedule.
 */
const owedOf = ({ instalments }: Book) =>
  sum(
    instalments.flatMap((row) => [
      row.interest,
      row.lateInterestOwed,
      row.penaltyOwed,
      row.principal,
    ]),
  ) - sum(instalments.flatMap((row) => [row.interestPaid, row.principalPaid]));

describe('a second violation that is revoked', () => {
  const arrears = { waive: { interest: 0, lateInterest: 0, penalty: 0 }, graceMonths: 0 };

  it.each([
    ['without grace', { ...arrears, installments: 12 }],
    ['in a grace, where instalments are interest alone', { ...arrears, graceMonths: 6 }],
    ['at no interest, all of it old debt', { ...arrears, annualRate: 0 }],
  ])('restores the instalments %s, whatever was paid in the meantime', async (_what, terms) => {
    const loan = await violatedAgain(terms, 90);
    await pay(server, loan.account, (await charges(loan)) - 1);
    await books();
    await goTo(server, addDays(today(server), 60));
    await pay(server, loan.account, 300);
    await revoked(loan);
    await books();
    expect((await statusOf(server, loan.id)).status).toBe(60);
    const { instalments } = await bookOf(loan);
    expect(instalments.every((row) => row.interest >= arrearsIn(row))).toBe(true);
    // Afterwards the loan is repaid in full.
    await goTo(server, addDays(today(server), 1));
    await books();
    await goTo(server, addDays(today(server), 45));
    await books();
    const { token } = loan.borrower;
    const input = { id: String(loan.id), kind: 'full' } as const;
    const { code, body } = await server.ask(servicing.instructPrepayment, input, { token });
    expect(code === null || code === 'PREPAYMENT_NOT_NOW').toBe(true);
    await pay(server, loan.account, code === null ? body.data.total : 200_000);
    expect((await statusOf(server, loan.id)).status).toBe(90);
    await books();
  });

  it('requests nothing again that was paid while all was due', async () => {
    const loan = await violatedAgain({ ...arrears, installments: 12 }, 60);
    const before = await bookOf(loan);
    const old = sum(before.instalments.map(arrearsIn));
    expect(old).toBeGreaterThan(0);
    await pay(server, loan.account, await charges(loan));
    await revoked(loan);
    const after = await bookOf(loan);
    expect(sum(after.instalments.map(arrearsIn))).toBe(old);
    const unpaid = after.instalments.map((row) => Math.max(0, arrearsIn(row) - row.interestPaid));
    expect(Math.max(...unpaid)).toBe(0);
    expect(owedOf(after)).toBeGreaterThan(0);
    await books();
  });
});
