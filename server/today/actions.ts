// The call of 今天: asks the features what they know of the member, and tells the facts.
import { addBusinessDays, addDays, addMonths, day, type Day, dayOf } from '#contract/core/day.ts';
import type { Output } from '#contract/core/endpoint.ts';
import { money } from '#contract/core/money.ts';
import type { ServerLoan } from '#contract/lending/calls.ts';
import { isLoanOver, type LoanStatus } from '#contract/lending/loan-status.ts';
import type { today as calls } from '#contract/today/calls.ts';
import { compareFacts } from '#contract/today/facts.ts';
import { laddersOf } from '#contract/today/ladder.ts';
import type { Actions, Context } from '../call.ts';
import { suitabilityOf } from '../investing/front.ts';
import {
  expectedUntil,
  openOrders,
  receivedByMonth,
  standingOf,
  waitingOf,
} from '../portfolio/front.ts';
import {
  calendarOf,
  loanDraft,
  loansOfMember,
  loanViews,
  qualification,
} from '../lending/front.ts';
import { borrowerView } from '../servicing/front.ts';
import {
  awaitedAccount,
  financialStatusOf,
  nameOfMember,
  submittedAtOf,
} from '../verification/front.ts';
import { heldTextOf } from '../identity/front.ts';
import { overviewOf } from '../mandates/front.ts';
import { borrowedRiver, comingOf, lentRiver } from './coming.ts';
import { newestNotices } from './queries.ts';
import {
  endedFact,
  fileFacts,
  type FileState,
  type LoanContext,
  loanFacts,
  openCards,
  orderFact,
  rightFacts,
  type ServerFact,
  standingOfMember,
  statementFact,
} from './facts.ts';
import { logDamage } from '../each-one.ts';

type Reading = Context<typeof calls.myToday>;

/** Business days in which a verification is promised to be reviewed. */
const REVIEW_BUSINESS_DAYS = 1;
/** Orders under way of which the newest are told. */
const ORDERS_MAX = 30;
/** Notices among which the cards of a login are; older ones have been replaced by others. */
const NOTICES_MAX = 50;

/** Returns the day by which the review of the verification is promised; null once it has passed. */
async function answerByOf({ tx, member, today }: Reading): Promise<Day | null> {
  const submittedAt = member.status === 1 ? await submittedAtOf(tx, member.id) : null;
  if (!submittedAt) return null;
  const by = addBusinessDays(dayOf(submittedAt), REVIEW_BUSINESS_DAYS, await calendarOf(tx));
  return by < today ? null : by;
}

/** Reads a text that may be damaged, without which the page still says everything else. */
async function readable<Text>({ services, member }: Reading, read: () => Promise<Text | null>) {
  try {
    return await read();
  } catch (error) {
    logDamage(services.log, error, { memberId: member.id }, 'a text of the home page is damaged');
    return null;
  }
}

async function fileOf(
  context: Reading,
  loans: readonly ServerLoan[],
  hasOrders: boolean,
): Promise<FileState> {
  const { tx, member, today } = context;
  const hasApplication = loans.some(({ status }) => !isLoanOver(status as LoanStatus));
  // The draft is for the member in person, so an operator who looks does not learn of it.
  const draft =
    hasApplication || member.impersonation
      ? null
      : await readable(context, async () => (await loanDraft(context, {})).data);
  const hasBorrowed = loans.some(({ disbursedOn }) => disbursedOn !== null);
  const isNew = member.status === 3 && !hasApplication && !hasBorrowed;
  const profile = await suitabilityOf(tx, member.id);
  const qualified = isNew ? await readable(context, () => qualification(context, {})) : null;
  return {
    purpose: member.purpose,
    stage: member.stage,
    status: member.status,
    answerBy: await answerByOf(context),
    income: await financialStatusOf(tx, member.id),
    profileUntil: profile?.validUntil ?? null,
    hasDraft: (draft?.reached ?? 0) > 0,
    mayApply: qualified?.data.qualified ?? false,
    hasApplication,
    hasOrders,
    awaitsAccount: await awaitedAccount(tx, member.id),
    today,
  };
}

const isTroubled = ({ status }: ServerLoan) => status >= 61 && status <= 80;

