// Loans in negotiation for tests, and the actions of operators and members on them.
import { expect } from 'vitest';
import { addDays, type Day } from '#contract/core/day.ts';
import { servicing } from '#contract/servicing/calls.ts';
import type { Decision } from '#contract/tasks/decisions.ts';
import {
  disburse,
  EXAMPLE,
  goTo,
  newTeam,
  schedule,
  signedLoan,
  statusOf,
  today,
  type TestLoan,
  type Terms,
} from './loans.ts';
import { newOperator, newPhone, newVerifiedMember, type Person, stepUp } from './people.ts';
import { decideTask } from './tasks.ts';
import type { TestServer } from '../server.ts';

export type Desk = {
  maker: Awaited<ReturnType<typeof newOperator>>;
  checker: Person;
  finance: Awaited<ReturnType<typeof newTeam>>;
};

export const newDesk = async (server: TestServer): Promise<Desk> => ({
  maker: await newOperator(server, ['reviewer', 'approver']),
  checker: await newOperator(server, ['approver']),
  finance: await newTeam(server),
});

export type Case = TestLoan & { account: string; phone: string };

/** Creates a loan whose first instalment is 31 days late, so that its poll is open. */
export async function violated(
  server: TestServer,
  desk: Desk,
  terms: Terms = EXAMPLE,
): Promise<Case> {
  const phone = newPhone();
  const borrower = await newVerifiedMember(server, { phone });
  const loan = await signedLoan(server, terms, { borrower });
  const account = await disburse(server, loan, desk.finance);
  const [first] = await schedule(server, loan.id);
  await goTo(server, addDays(first!.payableUntil, 31));
  expect((await statusOf(server, loan.id)).status).toBe(70);
  return { ...loan, account, phone };
}

/** Creates a loan whose first instalment is 31 days late and whose investors voted to negotiate. */
export async function negotiating(
  server: TestServer,
  desk: Desk,
  terms: Terms = EXAMPLE,
): Promise<Case> {
  const loan = await violated(server, desk, terms);
  for (const { token } of loan.investors) {
    const input = { loan_id: String(loan.id), answer: 1 as const };
    await server.ok(servicing.violationPoll, input, { token });
  }
  await goTo(server, addDays(today(server), 8));
  expect((await statusOf(server, loan.id)).status).toBe(75);
  return loan;
}

/**
 * Decides the open task of a kind on a loan; returns the code of the refusal, null if there is
 * none.
 */
export async function decideOn(
  server: TestServer,
  operator: Person,
  of: { kind: string; loanId: number },
  decision: Omit<Decision, 'id'>,
) {
  const task = { kind: of.kind, subjectId: of.loanId };
  const { code, body } = await decideTask(server, operator, task, decision);
  return code === null ? null : { code, ...(body as unknown as { fields?: object }) };
}

/**
 * Terms that may always be proposed: 6 %, 24 periods of which two are interest-only, and half the
 * charges waived.
 */
export const someTerms = (on: Day) => ({
  decision: 'propose',
  reason: '測試',
  annualRate: 6,
  installments: 24,
  graceMonths: 2,
  waive: { lateInterest: 50, penalty: 100 },
  firstDueOn: addDays(on, 30),
});

/**
 * Has one operator draft terms (unless `terms` is null, because they are drafted already) and
 * another approve them, so that the borrower has three days to answer.
 */
export async function offered(
  server: TestServer,
  desk: Desk,
  loan: Case,
  terms: Partial<ReturnType<typeof someTerms>> | null = {},
): Promise<void> {
  if (terms !== null) {
    const draft = { kind: 'negotiation_draft', loanId: loan.id };
    const wanted = { ...someTerms(today(server)), ...terms };
    expect(await decideOn(server, desk.maker, draft, wanted)).toBeNull();
  }
  const approval = { kind: 'negotiation_approval', loanId: loan.id };
  expect(await decideOn(server, desk.checker, approval, { decision: 'approve' })).toBeNull();
}

/** Agrees as the borrower with a fresh step-up. */
export async function agreed(server: TestServer, loan: Case) {
  await stepUp(server, loan.borrower, loan.phone);
  const { token } = loan.borrower;
  const { data } = await server.ok(
    servicing.agreeToNegotiation,
    { id: String(loan.id) },
    { token },
  );
  return data;
}

/** Agrees as an investor, the owner of an order. */
export const consent = (server: TestServer, loan: Case, i: number) =>
  server.ask(
    servicing.agreeAsInvestor,
    { invest_id: String(loan.orderIds[i]) },
    { token: loan.investors[i]!.token },
  );
