// First half of the story: from an application to the disbursement at the borrower's bank.
import { type Client, Unexpected, until } from './client.ts';
import { type Person, fillIn, join, proveIncome, stepUp } from './member.ts';
import { decideAll } from './office.ts';
import { type Random, signature } from './people.ts';

/** Employment and debts of a borrower, from which the scorecard calculates a grade. */
export type Worker = {
  plan: string;
  occupation: number;
  company: string;
  title: string;
  /** Month in which the employment began. */
  since: string;
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

export type Stage = {
  site: Client;
  reviewer: Client;
  approver: Client;
  finance: Client;
  random: Random;
  say: (line: string) => void;
};

export type Loan = {
  id: string;
  caseNo: string;
  status: number;
  amount: number;
  instalment: number;
  netPayout: number;
  apr: number;
  platformFee: number;
  fundedAmount: number;
  prepaid: number;
  outstandingPrincipal: number;
  virtualAccount: { account: string } | null;
  nextDue: {
    no: number;
    dueOn: string;
    payableUntil: string;
    amount: number;
    daysLeft: number;
  } | null;
  overdue: { lateDays: number; amount: number; lateInterest: number; penalty: number } | null;
  schedule: { no: number; dueOn: string; principal: number; interest: number; total: number }[];
};
type Order = {
  id: string;
  amount: number;
  status: number;
  paidAmount: number;
  virtualAccount: { account: string };
};

export const dollars = (amount: number) => `$ ${amount.toLocaleString('en-US')}`;

export async function loanOf({ client }: Person, id?: string): Promise<Loan> {
  const { data } = await client.get<{ data: Loan[] }>('/v1/me/loan');
  const loan = id ? data.find((one) => one.id === id) : data[0];
  if (!loan) throw new Unexpected('the borrower has no such loan');
  return loan;
}

/** Registers and verifies one member, with the reviewer's approval. */
export async function verifiedMember(
  stage: Stage,
  purpose: 'borrow' | 'invest',
  known?: { email: string; password: string; terms?: Terms | undefined },
): Promise<Person> {
  const { site, random, reviewer, say } = stage;
  const person = await join(site, random, purpose, known);
  await fillIn(site, random, person, known?.terms?.worker ?? engineer);
  const approved = await decideAll(
    reviewer,
    'identity_review',
    { decision: 'approve' },
    ({ subject }) => subject.id === person.id,
  );
  if (approved !== 1) throw new Unexpected(`${approved} identity reviews for ${person.email}`);
  say(
    `${purpose === 'borrow' ? '借款人' : '出資人'} ${person.name}（${person.email}）完成身分驗證`,
  );
  return person;
}

export type Terms = {
  amount: number;
  installment: number;
  annualRate: number;
  purpose: number;
  note: string;
  /** An engineer with some years of work by default. */
  worker?: Worker;
};

/** Applies with all documents and submits the application for review; returns the loan. */
export async function apply(stage: Stage, borrower: Person, terms: Terms): Promise<Loan> {
  const { random } = stage;
  const { client } = borrower;
  const earns = random.int(60, 120) * 1000;
  const { plan, occupation, company, title, since, cardBalance, ...worker } =
    terms.worker ?? engineer;
  const monthlyIncome = worker.monthlyIncome || earns;
  await client.post('/v1/loan/apply', {
    plan,
    amount: terms.amount,
    installment: terms.installment,
    purpose: terms.purpose,
    purposeNote: terms.note,
    job: { occupation, company, title, since, monthlyIncome },
    household: { maritalStatus: 1, dependents: 0, education: 4, housing: 4 },
    finance: {
      cardBanks: ['812'],
      cardBalance,
      otherLoans: [],
      monthlyExpense: 22_000,
      lateIn12Months: false,
    },
    contact: { name: '林美華', relationship: 2, phone: '0922333444' },
  });
  await proveIncome(stage.site, random, borrower, monthlyIncome);
  await approveIncome(stage, borrower);
  await client.post('/v1/loan/audit');
  return loanOf(borrower);
}

/** Has two persons approve the loan, which then waits for the borrower's agreement. */
export async function approve(stage: Stage, borrower: Person, id: string, terms: Terms) {
  const { reviewer, approver } = stage;
  const ofLoan = ({ subject }: { subject: { id: string } }) => subject.id === id;
  const decision = {
    decision: 'approve',
    amount: terms.amount,
    annualRate: terms.annualRate,
    installments: terms.installment,
    reason: '依收入與負債比核給',
  };
  await decideAll(reviewer, 'loan_review', decision, ofLoan);
  await decideAll(approver, 'loan_approval', { decision: 'approve' }, ofLoan);
  const offered = await loanOf(borrower, id);
  if (offered.status !== 30) throw new Unexpected(`the loan is ${offered.status}, not approved`);
  return offered;
}

/** Takes a loan from the application to a case that is open for funding. */
export async function listCase(stage: Stage, borrower: Person, terms: Terms): Promise<Loan> {
  const { say } = stage;
  const { id, caseNo } = await apply(stage, borrower, terms);
  say(`送出申貸 ${caseNo}，${dollars(terms.amount)}，${terms.installment} 期`);
  const offered = await approve(stage, borrower, id, terms);
  say(
    `核准：年化利率 ${terms.annualRate}%，每期 ${dollars(offered.instalment)}，` +
      `總費用年百分率 ${offered.apr}%，實際撥款 ${dollars(offered.netPayout)}`,
  );
  await borrower.client.post('/v1/me/loan/agree', { id });
  say('借款人同意條件，案件開始募集');
  return loanOf(borrower, id);
}

/** Approves the borrower's income proof, whatever the subject of its task is. */
async function approveIncome({ reviewer }: Stage, borrower: Person) {
  const { data } = await borrower.client.get<{ data: { status: number; items: { id: string }[] } }>(
    '/v1/me/loan/financial-statement',
  );
  if (data.status === 3) return;
  const ids = new Set(data.items.map(({ id }) => id));
  await decideAll(reviewer, 'financial_review', { decision: 'approve' }, ({ subject }) =>
    ids.has(subject.id),
  );
}

/** Pays an order at the sandbox bank from the investor's own account, in `parts` transfers. */
export async function payOrder(stage: Stage, investor: Person, order: Order, parts: number) {
  const { site, random } = stage;
  let left = order.amount - order.paidAmount;
  for (let part = parts; part > 0; part -= 1) {
    const amount = part === 1 ? left : random.int(1, left - part + 1);
    left -= amount;
    await site.post('/dev/bank/transfer', {
      virtualAccount: order.virtualAccount.account,
      amount,
      fromBank: investor.bank.bankCode,
      fromAccount: investor.bank.account,
    });
  }
}

/** Reserves an amount of the case; returns the order with its virtual account. */
export async function reserve(investor: Person, loanId: string, amount: number): Promise<Order> {
  const { data } = await investor.client.post<{ data: Order }>('/v1/invest/quick-apply', {
    id: loanId,
    invest_amount: amount,
    payment_mode: 1,
  });
  return data;
}

/** Answers the questionnaire so that the profile has the highest risk tolerance. */
export async function assess(investor: Person) {
  const { data } = await investor.client.get<{
    data: { version: number; questions: { options: string[] }[] };
  }>('/v1/me/suitability');
  await investor.client.post('/v1/me/suitability', {
    version: data.version,
    answers: data.questions.map(({ options }) => options.length),
  });
}

/** Returns random shares of the target in multiples of NT$1,000, each at least 5,000. */
export function sharesOf(random: Random, target: number, count: number): number[] {
  const shares = Array.from({ length: count }, () => 5);
  for (let left = target / 1000 - 5 * count; left > 0; left -= 1) {
    const k = random.int(0, count - 1);
    if ((shares[k] as number) < 55) shares[k] = (shares[k] as number) + 1;
    else left += 1;
  }
  return shares.map((thousands) => thousands * 1000);
}

/**
 * Signs the contract: shows a specimen signature, reads the contract, steps the session up, and has
 * the PDF sealed; then two operators release the money.
 */
export async function signAndDisburse(stage: Stage, borrower: Person, loanId: string) {
  const { site, random, finance, approver, say } = stage;
  const { client } = borrower;
  await client.post('/v1/me/loan/stylemap', { stylemap: await signature(random) });
  const draft = await client.bytes('/v1/me/loan/contract');
  if (!draft.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Unexpected('no PDF');
  await stepUp(site, borrower);
  const { data: signed } = await client.post<{ data: { sha256: string } }>(
    '/v1/me/loan/sign-contract',
  );
  say(`完成線上簽約，契約雜湊 ${signed.sha256.slice(0, 16)}…`);
  const ofLoan = ({ subject }: { subject: { id: string } }) => subject.id === loanId;
  await decideAll(finance, 'disbursement_release', { decision: 'release' }, ofLoan);
  await decideAll(approver, 'disbursement_check', { decision: 'approve' }, ofLoan);
  const loan = await until('the disbursement', async () => {
    const now = await loanOf(borrower, loanId);
    return now.status === 60 ? now : null;
  });
  say(`銀行確認撥款 ${dollars(loan.netPayout)}，開始還款`);
  return loan;
}
