// What several people do together: verifying a member, listing a case, paying a loan out.
import { money } from '#contract/core/money.ts';
import { lending } from '#contract/lending/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { passDays } from './bank.ts';
import { type Client, Unexpected, createClient, until } from './client.ts';
import { type Order, applicationOf, contactOf, loanOf, payOrder, signContract } from './loan.ts';
import {
  type Account,
  type Person,
  type Purpose,
  fillIn,
  join,
  proveIncome,
  stepUp,
} from './member.ts';
import {
  type Operator,
  type OperatorAccount,
  about,
  decideAll,
  signInAtOffice,
} from './operator.ts';
import { photo, signature } from './pictures.ts';
import { type Random, randomOf } from './random.ts';
import type { Transport } from './transport.ts';

export type Stage = {
  client: Client;
  reviewer: Operator;
  approver: Operator;
  finance: Operator;
  random: Random;
  say: (line: string) => void;
};

type OperatorOf = Record<'reviewer' | 'approver' | 'finance', OperatorAccount>;

/** While the server is busy, each call is made up to this many times. */
const TRIES = 6;

/** Signs the three operators in, whose decisions every loan needs. */
export async function setStage(
  transport: Transport,
  accounts: (client: Client) => Promise<OperatorOf>,
  seed: number,
  say: (line: string) => void = () => {},
): Promise<Stage> {
  const client = createClient(transport, { tries: TRIES });
  const of = await accounts(client);
  const [reviewer, approver, finance] = await Promise.all([
    signInAtOffice(client, of.reviewer),
    signInAtOffice(client, of.approver),
    signInAtOffice(client, of.finance),
  ]);
  return { client, reviewer, approver, finance, random: randomOf(seed), say };
}

/** Employment and debts of a borrower, from which the scorecard calculates a grade. */
export type Worker = {
  plan: string;
  occupation: number;
  company: string;
  title: string;
  /** Month in which the employment began. */
  since: string;
  /** NT$; random if it is 0. */
  monthlyIncome: number;
  cardBalance: number;
};

export const engineer: Worker = {
  plan: 'engineer',
  occupation: 301,
  company: '溪畔科技股份有限公司',
  title: '工程師',
  since: '2019-03',
  monthlyIncome: 0,
  cardBalance: 0,
};

export type Terms = {
  amount: number;
  installment: number;
  annualRate: number;
  purpose: number;
  note: string;
  /** An engineer with some years of work by default. */
  worker?: Worker;
};

export const dollars = (amount: number) => `$ ${amount.toLocaleString('en-US')}`;

/** Completes the four steps of the verification, which then waits for a reviewer. */
export const giveFile = ({ client, random }: Stage, person: Person, worker = engineer) => {
  const { occupation, company, title } = worker;
  return fillIn(client, random, person, { occupation, company, jobTitle: title });
};

/** Registers and verifies one member, with the reviewer's approval. */
export async function verifiedMember(
  stage: Stage,
  purpose: Purpose,
  known?: Account & { terms?: Terms | undefined },
): Promise<Person> {
  const { client, random, reviewer, say } = stage;
  const person = await join(client, random, purpose, known);
  await giveFile(stage, person, known?.terms?.worker);
  const approve = { decision: 'approve' as const };
  const mine = about(person.id);
  const approved = await decideAll(client, reviewer, 'identity_review', approve, mine);
  if (approved !== 1) throw new Unexpected(`${approved} identity reviews for ${person.email}`);
  const role = purpose === 'borrow' ? '借款人' : '出資人';
  say(`${role} ${person.name}（${person.email}）完成身分驗證`);
  return person;
}

/** Applies with all documents and submits the application for review; returns the loan. */
export async function apply(stage: Stage, borrower: Person, terms: Terms) {
  const { client, random } = stage;
  const { token } = borrower;
  const earns = random.int(60, 120) * 1000;
  const { plan, cardBalance, ...job } = terms.worker ?? engineer;
  const monthlyIncome = job.monthlyIncome || earns;
  const { amount, installment, purpose, note: purposeNote } = terms;
  const { finance } = applicationOf();
  const application = applicationOf({
    plan,
    amount,
    installment,
    purpose,
    purposeNote,
    job: { ...job, monthlyIncome },
    finance: { ...finance, cardBalance, monthlyExpense: 22_000 },
    contact: contactOf(borrower),
  });
  await client.ok(lending.apply, application, { token });
  await proveIncome(client, borrower, monthlyIncome, await photo(random, 'image', 'salary'));
  await approveIncome(stage, borrower);
  await client.ok(lending.audit, {}, { token });
  return loanOf(client, borrower);
}

