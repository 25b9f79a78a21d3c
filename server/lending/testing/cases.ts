// Test helpers that bring loans to any state by the same API calls as real users.
import { lending } from '#contract/lending/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import {
  type ApplicationInput,
  applicationOf,
  contactOf,
  loanOf,
  payOrder,
  placeOrder,
  signContract,
} from '../../../actors/loan.ts';
import { drawnSignature } from '../../../actors/pictures.ts';
import { boldInvestor, INVESTORS_BANK } from '../../../tests/actors/market.ts';
import {
  newOperator,
  newPhone,
  newPicture,
  newVerifiedMember,
  type Person,
  stepUp,
} from '../../../tests/actors/people.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import type { TestServer } from '../../../tests/server.ts';
import { drain } from '../../worker.ts';

export type Borrower = Person & { phone: string };
export type Office = { reviewer: Person; approver: Person; second: Person };

/** Creates signed-in operators: two reviewers, one of whom also approves, and an approver. */
export async function newOffice(server: TestServer): Promise<Office> {
  return {
    reviewer: await newOperator(server, ['reviewer']),
    approver: await newOperator(server, ['approver']),
    second: await newOperator(server, ['reviewer', 'approver']),
  };
}

export async function newBorrower(server: TestServer): Promise<Borrower> {
  const phone = newPhone();
  // Income and address give no reviewer a question: nobody else lives there.
  const address = { zip: '110', city: '臺北市', district: '信義區', road: `市府路 ${phone} 號` };
  const file = { phone, address, annualIncome: 3, purpose: 'borrow' as const };
  return { ...(await newVerifiedMember(server, file)), phone };
}

/** Submits an income proof; approves it if a reviewer is given. */
export async function proveIncome(server: TestServer, member: Person, reviewer?: Person) {
  const proof = { kind: 1, monthlyIncome: 60_000, from: '2026-08-01', to: '2026-10-31' };
  const { data } = await server.ok(verification.sendFinancialStatement, proof as never, {
    token: member.token,
    files: [await newPicture('image')],
  });
  if (!reviewer) return;
  const [task] = await server.rows<{ subject: string }>(
    `select subject_id as subject from tasks.task
     where kind = 'financial_review' and status = 'open' and subject_id in ($1, $2)`,
    [(data as { id: string }).id, member.id],
  );
  await decide(server, reviewer, 'financial_review', task?.subject ?? '', { decision: 'approve' });
}

/** Creates a loan in status 10: application submitted. */
export async function applied(server: TestServer, changed: Partial<ApplicationInput> = {}) {
  const borrower = await newBorrower(server);
  const how = { token: borrower.token };
  const { phone } = contactOf({ name: '王小明', phone: borrower.phone });
  const contact = { ...applicationOf().contact, phone };
  const { data } = await server.ok(lending.apply, applicationOf({ contact, ...changed }), how);
  return { borrower, loan: data };
}

/** Creates a loan in status 20: under review, with every document approved. */
export async function audited(
  server: TestServer,
  office: Office,
  changed: Partial<ApplicationInput> = {},
) {
  const { borrower, loan } = await applied(server, changed);
  await proveIncome(server, borrower, office.reviewer);
  const { data } = await server.ok(lending.audit, {}, { token: borrower.token });
  return { borrower, loan: { ...loan, ...data } };
}

export const terms = { decision: 'approve', amount: 100_000, annualRate: 9, installments: 12 };

/** Creates a loan in status 30: offered, by two operators. */
export async function offered(
  server: TestServer,
  office: Office,
  changed: Partial<ApplicationInput> = {},
  given: Partial<typeof terms> = {},
) {
  const { borrower, loan } = await audited(server, office, changed);
  const decision = { ...terms, ...given, reason: '依收入核給' };
  await decide(server, office.reviewer, 'loan_review', loan.id, decision);
  await decide(server, office.approver, 'loan_approval', loan.id, { decision: 'approve' });
  return { borrower, loan: await loanOf(server, borrower) };
}

/** Creates a loan in status 40: listed. */
export async function listed(
  server: TestServer,
  office: Office,
  amount = 100_000,
  changed: Partial<ApplicationInput> = {},
) {
  const { borrower, loan } = await offered(server, office, { ...changed, amount }, { amount });
  const how = { token: borrower.token };
  const { data } = await server.ok(lending.agreeToOffer, { id: loan.id }, how);
  return { borrower, loan: data };
}

/** Has the borrower agreed to the text in which nothing was said about the review. */
export const agreedBefore = (server: TestServer, loanId: string) =>
  server.rows(`update lending.consent set version = '2026-11' where loan_id = $1`, [loanId]);

/** Creates a loan in status 50: fully paid by two investors. */
export async function funded(server: TestServer, office: Office, amount = 30_000) {
  const { borrower, loan } = await listed(server, office, amount);
  const investors = await fund(server, loan.id, amount);
  return { borrower, investors, loan: await loanOf(server, borrower) };
}

/** Has the borrower of a funded loan sign its contract. */
export const sign = async (server: TestServer, borrower: Borrower) =>
  signContract(server, borrower, await signature(), () => stepUp(server, borrower, borrower.phone));

/** Makes two investors order the whole amount of a listed case and pay for it. */
export async function fund(server: TestServer, loanId: string, amount: number) {
  const investors = [
    await boldInvestor(server, newAccount()),
    await boldInvestor(server, newAccount()),
  ];
  const shares = [10_000, amount - 10_000];
  for (const [i, investor] of investors.entries()) {
    const order = await placeOrder(server, investor, loanId, shares[i] ?? 0);
    await payOrder(server, { bankCode: INVESTORS_BANK, account: investor.account }, order);
  }
  await drain(server.services);
  return investors;
}

let accounts = 10_000_000;

const newAccount = () => {
  accounts += 7;
  return `0050${accounts}`;
};

/** Returns a signature as the pad sends it; without `stroke` the picture is blank. */
export const signature = ({ width = 600, height = 200, stroke = true } = {}) =>
  drawnSignature(stroke ? 'M40 150C80 20 120 20 140 120S400 190 560 90' : '', { width, height });
