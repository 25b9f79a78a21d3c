// Loans for tests in any state, which they reach by the same calls that people make.
import type { z } from 'zod';
import { demo } from '#contract/index.ts';
import { investing } from '#contract/investing/calls.ts';
import { lending } from '#contract/lending/calls.ts';
import type { applicationSchema } from '#contract/lending/loan-application.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import { verification } from '#contract/verification/calls.ts';
import sharp from 'sharp';
import {
  newOperator,
  newPhone,
  newPicture,
  newVerifiedMember,
  type Person,
} from '../../../tests/actors/people.ts';
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
  return { ...(await newVerifiedMember(server, { phone, purpose: 'borrow' })), phone };
}

type ApplicationInput = z.input<typeof applicationSchema>;

export function applicationOf(changed: Partial<ApplicationInput> = {}): ApplicationInput {
  return {
    plan: 'engineer',
    amount: 100_000,
    installment: 12,
    purpose: 3,
    job: {
      occupation: 301,
      company: '測試科技股份有限公司',
      title: '工程師',
      since: '2019-03',
      monthlyIncome: 60_000,
    },
    household: { maritalStatus: 1, dependents: 0, education: 4, housing: 4 },
    finance: {
      cardBanks: ['812'],
      cardBalance: 0,
      otherLoans: [],
      monthlyExpense: 20_000,
      lateIn12Months: false,
    },
    contact: { name: '林美華', relationship: 2, phone: '0922333444' },
    ...changed,
  };
}

/** Decides the open task of a kind about a subject; returns the refusal's code, or null. */
export async function decide(
  server: TestServer,
  operator: Person,
  kind: TaskKind,
  subjectId: string,
  decision: Record<string, unknown>,
): Promise<string | null> {
  const id = await openTaskId(server, kind, subjectId);
  const how = { token: operator.token };
  return (await server.ask(tasksOffice.decideTask, { id, ...decision }, how)).code;
}

export async function openTaskId(server: TestServer, kind: TaskKind, subjectId: string) {
  const [task] = await server.rows<{ id: string }>(
    `select id from tasks.task where kind = $1 and subject_id = $2 and status = 'open'`,
    [kind, subjectId],
  );
  if (!task) throw new Error(`no open ${kind} about ${subjectId}`);
  return task.id;
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
  const { data } = await server.ok(lending.apply, applicationOf(changed), how);
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

/** Creates a loan in status 50: fully paid by two investors. */
export async function funded(server: TestServer, office: Office, amount = 30_000) {
  const { borrower, loan } = await listed(server, office, amount);
  const investors = await fund(server, loan.id, amount);
  return { borrower, investors, loan: await loanOf(server, borrower) };
}

/** Makes two investors order the whole amount of a listed case and pay for it. */
export async function fund(server: TestServer, loanId: string, amount: number) {
  const investors = [await newInvestor(server), await newInvestor(server)];
  const shares = [10_000, amount - 10_000];
  for (const [i, investor] of investors.entries()) {
    const { data: order } = await server.ok(
      investing.quickApply,
      { id: loanId, invest_amount: shares[i] ?? 0, payment_mode: 1 },
      { token: investor.token },
    );
    await server.ok(demo.demonstration.bankTransfer, {
      virtualAccount: order.virtualAccount?.account ?? '',
      amount: order.amount,
      fromBank: '004',
      fromAccount: investor.account,
    });
  }
  await drain(server.services);
  return investors;
}

let accounts = 10_000_000;

async function newInvestor(server: TestServer): Promise<Person & { account: string }> {
  accounts += 7;
  const account = `0050${accounts}`;
  const investor = await newVerifiedMember(server, { purpose: 'invest', account });
  const how = { token: investor.token };
  const { data } = await server.ok(investing.suitability, {}, how);
  const answers = data.questions.map(({ options }) => options.length);
  await server.ok(investing.answerSuitability, { version: data.version, answers }, how);
  return { ...investor, account };
}

/** Returns the member's newest loan as the API returns it to them. */
export async function loanOf(server: TestServer, borrower: Person) {
  const { data } = await server.ok(lending.myLoans, {}, { token: borrower.token });
  const [loan] = data;
  if (!loan) throw new Error('no loan');
  return loan;
}

/** Returns a picture as the signature pad sends it; without `stroke` the picture is blank. */
export async function signature({ width = 600, height = 200, stroke = true } = {}) {
  const line = '<path d="M40 150C80 20 120 20 140 120S400 190 560 90" stroke="#112" ';
  const drawn = stroke ? `${line} stroke-width="6" fill="none"/>` : '';
  const size = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${drawn}</svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
