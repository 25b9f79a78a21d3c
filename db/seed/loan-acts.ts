// What happens to one of the demonstration's many loans, from the application to a recovery.
import { addDays, dayOf } from '#contract/core/day.ts';
import {
  add,
  type Money,
  minOf,
  money,
  percentOfBps,
  subtract,
  ZERO,
} from '#contract/core/money.ts';
import { lending } from '#contract/lending/calls.ts';
import type { servicing } from '#contract/servicing/calls.ts';
import { planSeeds } from '#contract/options.ts';
import { applicationOf, contactOf } from '../../actors/loan.ts';
import { signature } from '../../actors/pictures.ts';
import type { Random } from '../../actors/random.ts';
import type { Services } from '../../server/services.ts';
import { db } from '../../server/database/db.ts';
import { placeOrder } from '../../server/investing/order/writer.ts';
import { fundableCase } from '../../server/investing/queries.ts';
import { lendingActions } from '../../server/lending/actions.ts';
import { loanById } from '../../server/lending/front.ts';
import { apply } from '../../server/lending/application.ts';
import { sharesOf } from '../../server/lending/contract/contract-queries.ts';
import { signingWith } from '../../server/lending/contract/signing.ts';
import { audit } from '../../server/lending/review/submission.ts';
import { servicingActions } from '../../server/servicing/actions.ts';
import { ownPoll } from '../../server/servicing/negotiation/poll-queries.ts';
import { arrearsOf } from '../../server/servicing/late/arrears.ts';
import { accountOfLoan } from '../../server/servicing/late/late-queries.ts';
import { readBook } from '../../server/servicing/repayment/use-money.ts';
import {
  decideStatement,
  insertStatement,
} from '../../server/verification/documents/statement-queries.ts';
import { inWork } from '../../server/work.ts';
import {
  asMember,
  type Clerk,
  confirmByCode,
  decide,
  inSession,
  type Investor,
  openedSession,
} from './acts.ts';
import type { Someone, Wish } from './crowd.ts';

export type Borrower = Someone & { id: number };
export type Office = Record<'reviewer' | 'approver' | 'finance', Clerk>;

const ORDER_STEP = 1_000;
/** An investor puts at most this into one case, in NT$, which every suitability profile allows. */
const ORDER_MAX = 90_000;

/** Records an approved income proof and sends the application to review; returns the loan's id. */
export async function applyFor(
  services: Services,
  borrower: Borrower,
  wish: Wish,
): Promise<number> {
  const { plan, amount, installment, purpose, note, since, monthlyIncome, cardBalance } = wish;
  const { id: memberId, occupation, company, jobTitle: title } = borrower;
  await inWork(services, async ({ tx, today, now }) => {
    const period = { from: addDays(today, -90), to: today };
    const statement = { memberId, kind: 1, monthlyIncome, uploads: [], now, ...period };
    await decideStatement(tx, (await insertStatement(tx, statement)).id, 3, null);
  });
  const { finance } = applicationOf();
  const application = applicationOf({
    plan,
    amount,
    installment,
    purpose,
    purposeNote: note,
    job: { occupation, company, title, since, monthlyIncome },
    finance: { ...finance, cardBalance },
    contact: contactOf(borrower),
  });
  const input = lending.apply.input.parse(application);
  const { data } = await asMember<typeof lending.apply>(services, memberId, apply, input);
  await asMember<typeof lending.audit>(services, memberId, audit, {});
  return data.id;
}

/** Two operators approve what the scorecard suggests, or one rejects the application. */
export async function review(services: Services, office: Office, id: number): Promise<void> {
  const loan = await loanById(db(services.pool), id);
  const suggested = loan?.score as { amount: Money; rateBps: number } | null | undefined;
  if (!loan || !suggested || suggested.amount < 30_000) return reject(services, office, id);
  const plan = planSeeds.find(({ listName }) => listName === loan.planName);
  const { rateMinBps = suggested.rateBps, rateMaxBps = suggested.rateBps } = plan ?? {};
  const rateBps = Math.min(Math.max(suggested.rateBps, rateMinBps), rateMaxBps);
  await approve(services, office, id, {
    amount: minOf(loan.amount, suggested.amount),
    annualRate: percentOfBps(rateBps),
    installments: loan.installments,
  });
}