/** Returns what a loan's facts depend on besides its view. */
async function contextOf(context: Reading, loan: ServerLoan): Promise<LoanContext> {
  const { today, member } = context;
  const isFileReviewed = member.status === 1;
  const negotiation = isTroubled(loan) ? await borrowerView(context, loan.id) : null;
  const mandate = loan.status === 60 ? await overviewOf(context, member.id) : null;
  const next = mandate?.next;
  const proposal = negotiation?.proposal;
  const answerBy = proposal?.status === 'agreed' ? proposal.investorsBy : proposal?.borrowerBy;
  const newest = mandate?.debits.find(
    ({ loanId, no }) => loanId === loan.id && no === loan.nextDue?.no,
  );
  return {
    late: negotiation && {
      status: loan.status,
      notice: loan.notice,
      isRequested: negotiation.request !== null,
      proposal: proposal?.status ?? null,
      hasFailed: negotiation.hasFailed,
      today,
    },
    answerBy: answerBy ? dayOf(answerBy) : null,
    debit:
      next?.caseNo === loan.caseNo
        ? { amount: money(next.amount), debitOn: day(next.debitOn) }
        : null,
    hasDebitFailed: newest?.status === 'refused' && newest.retryOn === null,
    isFileReviewed,
    fileAnswerBy: await answerByOf(context),
    today,
  };
}

async function loansFacts(
  context: Reading,
  loans: readonly ServerLoan[],
  newest: { statusAt: Date } | undefined,
): Promise<ServerFact[]> {
  const current = loans.filter(({ status }) => !isLoanOver(status as LoanStatus));
  const facts: ServerFact[] = [];
  for (const loan of current) facts.push(...loanFacts(loan, await contextOf(context, loan)));
  const [last] = loans;
  const ended =
    current.length === 0 && last && newest
      ? endedFact(last, dayOf(newest.statusAt), context.today)
      : null;
  return ended ? [...facts, ended] : facts;
}

/** Returns what the member has lent: orders, votes, the last statement, and the money. */
async function lentOf(context: Reading) {
  const { tx, member, now, today } = context;
  const orders = await openOrders(tx, member.id, ORDERS_MAX);
  const held = await standingOf(tx, member.id);
  const acts = await waitingOf(tx, member.id, now);
  const { expected } = await expectedUntil(tx, member.id, addMonths(today, 12));
  const thisMonth = day(`${today.slice(0, 7)}-01`);
  const lastMonth = addDays(thisMonth, -1).slice(0, 7);
  const came = await receivedByMonth(tx, member.id, day(`${lastMonth}-01`));
  const statement = statementFact(
    came.some(({ month }) => month === lastMonth),
    today,
  );
  const rights = rightFacts(acts);
  // A vote or an agreement says what an order's state is.
  const others = orders.filter((row) => !rights.some(({ id }) => id === row.id));
  const facts = [
    ...others.flatMap((row) => orderFact(row, now) ?? []),
    ...rights,
    ...(statement ? [statement] : []),
  ];
  return { orders, held, expected, facts, river: lentRiver(held, expected) };
}

/** The verified name; null before the verification. */
const nameOf = (context: Reading): Promise<string | null> =>
  readable(context, async () =>
    context.member.status === 3
      ? nameOfMember(context.tx, context.services, context.member.id)
      : null,
  );

export const todayActions: Actions<{ today: typeof calls }>['today'] = {
  async myToday(context): Promise<Output<typeof calls.myToday>> {
    const { tx, member, today } = context;
    const rows = await loansOfMember(tx, member.id);
    const loans = await loanViews(context, rows);
    const lent = await lentOf(context);
    const hasLent = lent.river !== null;
    const file = await fileOf(context, loans, lent.orders.length > 0 || hasLent);
    const facts = [
      ...(await loansFacts(context, loans, rows[0])),
      ...lent.facts,
      ...fileFacts(file),
    ].toSorted(compareFacts);
    const current = loans.filter(({ status }) => !isLoanOver(status as LoanStatus));
    const borrowed = current.flatMap((loan) => borrowedRiver(loan) ?? []);
    const { orders } = lent;
    const standing = standingOfMember({ file, loans, orders, hasLent });
    return {
      data: {
        name: await nameOf(context),
        heldText: await heldTextOf(tx, member.id),
        facts,
        coming: comingOf(lent.expected, current[0], today),
        rivers: [...borrowed, ...(lent.river ? [lent.river] : [])],
        ladders: laddersOf(standing),
        cards: openCards(await newestNotices(tx, member.id, NOTICES_MAX), facts),
      },
    };
  },
};
