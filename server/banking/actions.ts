// The bank callback: matches receipts, completes payments, and counts each report only once.
import { formatDay } from '#contract/core/day.ts';
import {
  type BankRecord,
  paymentReferenceIn,
  type PaymentReport,
  type banking,
} from '#contract/banking/calls.ts';
import type { Day } from '#contract/core/day.ts';
import { type Money, money, negate } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import { MONEY_MAX } from '#contract/core/wire.ts';
import type { Actions } from '../call.ts';
import type { Services } from '../services.ts';
import { logDamage } from '../each-one.ts';
import { verifyCallback } from '../adapters/bank/bank.ts';
import { TextDamaged } from '../adapters/secrets.ts';
import { brokenConstraint, withTransactionAgain } from '../database/db.ts';
import { post } from '../ledger/front.ts';
import { openTask } from '../tasks/front.ts';
import type { Transfer } from '../ledger/rules.ts';
import { type Work, workOn } from '../work.ts';
import { closeBankDays } from './reconciliation/closing.ts';
import { insertReceipt, lockSeq, markReceipt, receiptOfReturn, subjectOf } from './queries.ts';
import { stateOfRepeated } from './contradictions.ts';
import { encryptedPayer } from './payment/payers.ts';
import {
  askAboutAmount,
  askAboutUnreadable,
  type PaymentBooking,
  settle,
} from './payment/settlement.ts';
import { askAboutReversal, reverse, takeWaitingBack } from './reversals.ts';
import { suspendReceipt } from './suspense.ts';
import { hooks } from '../hooks.ts';

const BANK = { type: 'bank', id: null } as const;

/** Returns the ledger transfer that books a receipt into suspense. */
const arrival = ({ date, amount }: BankRecord, receiptId: number): Transfer => ({
  id: `receipt:${receiptId}`,
  kind: 'receipt',
  on: date,
  entries: [
    { account: 'trust_bank', amount },
    { account: 'suspense', amount: negate(amount as Money) },
  ],
});

/**
 * Opens a task instead of booking an amount too large for the ledger, so that a person asks the
 * bank.
 */
async function askAboutSize(work: Work, { bank, date, seq, amount }: BankRecord): Promise<string> {
  await openTask(work, {
    kind: 'attention',
    subject: {
      type: 'bank_day',
      id: Number(date.replaceAll('-', '')),
      label: `${formatDay(date)} 銀行 ${bank} 回報的金額過大`,
    },
    detail: {
      why: `交易序號 ${seq} 的金額超過一兆元，未入帳，請向銀行查明`,
      reported: amount,
      day: date,
    },
  });
  return 'refused';
}

/** Why money without an owner is in suspense, by what its memo says about a returned payment. */
const suspensions = {
  differs: '退匯金額與原匯款不符',
  again: '這筆退匯已經入帳，請向銀行查明',
  none: '找不到這個虛擬帳號',
} as const;

/** A receipt with its state after it was booked, now or before. */
type Booked = { id: number; state: string };

/**
 * Books a receipt into suspense first; the matching order or loan then takes the money from there.
 */
async function receive(
  work: Work,
  record: BankRecord,
  statementId: number | null = null,
): Promise<Booked> {
  const { tx, services } = work;
  const subject = await subjectOf(tx, record.virtualAccount);
  const sealed = encryptedPayer(services, record);
  const fresh = await insertReceipt(tx, record, sealed, subject, statementId);
  if (!fresh) return stateOfRepeated(work, record);
  await lockSeq(tx, record.bank, record.seq);
  const returned = subject ? 'none' : await takeReturn(work, record, fresh.id);
  if (returned === 'matched') return { id: fresh.id, state: 'matched' };
  await post(work, [arrival(record, fresh.id)]);
  if (!subject) {
    await suspendReceipt(work, fresh.id, record, suspensions[returned]);
    return { id: fresh.id, state: 'suspense' };
  }
  const reception = await hooks.received[subject.type](work, {
    id: fresh.id,
    bank: record.bank,
    at: record.at,
    day: record.date,
    type: record.type,
    amount: record.amount,
    virtualAccount: record.virtualAccount,
    fromBank: record.fromBank ?? null,
    fromAccount: record.fromAccount ?? null,
    thirdParty: false,
    subjectId: subject.id,
  });
  if (reception.state === 'suspense')
    await suspendReceipt(work, fresh.id, record, reception.reason);
  await markReceipt(tx, fresh.id, reception.state);
  return { id: fresh.id, state: reception.state };
}

/** Books a receipt that the bank has but the ledger lacks into suspense. */
export async function bookStrayLine(
  work: Work,
  { bank, date, seq, amount }: { bank: string; date: Day; seq: string; amount: Money },
): Promise<void> {
  const line = { bank, date, seq };
  await receive(work, {
    ...line,
    at: new Date(`${date}T12:00:00+08:00`),
    type: 'transfer',
    amount: money(amount),
    sign: '+',
    virtualAccount: '',
  });
  await takeWaitingBack(work, line);
}

/**
 * Handles a receipt whose memo says that a payment of the platform was returned. It is `matched` if
 * it is the money of this return, also if a report about the payment has booked that already.
 */
