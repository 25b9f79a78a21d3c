// Plays the thirteen months before today: every act at its own minute, and every few days the jobs
// of the nights between, which process each day on its own.
import { addDays, startOfDay } from '#contract/core/day.ts';
import { reconciledDayList as listDays } from '#contract/banking/lists.ts';
import { reconciliationOffice } from '#contract/banking/reconciliation.ts';
import { askForStatements } from '../../server/banking/reconciliation/reconciliation.ts';
import { sealAnnexes } from '../../server/lending/contract/annexes.ts';
import { sealLedger } from '../../server/ledger/sealing.ts';
import { publishBook } from '../../server/reports/book/publishing.ts';
import { sealAuditLog } from '../../server/tasks/jobs.ts';
import { drain, runDays } from '../../server/worker.ts';
import { admit, decideEach } from './acts.ts';
import { bookExamples } from './bookings.ts';
import type { Event, Planned } from './crowd.ts';
import * as acts from './loan-acts.ts';
import type { Past } from './stage.ts';

/** Jobs are run every so many days; the days between are processed one by one all the same. */
const NIGHTS_AT_ONCE = 7;
/** The books are signed off every so many days. */
const DAYS_SIGNED_AT_ONCE = 28;
/** The minute at which the jobs are run, and the one at which the office starts. */
const [NIGHT, MORNING] = [8 * 60 + 20, 9 * 60];
/**
 * Jobs that only read everything, and those that make documents: both run in the first minutes and
 * nights after the start. The loan book is looked at after the jobs of some days, and the bank's
 * statements are read when the books are signed off. Annexes are sealed beside the other jobs.
 */
const LATER = new Set([
  'reports.publishBook',
  'askForStatements',
  'lending.extracts',
  'proofs.stampCheckpoint',
  'proveAudit',
  'retention',
  'retention.months',
  'reconcile',
  'raiseAlarms',
  'signHeads',
  'lending.annexes',
  'lending.certificates',
  'lending.stamps',
  'forgetSecurityEvents',
  'verification.forget',
]);
/** Acts of one day that are carried out at a time. */
const LANES = 6;
/** Acts that need to know what was paid before. */
const dependent: ReadonlySet<Event['act']['kind']> = new Set([
  ...(['sign', 'sendBack', 'settle', 'prepay', 'recover', 'propose'] as const),
]);

/** Loans by what was planned for them, from their application on. */
export type Known = Map<Planned, { borrower: acts.Borrower; id: number }>;

/** Sets the clock to a minute of a day. */
export async function moveTo({ services, today }: Past, day: number, minute: number) {
  const midnight = Date.parse(startOfDay(addDays(today, day)));
  await services.demonstration?.clock.set(new Date(midnight + minute * 60_000));
}

/** Passes the nights up to a day; on that morning the office releases what became due. */
export async function passTo(past: Past, day: number): Promise<void> {
  const { services } = past;
  while (past.at < day) {
    past.at = Math.min(day, past.at + NIGHTS_AT_ONCE);
    await moveTo(past, past.at, NIGHT);
    await services.demonstration?.bank.endDays();
    await sealAuditLog(services);
    await sealLedger(services);
    // The processes that typeset work beside the database.
    await Promise.all([runDays(services, LATER), sealAnnexes(services)]);
    await publishBook(services);
    await moveTo(past, past.at, MORNING);
    await releaseMoney(past);
    await drain(services);
    if (past.at - past.signedAt >= DAYS_SIGNED_AT_ONCE || past.at === 0) {
      past.signedAt = past.at;
      await askForStatements(services);
      if (past.at === 0) await bookExamples(past);
      await signYesterday(past);
    }
  }
}

/** Two persons release the payouts and refunds that became due. */
async function releaseMoney({ services, office }: Past): Promise<void> {
  const [releases, checks] = [['payout_release', 'refund_release'], ['payment_check']] as const;
  await decideEach(services, office.finance, releases, { decision: 'release' });
  await decideEach(services, office.approver, checks, { decision: 'approve' });
}

