// The second person's decision about a booking, whose approval books it.
import { accountName } from '#contract/ledger/chart.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Work } from '../../work.ts';
import { balanceOf } from '../../ledger/front.ts';
import { closeTask, proposal } from '../../tasks/front.ts';
import { lockSuspended, markReceipt } from '../queries.ts';
import { settle } from '../payment/settlement.ts';
import { extraLinesOf } from '../reconciliation/difference-queries.ts';
import { updateDifferences } from '../reconciliation/differences.ts';
import { dropMatching } from '../suspense.ts';
import {
  type BookingRow,
  lockBooking,
  lockLimits,
  lockLine,
  lockNamedPayment,
  lockUnfitPayment,
  lockWaitingReversal,
  type SourceLine,
} from './booking-queries.ts';
import { bookingView } from './bookings.ts';
import { bookingSubject, moveTo, postBooking } from './sweeps.ts';
import { assertYearUnchanged } from './years.ts';

async function approve(work: Work, row: BookingRow, checkerId: number): Promise<void> {
  const { tx } = work;
  await lockLimits(tx);
  if (row.kind === 'year_closed') await assertYearUnchanged(work, row);
  if (row.line !== null) await takeLine(work, row, row.line);
  if (row.receiptId !== null) {
    // A part of a returned payment may have been taken back since.
    const lying = await lockSuspended(tx, row.receiptId);
    if (lying?.amount !== row.amount) throw new Refusal('TASK_DONE');
    await dropMatching(work, row.receiptId, '已記為帳務分錄');
    await markReceipt(tx, row.receiptId, 'matched', bookingSubject(row.id));
  }
  const transferId = await postBooking(work, row);
  await assertNotOverdrawn(tx, row);
  await moveTo(work, row, { state: 'booked', checkerId, transferId });
  if (row.line !== null) await updateDifferences(work);
}

/**
 * Locks the line that a booking explains. If it is a reversal that waits for a person, this ends
 * its wait. Refuses TASK_DONE if the line was booked meanwhile.
 */
async function takeLine(work: Work, row: BookingRow, line: SourceLine): Promise<void> {
  const { tx } = work;
  const payment = await lockNamedPayment(tx, line);
  if (payment?.isWhole) return takeExtraLine(work, payment, line);
  if (payment) return confirmUnfit(work, line);
  const reversal = await lockWaitingReversal(tx, line);
  if (!(await lockLine(tx, line))) throw new Refusal('TASK_DONE');
  if (!reversal) return;
  await markReceipt(tx, reversal.id, 'matched', bookingSubject(row.id));
  const subject = { type: 'receipt', id: reversal.id } as const;
  await closeTask(work, 'attention', subject, 'overtaken', '已記為帳務分錄');
}

/**
 * Confirms the payment that the bank carried out with another amount, as it was ordered, unless a
 * report has done so; the booking explains the difference. Refuses TASK_DONE if the bank has
 * reported something else meanwhile.
 */
async function confirmUnfit(work: Work, line: SourceLine): Promise<void> {
  const payment = await lockUnfitPayment(work.tx, line);
  if (!payment) throw new Refusal('TASK_DONE');
  const { reference, id, status } = payment;
  const at = new Date(`${line.date}T12:00:00+08:00`);
  if (status === 'sent') {
    await settle(work, { reference, outcome: 'confirmed', date: line.date, at });
  }
  const subject = { type: 'payment', id } as const;
  await closeTask(work, 'attention', subject, 'overtaken', '差額已記為帳務分錄');
}

/**
 * Takes a line by which the bank carried out a payment twice, or although it had returned it. The
 * payment stays as it is. Refuses TASK_DONE if the bank has taken this back meanwhile.
 */
async function takeExtraLine(
  work: Work,
  { id, reference }: { id: number; reference: string },
  { bank, date, seq }: SourceLine,
): Promise<void> {
  const lines = await extraLinesOf(work.tx, `payment:${reference}`);
  const isExtra = lines.some(
    (line) => line.bank === bank && line.date === date && line.seq === seq,
  );
  if (!isExtra) throw new Refusal('TASK_DONE');
  const subject = { type: 'payment', id } as const;
  await closeTask(work, 'attention', subject, 'overtaken', '銀行多出的款項已記為帳務分錄');
}

/**
 * Accounts that a booking may lower, but not below zero: what is owed to the tax office, and the
 * interest that belongs to the customers.
 */
const LIMITED = ['vat_payable', 'trust_interest'] as const;

/** Refuses a booking that pays more than its account holds; the transaction undoes it. */
async function assertNotOverdrawn(tx: Work['tx'], { entries }: BookingRow): Promise<void> {
  for (const account of LIMITED) {
    if (!entries.some((one) => one.account === account && one.amount > 0)) continue;
    if ((await balanceOf(tx, { account })) >= 0) continue;
    const text = `「${accountName(account)}」的餘額不足`;
    throw new Refusal('DECISION_INVALID', { fields: { decision: text } });
  }
}

/** The second person's approval alone books what the first proposed. */
export const bookingCheck = proposal('booking_check', {
  async subject({ tx }, { subjectId }) {
    const row = await lockBooking(tx, subjectId);
    return row?.state === 'checking' ? row : null;
  },
  async facts(work, { detail, subjectId }) {
    return { ...detail, booking: await bookingView(work, subjectId) };
  },
  carryOut: (work, row) => approve(work, row, work.operator.id),
  onReturn: (work, row) =>
    moveTo(work, row, { state: 'returned', checkerId: work.operator.id }, work.reason),
  // `moveTo` records each state of a booking, whoever moves it.
  audit: {},
});
