// Creates debits: of instalments on their bank day, of orders soon after they were placed, and the
// second attempt after a refusal; and tells members beforehand.
import {
  addDays,
  type Calendar,
  type Day,
  dayOf,
  formatDay,
  onOrAfterBusinessDay,
} from '#contract/core/day.ts';
import { formatMoney, isPositive, type Money } from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { withdrawnText, type WithdrawnReason } from '#contract/mandates/status.ts';
import type { Services } from '../services.ts';
import type { Due } from '../jobs/job.ts';
import { type Tx, db, lockLoan } from '../database/db.ts';
import { finds } from '../database/finds.ts';
import { eachOne } from '../each-one.ts';
import { calendarOf } from '../lending/front.ts';
import { tell } from '../notices/front.ts';
import { readBook } from '../servicing/front.ts';
import { recordMove } from '../tasks/front.ts';
import { type Work, inWork } from '../work.ts';
import {
  type Collectable,
  type DebitRow,
  debitsToRetry,
  insertDebit,
  instalmentsToDebit,
  isInstalmentUnpaid,
  lockDebit,
  type NewDebit,
  ordersToDebit,
  orderToDebit,
  renewDebit,
} from './debit-queries.ts';
import { accountText } from './moving.ts';
import { lockMandate, lockLiveMandate, type MandateRow } from './queries.ts';
import { BY_MANDATE, DEBITED_LOANS, owedForInstalment } from './rules.ts';
import { noticeKinds } from './words.ts';

/** Days for which a missed job makes up; an older instalment is left to the borrower. */
const MAKE_UP_DAYS = 5;

/** What a debit pays, as members read it. */
export const debitText = (of: Pick<DebitRow, 'caseNo' | 'no' | 'orderId'>): string =>
  of.orderId === null ? `案號 ${of.caseNo} 第 ${of.no} 期` : `出資訂單 ${orderNoOf(of.orderId)}`;

/**
 * Inserts a debit of this attempt unless it exists, or lets the withdrawn one of an order wait
 * again, and tells the member if it is not sent.
 */
async function createDebit(work: Work, debit: NewDebit & { caseNo: string }): Promise<void> {
  const { orderId } = debit;
  const renewed = orderId === null ? null : await renewDebit(work.tx, { ...debit, orderId });
  const created = renewed ?? (await insertDebit(work.tx, debit));
  if (!created) return;
  const status = debit.withdrawn === null ? 'pending' : 'withdrawn';
  await recordMove(work, {
    subject: { type: 'debit', id: created.id },
    action: debit.withdrawn === null ? 'debit.created' : 'debit.withdrawn',
    from: renewed ? 'withdrawn' : null,
    to: status,
    snapshot: {
      mandate: debit.mandateId,
      loan: debit.loanId,
      no: debit.no,
      order: debit.orderId,
      amount: debit.amount,
      attempt: debit.attempt,
    },
  });
  if (debit.withdrawn !== null) await tellNotDebited(work, debit, debit.withdrawn);
}

/** Tells a member that what the mandate would have paid is left to them. */
export async function tellNotDebited(
  work: Work,
  debit: Pick<DebitRow, 'memberId' | 'amount' | 'caseNo' | 'no' | 'orderId'>,
  why: WithdrawnReason,
): Promise<void> {
  const values = { what: debitText(debit), amount: formatMoney(debit.amount) };
  const reason = withdrawnText[why];
  await tell(work, debit.memberId, noticeKinds.notDebited({ ...values, reason }));
}

const ceilingReason = ({ ceiling }: MandateRow, amount: Money): WithdrawnReason | null =>
  amount > ceiling ? 'ceiling' : null;

/** Creates the debit of one instalment under the loan's lock, if it is still owed. */
async function debitInstalment(
  work: Work,
  { loanId, version, no, mandateId }: Collectable,
  attempt: 1 | 2,
): Promise<void> {
  const { tx, today, now } = work;
  await lockLoan(tx, loanId);
  const book = await readBook(tx, loanId);
  const isUnpaid = await isInstalmentUnpaid(tx, { loanId, version, no });
  if (!book || !isUnpaid || !DEBITED_LOANS.includes(book.status)) return;
  const amount = owedForInstalment(book, no, today);
  const mandate = await lockMandate(tx, mandateId);
  if (!isPositive(amount) || mandate?.status !== 'active') return;
  await createDebit(work, {
    mandateId,
    memberId: book.memberId,
    subject: 'instalment',
    loanId,
    version,
    no,
    orderId: null,
    caseNo: book.caseNo,
    attempt,
    amount,
    debitOn: today,
    now,
    withdrawn: ceilingReason(mandate, amount),
  });
}