/** Two persons sign off the books through the last finished day on which bank and books agree. */
async function signYesterday({ client, finance, approver }: Past): Promise<void> {
  const { getDay, signDay } = reconciliationOffice;
  const list = await client.ok(listDays, { item_per_page: 2 }, finance);
  const yesterday = list.data[1];
  if (!yesterday || yesterday.closed) return;
  const { day } = yesterday;
  const { data } = await client.ok(getDay, { day }, finance);
  if (data.blocked !== null) return;
  await client.ok(signDay, { day, note: '銀行與帳上相符' }, finance);
  await client.ok(signDay, { day, note: '已逐項覆核' }, approver);
}

/** Plays events in their order until one is on `day` or later; returns the rest. */
export async function play(
  past: Past,
  known: Known,
  events: readonly Event[],
  day: number,
): Promise<readonly Event[]> {
  const bank = past.services.demonstration?.bank;
  const end = events.findIndex((event) => event.day >= day);
  const now = end < 0 ? events : events.slice(0, end);
  for (const [on, all] of Map.groupBy(now, (event) => event.day)) {
    // The clock may stand some days behind, because no jobs were run for them yet.
    if (on - past.at >= NIGHTS_AT_ONCE) await passTo(past, on - ((on - past.at) % NIGHTS_AT_ONCE));
    // The fee of a disbursement is invoiced in the night before it comes back.
    if (all.some(({ act }) => act.kind === 'sendBack')) await passTo(past, on);
    // Customers' money waits for the bank's next report, which comes before acts that depend on it.
    if (all.some(({ act }) => dependent.has(act.kind))) await bank?.report();
    for (let k = 0; k < all.length; k += LANES) {
      const some = all.slice(k, k + LANES);
      await moveTo(past, on, Math.max(...some.map(({ minute }) => minute)));
      await Promise.all(some.map((event) => carryOut(past, known, event)));
    }
    // Disbursements leave on the day of the signing; messages wait for the night.
    if (all.some(({ act }) => act.kind === 'sign')) await drain(past.services);
    else if (all.some(({ act }) => act.kind === 'fund')) await bank?.report();
  }
  await passTo(past, day);
  return events.slice(now.length);
}

async function carryOut(past: Past, known: Known, { loan, act }: Event): Promise<void> {
  const { services, office } = past;
  if (act.kind === 'apply') {
    const borrowerId = await admit(past.admitting, loan.borrower, 'borrow');
    const borrower = { ...loan.borrower, id: borrowerId };
    known.set(loan, { borrower, id: await acts.applyFor(services, borrower, loan.wish) });
    return;
  }
  const found = known.get(loan);
  if (!found) throw new Error(`${act.kind} comes before the application`);
  const { borrower, id } = found;
  if (act.kind === 'review') await acts.review(services, office, id);
  else if (act.kind === 'reject') await acts.reject(services, office, id);
  else if (act.kind === 'agree') await acts.agree(services, borrower, id);
  else if (act.kind === 'withdraw') await acts.withdraw(services, borrower, id);
  else if (act.kind === 'fund') await acts.fund(services, past.investors, id, act);
  else if (act.kind === 'sign') await acts.sign(services, { borrower, office }, id, past.random);
  else if (act.kind === 'sendBack') await acts.sendBack(services, office, id);
  else if (act.kind === 'pay') await acts.pay(services, borrower, id);
  else if (act.kind === 'settle') await acts.prepay(services, borrower, id);
  else if (act.kind === 'prepay') await acts.prepay(services, borrower, id, act.amount);
  else if (act.kind === 'vote') await acts.vote(services, id, act.answer);
  else if (act.kind === 'propose') await acts.proposeTerms(services, office, id);
  else if (act.kind === 'recover') {
    await acts.writeOff(services, office, id);
    await acts.pay(services, borrower, id, act.amount);
  }
}