/** Approves the borrower's income proof, whatever the subject of its task is. */
async function approveIncome({ client, reviewer }: Stage, { token }: Person) {
  const { data } = await client.ok(verification.financialStatements, {}, { token });
  if (data.status === 3) return;
  const mine = about(...data.items.map(({ id }) => id));
  await decideAll(client, reviewer, 'financial_review', { decision: 'approve' }, mine);
}

/** Has two persons approve the loan, which then waits for the borrower's agreement. */
export async function approve(stage: Stage, borrower: Person, id: string, terms: Terms) {
  const { client, reviewer, approver } = stage;
  const { annualRate, installment: installments } = terms;
  const amount = money(terms.amount);
  const reason = '依收入與負債比核給';
  const offer = { decision: 'approve' as const, amount, annualRate, installments, reason };
  await decideAll(client, reviewer, 'loan_review', offer, about(id));
  await decideAll(client, approver, 'loan_approval', { decision: 'approve' }, about(id));
  const offered = await loanOf(client, borrower, id);
  if (offered.status !== 30) throw new Unexpected(`the loan is ${offered.status}, not approved`);
  return offered;
}

/** Takes a loan from the application to a case that is open for funding. */
export async function listCase(stage: Stage, borrower: Person, terms: Terms) {
  const { client, say } = stage;
  const { id, caseNo } = await apply(stage, borrower, terms);
  say(`送出申貸 ${caseNo}，${dollars(terms.amount)}，${terms.installment} 期`);
  const { instalment, apr, netPayout } = await approve(stage, borrower, id, terms);
  say(
    `核准：年化利率 ${terms.annualRate}%，每期 ${dollars(instalment ?? 0)}，` +
      `總費用年百分率 ${apr}%，實際撥款 ${dollars(netPayout ?? 0)}`,
  );
  await client.ok(lending.agreeToOffer, { id }, { token: borrower.token });
  say('借款人同意條件，案件開始募集');
  return loanOf(client, borrower, id);
}

/** Pays an order in `count` transfers of random size. */
export function payInParts(
  { client, random }: Stage,
  { bank }: Person,
  order: Order,
  count: number,
) {
  const parts: number[] = [];
  let left = order.amount - order.paidAmount;
  for (let part = count; part > 0; part -= 1) {
    const amount = part === 1 ? left : random.int(1, left - part + 1);
    left -= amount;
    parts.push(amount);
  }
  return payOrder(client, bank, order, parts);
}

/** The borrower signs with a fresh step-up; then two operators release the money. */
export async function signAndDisburse(stage: Stage, borrower: Person, loanId: string) {
  const { client, random, finance, approver, say } = stage;
  const { sha256 } = await signContract(client, borrower, await signature(random), () =>
    stepUp(client, borrower.phone, { token: borrower.token }),
  );
  say(`完成線上簽約，契約雜湊 ${sha256.slice(0, 16)}…`);
  const [mine, release] = [about(loanId), { decision: 'release' as const }];
  await decideAll(client, finance, 'disbursement_release', release, mine);
  await decideAll(client, approver, 'disbursement_check', { decision: 'approve' }, mine);
  const loan = await until('the disbursement', async () => {
    const now = await loanOf(client, borrower, loanId);
    return now.status === 60 ? now : null;
  });
  say(`銀行確認撥款 ${dollars(loan.netPayout ?? 0)}，開始還款`);
  return loan;
}

/** Releases and checks the payouts and refunds that are due; returns their count. */
export async function releaseMoney({ client, finance, approver }: Stage): Promise<number> {
  const release = { decision: 'release' as const };
  const payouts = await decideAll(client, finance, 'payout_release', release);
  const refunds = await decideAll(client, finance, 'refund_release', release);
  await decideAll(client, approver, 'payment_check', { decision: 'approve' });
  return payouts + refunds;
}

/** Advances the business date and releases the money that became due; returns the new date. */
export async function liveOn(stage: Stage, days: number): Promise<string> {
  const today = await passDays(stage.client, days);
  if ((await releaseMoney(stage)) > 0) await passDays(stage.client, 0);
  return today;
}