type Offered = { amount: Money; annualRate: number; installments: number };

/** One operator approves an application on these terms, and another agrees. */
export async function approve(
  services: Services,
  office: Office,
  id: number,
  offered: Offered,
): Promise<void> {
  const why = { reason: '依評分與負債比核給' };
  const decision = { decision: 'approve', ...offered, ...why };
  await decide(services, office.reviewer, 'loan_review', id, decision);
  await decide(services, office.approver, 'loan_approval', id, { decision: 'approve' });
}

export async function reject(services: Services, office: Office, id: number): Promise<void> {
  const why = { reason: '目前負債占收入比例偏高', reasonCode: 'DEBT_RATIO' };
  await decide(services, office.reviewer, 'loan_review', id, { decision: 'reject', ...why });
}

export async function agree(services: Services, { id: memberId }: Borrower, id: number) {
  const { agreeToOffer } = lendingActions;
  await asMember<typeof lending.agreeToOffer>(services, memberId, agreeToOffer, { id });
}

export async function withdraw(services: Services, { id: memberId }: Borrower, id: number) {
  const input = { id, reason: '已另有資金安排' };
  await asMember<typeof lending.cancelLoan>(services, memberId, lendingActions.cancelLoan, input);
}

/** Splits an amount among as few investors as the limit allows, in amounts that differ. */
function partsOf(amount: number, from: number): number[] {
  const count = Math.max(2, Math.ceil(amount / (ORDER_MAX * 0.85)));
  const units = Math.floor(amount / ORDER_STEP);
  const weights = Array.from({ length: count }, (_, k) => 3 + ((from * 7 + k * 5) % 4));
  const whole = weights.reduce((all, weight) => all + weight, 0);
  const parts = weights.map((weight) => Math.floor((units * weight) / whole));
  parts[0] = (parts[0] ?? 0) + units - parts.reduce((all, part) => all + part, 0);
  return parts.filter((part) => part > 0).map((part) => part * ORDER_STEP);
}

/** Investors order and pay until the case is funded by `part`; `from` chooses who. */
export async function fund(
  services: Services,
  investors: readonly Investor[],
  id: number,
  { part, from }: { part: number; from: number },
): Promise<void> {
  const loan = await loanById(db(services.pool), id);
  if (loan?.status !== 40) return;
  const open = await fundableCase(db(services.pool), id);
  const target = part >= 1 ? loan.amount : Math.floor((loan.amount * part) / 1000) * 1000;
  const parts = partsOf(subtract(money(target), open?.paid ?? ZERO), from);
  const orders = await Promise.all(
    parts.map((amount, k) => {
      const investor = investors[(from + k) % investors.length] as Investor;
      const request = { token: investor.token, loanId: id, amount, mode: 1, key: null };
      return placeOrder(services, request).then((order) => ({ order, investor }));
    }),
  );
  for (const { order, investor } of orders) {
    await transfer(services, order.virtualAccount?.account, order.amount, investor.bank);
  }
}

/** An investor orders an amount of a case and pays for it in these parts, or not yet. */
export async function orderAndPay(
  services: Services,
  { token, bank }: Investor,
  { id, amount }: { id: number; amount: number },
  parts: readonly number[],
): Promise<void> {
  const order = await placeOrder(services, { token, loanId: id, amount, mode: 1, key: null });
  for (const part of parts) await transfer(services, order.virtualAccount?.account, part, bank);
}

/** Pays into a virtual account at the bank, which reports the money with its next report. */
async function transfer(
  services: Services,
  virtualAccount: string | undefined,
  amount: number,
  { bankCode, account }: Someone['bank'],
): Promise<void> {
  if (virtualAccount === undefined || !services.demonstration) throw new Error('no account');
  const from = { fromBank: bankCode, fromAccount: account };
  await services.demonstration.bank.lodge({ virtualAccount, amount, ...from });
}

/** The job of a minute seals the extracts after the start. */
const signWithoutExtracts = signingWith(0);