async function takeReturn(
  work: Work,
  record: BankRecord,
  receiptId: number,
): Promise<'matched' | 'differs' | 'again' | 'none'> {
  const reference = paymentReferenceIn(record.memo ?? '');
  if (reference === null) return 'none';
  const { date, at, amount, memo } = record;
  const report = { reference, outcome: 'returned', date, at, amount, reason: memo } as const;
  const { state, changed, paymentId } = await settle(work, report);
  if (state === 'differs') return 'differs';
  if (state !== 'returned' || paymentId === null) return 'none';
  if (!changed && (await receiptOfReturn(work.tx, paymentId))) return 'again';
  await markReceipt(work.tx, receiptId, 'matched', { type: 'payment', id: paymentId });
  return 'matched';
}

/**
 * Runs each report in a transaction of its own, so that a failing line does not affect the others,
 * and again after a deadlock.
 */
function inReport<T>(services: Services, requestId: string, run: (work: Work) => Promise<T>) {
  return withTransactionAgain(services.pool, (tx) => run(workOn(services, tx, BANK, requestId)));
}

/** Returns whether the failure is the record's own, so that the others must not wait for it. */
const isOfRecord = (error: unknown) =>
  error instanceof Refusal || error instanceof TextDamaged || brokenConstraint(error) !== null;

type Booking = {
  /** Runs in the transaction of a receipt, after it was booked. */
  afterwards?: (work: Work, receiptId: number) => Promise<void>;
  /** The statement file by which the line came. */
  statementId?: number | null;
};

/**
 * Books one bank line, from callback or statement, exactly once. A report that cannot be used is
 * still recorded: in suspense, with a task for a person. Returns the resulting state.
 */
export async function bookRecord(
  services: Services,
  requestId: string,
  record: BankRecord,
  how: Booking = {},
): Promise<string> {
  const { afterwards = async () => {}, statementId = null } = how;
  if (record.amount > MONEY_MAX) {
    return inReport(services, requestId, (work) => askAboutSize(work, record));
  }
  try {
    return await inReport(services, requestId, async (work) => {
      if (record.sign === '-') return reverse(work, record);
      const { id, state } = await receive(work, record, statementId);
      await afterwards(work, id);
      return (await takeWaitingBack(work, record)) ? 'reversed' : state;
    });
  } catch (error) {
    if (!isOfRecord(error)) throw error;
    services.log.error({ err: error, seq: record.seq }, 'a receipt could not be matched');
    return inReport(services, requestId, (work) => bookUnmatched(work, record, how));
  }
}

/** Records a line that could not be matched, for a person to handle. */
async function bookUnmatched(
  work: Work,
  record: BankRecord,
  { afterwards = async () => {}, statementId = null }: Booking,
): Promise<string> {
  const sealed = encryptedPayer(work.services, record);
  const fresh = await insertReceipt(work.tx, record, sealed, null, statementId);
  if (!fresh) return (await stateOfRepeated(work, record)).state;
  if (record.sign === '-') {
    // A reversed amount that cannot be booked becomes a difference of the day, with a task.
    await askAboutReversal(work, record, fresh.id, '沖正無法自動入帳，請人工處理');
    return 'suspense';
  }
  await post(work, [arrival(record, fresh.id)]);
  await suspendReceipt(work, fresh.id, record, '自動比對失敗，請人工處理');
  await afterwards(work, fresh.id);
  return 'suspense';
}

/**
 * Books the bank's result of one of the platform's payments, exactly once; a task asks a person if
 * the amount differs, or if the data of its member are damaged, which keeps back no other report.
 */
export async function bookPayment(
  services: Services,
  requestId: string,
  report: PaymentReport,
): Promise<PaymentBooking> {
  try {
    return await inReport(services, requestId, async (work) => {
      const booking = await settle(work, report);
      if (booking.state === 'differs') await askAboutAmount(work, report);
      return booking;
    });
  } catch (error) {
    const { reference } = report;
    logDamage(services.log, error, { reference }, 'a payment could not be settled');
    return inReport(services, requestId, (work) => askAboutUnreadable(work, report));
  }
}

export const bankingActions: Actions<{ banking: typeof banking }>['banking'] = {
  bankCallback: {
    async answer(services, asking, { records = [], payments = [], endOfDay = [] }) {
      const verified = verifyCallback(asking.raw, services.config.bank.webhookSecret, {
        now: services.clock.realNow(),
      });
      if (!verified) throw new Refusal('SIGNATURE_REFUSED');
      const received: { seq: string; state: string }[] = [];
      for (const record of records) {
        const state = await bookRecord(services, asking.requestId, record);
        received.push({ seq: record.seq, state });
      }
      const settled: { reference: string; state: string }[] = [];
      for (const report of payments) {
        const { state } = await bookPayment(services, asking.requestId, report);
        settled.push({ reference: report.reference, state });
      }
      const closed: { bank: string; date: string; state: string }[] = [];
      for (const { bank, date, closing } of endOfDay) {
        const days = { from: date, to: date, closings: new Map([[date, closing]]) };
        const by = { source: 'callback', statementId: null } as const;
        const state = await inReport(services, asking.requestId, (work) =>
          closeBankDays(work, bank, days, by),
        );
        closed.push({ bank, date, state });
      }
      return { data: { records: received, payments: settled, endOfDay: closed } };
    },
  },
};