const dueToday = (tx: Tx, today: Day) =>
  instalmentsToDebit(tx, { from: addDays(today, -MAKE_UP_DAYS), to: today }, DEBITED_LOANS);

export const debitInstalmentsDue: Due = ({ services, today }) =>
  services.config.bank.creditor ? [finds((tx) => dueToday(tx, today))] : [];

/**
 * Debits the instalments whose bank day is today. It runs after prepaid money was used, so that
 * the amount is what is still owed. On a day without banks nothing is debited.
 */
export async function debitInstalments(services: Services): Promise<void> {
  if (!services.config.bank.creditor) return;
  const found = await inWork(services, async ({ tx, today }) => {
    if (onOrAfterBusinessDay(today, await calendarOf(tx)) !== today) return [];
    return dueToday(tx, today);
  });
  await eachOne(services, found, (due) =>
    inWork(services, (work) => debitInstalment(work, due, 1)),
  );
}

/** Tries refused debits once more, with the amount that is owed now. */
export async function retryDebits(services: Services): Promise<void> {
  const found = await inWork(services, async ({ tx, today }) => {
    if (onOrAfterBusinessDay(today, await calendarOf(tx)) !== today) return [];
    return debitsToRetry(tx, today);
  });
  await eachOne(services, found, ({ id, loanId }) =>
    inWork(services, async (work) => {
      await lockLoan(work.tx, loanId);
      const { version, no, orderId, mandateId } = await lockDebit(work.tx, id);
      if (orderId !== null) return debitOrder(work, { orderId, loanId }, 2);
      return debitInstalment(work, { loanId, version: version!, no: no!, mandateId }, 2);
    }),
  );
}

/** The bank day of an order's debit; null if the order expires before it. */
export function orderDebitDay(today: Day, payBy: Date, calendar: Calendar): Day | null {
  const on = onOrAfterBusinessDay(today, calendar);
  return on <= dayOf(payBy) ? on : null;
}

async function debitOrder(
  work: Work,
  { orderId, loanId }: { orderId: number; loanId: number },
  attempt: 1 | 2,
): Promise<void> {
  const { tx, today, now } = work;
  await lockLoan(tx, loanId);
  const order = await orderToDebit(tx, orderId);
  if (order?.mode !== BY_MANDATE || ![0, 5].includes(order.stored) || order.payBy <= now) return;
  const mandate = await lockLiveMandate(tx, order.memberId);
  if (mandate?.status !== 'active' || !mandate.coversOrders || !isPositive(order.lacking)) return;
  const debitOn = orderDebitDay(today, order.payBy, await calendarOf(tx));
  const amount = order.lacking;
  await createDebit(work, {
    mandateId: mandate.id,
    memberId: order.memberId,
    subject: 'order',
    loanId,
    orderId,
    version: null,
    no: null,
    caseNo: '',
    attempt,
    amount,
    debitOn: debitOn ?? today,
    now,
    withdrawn: debitOn === null ? 'deadline' : ceilingReason(mandate, amount),
  });
}

export const debitOrdersDue: Due = ({ services }) =>
  services.config.bank.creditor ? [finds(ordersToDebit)] : [];

/** Debits orders that are to be paid by mandate, soon after they were placed. */
export async function debitOrders(services: Services): Promise<void> {
  if (!services.config.bank.creditor) return;
  const found = await ordersToDebit(db(services.pool));
  await eachOne(services, found, (order) => inWork(services, (work) => debitOrder(work, order, 1)));
}

function dueTomorrow(tx: Tx, today: Day) {
  const tomorrow = addDays(today, 1);
  return instalmentsToDebit(tx, { from: tomorrow, to: tomorrow }, DEBITED_LOANS);
}

export const announceDebitsDue: Due = ({ services, today }) =>
  services.config.bank.creditor ? [finds((tx) => dueTomorrow(tx, today))] : [];

/** Tells borrowers on the day before what will be debited, while they can still stop it. */
export async function announceDebits(services: Services): Promise<void> {
  if (!services.config.bank.creditor) return;
  const found = await inWork(services, ({ tx, today }) => dueTomorrow(tx, today));
  await eachOne(services, found, ({ loanId, no, mandateId, payableUntil }) =>
    inWork(services, async (work) => {
      const book = await readBook(work.tx, loanId);
      const mandate = await lockMandate(work.tx, mandateId);
      if (!book || !mandate) return;
      const amount = owedForInstalment(book, no, payableUntil);
      if (!isPositive(amount) || amount > mandate.ceiling) return;
      const values = {
        what: debitText({ caseNo: book.caseNo, no, orderId: null }),
        amount: formatMoney(amount),
        account: accountText(mandate),
        day: formatDay(payableUntil),
      };
      await tell(work, book.memberId, noticeKinds.comingDebit(values));
    }),
  );
}