/** The borrower signs, and two operators release the money. */
export async function sign(
  services: Services,
  { borrower, office }: { borrower: Borrower; office: Office },
  id: number,
  random: Random,
): Promise<void> {
  const loan = await loanById(db(services.pool), id);
  if (loan?.status !== 50) return;
  const token = await openedSession(services, borrower.id);
  const { stylemap } = lendingActions;
  const drawn = { stylemap: await signature(random) };
  await inSession<typeof lending.stylemap>(services, token, stylemap, drawn);
  await confirmByCode(services, token, `SMS-${random.int(100_000, 999_999)}`);
  await inSession<typeof lending.signContract>(services, token, signWithoutExtracts, {});
  await decide(services, office.finance, 'disbursement_release', id, { decision: 'release' });
  await decide(services, office.approver, 'disbursement_check', id, { decision: 'approve' });
}

/** The bank sends a disbursement back; an operator has the borrower correct the account. */
export async function sendBack(services: Services, office: Office, id: number): Promise<void> {
  const returned = await services.demonstration?.bank.returnPayment(`disbursement-${id}-1`);
  if (!returned) throw new Error(`loan ${id} has no disbursement to send back`);
  const reason = '已與借款人核對撥款帳戶，原帳戶已恢復正常';
  await decide(services, office.finance, 'attention', id, { decision: 'done', reason });
}

/** Pays an amount into the loan's account; without one, everything that is due with its charges. */
export async function pay(
  services: Services,
  borrower: Borrower,
  id: number,
  amount?: Money,
): Promise<void> {
  const tx = db(services.pool);
  const book = await readBook(tx, id);
  if (!book || [50, 90].includes(book.status)) return;
  const today = dayOf(services.clock.now());
  const due = arrearsOf(book.instalments, book.rateBps, today);
  const whole = subtract(add(due.amount, due.lateInterest, due.penalty), book.prepaid);
  const account = await accountOfLoan(tx, id);
  const wanted = amount ?? whole;
  if (wanted > 0) await transfer(services, account?.account, wanted, borrower.bank);
}

/** Instructs a prepayment and pays it: of the whole loan, or of an amount of its principal. */
export async function prepay(
  services: Services,
  borrower: Borrower,
  id: number,
  amount?: Money,
): Promise<void> {
  const tx = db(services.pool);
  const loan = await loanById(tx, id);
  if (loan?.status !== 60) return;
  const { instructPrepayment } = servicingActions;
  const input =
    amount === undefined
      ? { id, kind: 'full' as const }
      : { id, kind: 'partial' as const, amount, mode: 'shortenTerm' as const };
  const { data } = await asMember<typeof servicing.instructPrepayment>(
    services,
    borrower.id,
    instructPrepayment,
    input,
  );
  const account = await accountOfLoan(tx, id);
  if (data.total > 0) await transfer(services, account?.account, data.total, borrower.bank);
}

/**
 * All investors of a loan whose poll is open, and who have not voted yet, vote alike: 1 to
 * negotiate, 2 for legal proceedings.
 */
export async function vote(services: Services, id: number, answer: 1 | 2): Promise<void> {
  const tx = db(services.pool);
  const voters = new Set((await sharesOf(tx, id)).map(({ memberId }) => memberId));
  const { violationPoll } = servicingActions;
  for (const voter of voters) {
    const poll = await ownPoll(tx, id, voter);
    if (poll?.status !== 'open' || poll.answer !== null) continue;
    const ballot = { loan_id: id, answer };
    await asMember<typeof servicing.violationPoll>(services, voter, violationPoll, ballot);
  }
}

/** Two operators offer the borrower of a loan in negotiation lower instalments. */
export async function proposeTerms(services: Services, office: Office, id: number): Promise<void> {
  const today = dayOf(services.clock.now());
  await decide(services, office.reviewer, 'negotiation_draft', id, {
    decision: 'propose',
    reason: '收入減少，延長期數並減免部分費用',
    annualRate: 6,
    installments: 24,
    graceMonths: 2,
    firstDueOn: addDays(today, 30),
    waive: { lateInterest: 50, penalty: 100 },
  });
  await decide(services, office.approver, 'negotiation_approval', id, { decision: 'approve' });
}

/** One operator proposes to write off a loan that is long overdue, and another approves. */
export async function writeOff(services: Services, office: Office, id: number): Promise<void> {
  const propose = { decision: 'propose', reason: '強制執行無足額財產可供清償' };
  if (await decide(services, office.finance, 'write_off', id, propose)) {
    await decide(services, office.approver, 'write_off', id, { decision: 'approve' });
  }
}
