// The situation in which the day in the browser tests begins: members, loans, receipts, all of them
// by the calls that people and their bank make.
import { lending } from '#contract/lending/calls.ts';
import { addDays } from '#contract/core/day.ts';
import {
  applied,
  type Borrower,
  funded,
  newOffice,
  proveIncome,
  sign,
} from '../../../server/lending/testing/cases.ts';
import { drain } from '../../../server/worker.ts';
import {
  disburse,
  goTo,
  liveUntilPayout,
  newTeam,
  pay,
  schedule,
} from '../../../tests/actors/loans.ts';
import { boldInvestor, INVESTORS_BANK } from '../../../tests/actors/market.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { ownAccount, stepsOn } from '../../../tests/actors/verifying.ts';
import type { TestServer } from '../../../tests/server.ts';
import type { Numbers } from './numbers.ts';

/** Days after the last day to pay on which a late borrower is called. */
const LATE_DAYS = 20;

export type Company = Awaited<ReturnType<typeof foundCompany>>;

/** Creates loans, lets some become late, and leaves the work of one day to the operators. */
export async function foundCompany(server: TestServer, numbers: Numbers) {
  const office = await newOffice(server);
  const team = await newTeam(server);
  const lend = async () => {
    const { borrower, loan } = await funded(server, office);
    await sign(server, borrower);
    await drain(server.services);
    const id = Number(loan.id);
    const account = await disburse(server, { id }, team);
    return { id, account };
  };
  const late = [];
  for (let n = 0; n < numbers.lateLoans; n += 1) late.push(await lend());
  const paid = await lend();
  const [first] = await schedule(server, paid.id);
  await goTo(server, addDays(first!.payableUntil, LATE_DAYS));
  await pay(server, paid.account, first!.principal + first!.interest);
  await liveUntilPayout(server);

  // One loan is funded and signed, so that its money is released today.
  const signed = await funded(server, office);
  await sign(server, signed.borrower);
  await drain(server.services);
  return { office, late, paid, signedId: Number(signed.loan.id) };
}

/** Members who wait for the review of their identity. */
export async function newMembers(server: TestServer, howMany: number): Promise<void> {
  for (let n = 0; n < howMany; n += 1) await stepsOn(server).memberAt(4, ownAccount());
}

/** Borrowers who have applied and sent a proof of their income. */
export async function newApplications(server: TestServer, howMany: number) {
  const borrowers: Borrower[] = [];
  for (let n = 0; n < howMany; n += 1) {
    const { borrower } = await applied(server);
    await proveIncome(server, borrower);
    borrowers.push(borrower);
  }
  return borrowers;
}

/** The borrowers submit their applications, after their income was reviewed. */
export async function submitApplications(server: TestServer, borrowers: readonly Borrower[]) {
  for (const { token } of borrowers) await server.ok(lending.audit, {}, { token });
}

const stranger = { fromBank: '808', fromAccount: '80800000001234' };

/**
 * Transfers of investors on this day. Those that find their owner by themselves come first; of the
 * others the result names the order numbers that an operator must type.
 */
export async function newReceipts(server: TestServer, { plain, stray }: Numbers) {
  const { place, placed, pay: payFor } = paymentsOn(server);
  const one = await placed(1_000, { amount: 500_000 });
  const order = (amount: number) => place(one.loanId, amount);
  for (let n = 0; n < plain; n += 1) await payFor(await order(2_000), 2_000);
  for (let n = 0; n < stray.exact; n += 1) await payFor(await order(3_000), 3_500, stranger);
  for (let n = 0; n < stray.byPayer; n += 1) {
    const investor = await boldInvestor(server, `00400999${String(n).padStart(6, '0')}`);
    const own = await place(one.loanId, 4_000, investor);
    const from = { fromBank: INVESTORS_BANK, fromAccount: investor.account };
    await payFor({ ...own, account: `1000000000000${n}` }, 4_000, from);
  }
  const byNumber: string[] = [];
  for (let n = 0; n < stray.byNumber; n += 1) {
    const own = await order(5_000);
    await payFor({ ...own, account: `2000000000000${n}` }, 5_500 + n, stranger);
    byNumber.push(own.orderId);
  }
  for (let n = 0; n < stray.returned; n += 1) {
    await payFor({ ...one, account: `3000000000000${n}` }, 777, stranger);
  }
  return { byNumber };
}
