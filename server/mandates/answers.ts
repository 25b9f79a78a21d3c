// Reads the bank's answers to mandates (R02) and debits (R01); each takes effect only once.
import { createHash, randomUUID } from 'node:crypto';
import { type Day, dayOf, formatDay } from '#contract/core/day.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import type { BankRecord } from '#contract/banking/calls.ts';
import {
  afterRefusal,
  DEBITED,
  debitCodeText,
  isAgreed,
  mandateCodeText,
} from '#contract/mandates/return-codes.ts';
import { isLive } from '#contract/mandates/status.ts';
import { FAILURES_TO_PAUSE } from '#contract/mandates/text.ts';
import type { Services } from '../services.ts';
import {
  AchUnreadable,
  type AnsweredDebit,
  type AnsweredMandate,
  type CollectionFile,
  readCollection,
} from '../adapters/bank/ach-files.ts';
import type { AchFile } from '../adapters/bank/bank.ts';
import { bookRecord } from '../banking/front.ts';
import { calendarOf } from '../lending/front.ts';
import { tell } from '../notices/front.ts';
import { numbersInForce } from '../settings/front.ts';
import { openTask } from '../tasks/front.ts';
import { db, lockLoan } from '../database/db.ts';
import { eachOne, logDamage } from '../each-one.ts';
import { type Work, inWork } from '../work.ts';
import {
  debitById,
  type DebitRow,
  giveUpRetry,
  lockDebit,
  orderToDebit,
  virtualAccountOf,
} from './debit-queries.ts';
import { debitText } from './debits.ts';
import { returnDoubles } from './doubles.ts';
import { insertAnswer } from './file-queries.ts';
import { accountText, activate, moveMandate, refuse, stopMandate } from './moving.ts';
import {
  accountById,
  answerRegistration,
  countFailures,
  lockMandate,
  lockRegistration,
} from './queries.ts';
import { debitOf, debitReference, registrationOf, retryDay } from './rules.ts';
import { moveDebit } from './sending.ts';
import { noticeKinds } from './words.ts';

const BANK = { type: 'bank', id: null } as const;
type Answers = Extract<CollectionFile, { type: 'R01' | 'R02' }>;

/** Reads an answer; a file that is none of the two kinds is unreadable too. */
function answersIn(bytes: Buffer): Answers {
  const file = readCollection(bytes);
  if (file.type !== 'R01' && file.type !== 'R02') throw new AchUnreadable('not an answer');
  return file;
}

/** Asks a person to clear up what the bank has answered. */
function askAbout(work: Work, debit: DebitRow, why: string, reported?: number): Promise<void> {
  return openTask(work, {
    kind: 'attention',
    subject: {
      type: 'debit',
      id: debit.id,
      label: `扣款 ${debitReference(debit)} 的銀行回覆有疑義`,
    },
    detail: {
      why,
      amount: debit.amount,
      loanId: debit.loanId,
      memberId: debit.memberId,
      ...(reported !== undefined && { reported }),
    },
  });
}

/** The bank's answer to one mandate. An answer to a mandate that ended meanwhile is kept. */
async function takeRegistration(work: Work, { reference, code }: AnsweredMandate): Promise<void> {
  const of = registrationOf(reference);
  const registration = of && (await lockRegistration(work.tx, of.mandateId, of.action));
  if (!registration || registration.code !== null) return;
  await answerRegistration(work.tx, registration.id, code, work.now);
  if (registration.action === 'cancel') return;
  const mandate = await lockMandate(work.tx, registration.mandateId);
  if (!mandate) return;
  if (isAgreed(code)) await activate(work, mandate);
  else await refuse(work, mandate, mandateCodeText(code));
}

/**
 * The time of a debit that the bank carried out on a day. The bank names no hour, so that an order
 * debited on the day of its deadline was paid in time, however late the answer comes.
 */
async function timeOf({ tx, now }: Work, { orderId }: DebitRow, on: Day): Promise<Date> {
  const at = dayOf(now) === on ? now : new Date(`${on}T12:00:00+08:00`);
  const order = orderId === null ? null : await orderToDebit(tx, orderId);
  return order && at > order.payBy && dayOf(order.payBy) === on ? order.payBy : at;
}

/** The receipt of a debit, as a line of the trust account. Its `seq` is the debit's reference. */
async function recordOf(work: Work, debit: DebitRow, on: Day): Promise<BankRecord> {
  const { tx, services } = work;
  const mandate = await lockMandate(tx, debit.mandateId);
  const account = await accountById(tx, mandate!.bankAccountId);
  const [type, id] = debit.orderId === null ? ['loan', debit.loanId] : ['order', debit.orderId];
  const virtual = await virtualAccountOf(tx, type as 'loan' | 'order', id as number);
  return {
    bank: services.config.bank.code,
    date: on,
    seq: debitReference(debit),
    at: await timeOf(work, debit, on),
    type: 'transfer',
    amount: debit.amount,
    sign: '+',
    virtualAccount: virtual.account,
    fromBank: account.bankCode,
    ...(await payerOf(work, debit, account)),
    memo: '授權扣款',
  };
}

/**
 * The account that was debited. If it cannot be read, the money is booked without it, because it
 * has arrived and the bank debits only the member's own account; a person has the account repaired.
 */
async function payerOf(
  work: Work,
  debit: DebitRow,
  { memberId, account }: { memberId: number; account: string },
): Promise<Pick<BankRecord, 'fromAccount'>> {
  const { secrets, log } = work.services;
  try {
    const column = 'verification.bank_account.account';
    return { fromAccount: secrets.decrypt(column, memberId, account) };
  } catch (error) {
    logDamage(log, error, { debit: debit.id }, 'a debited account cannot be decrypted');
    await askAbout(
      work,
      debit,
      '扣款已入帳，但會員的帳戶資料無法讀取，入帳沒有付款帳號；請會員重新綁定',
    );
    return {};
  }
}

/**
 * The debit was carried out: its money becomes a receipt, first in suspense like any other, and
 * the debit is paid in the same transaction.
 */
async function takePaid(services: Services, debit: DebitRow, on: Day) {
  const record = await inWork(services, (work) => recordOf(work, debit, on));
  await bookRecord(services, randomUUID(), record, {
    afterwards: (work, receiptId) => markPaid(work, debit, receiptId),
  });
}

async function markPaid(work: Work, debit: DebitRow, receiptId: number): Promise<void> {
  await lockLoan(work.tx, debit.loanId);
  const locked = await lockDebit(work.tx, debit.id);
  if (locked.status === 'paid') return;
  await moveDebit(work, locked, {
    status: 'paid',
    code: DEBITED,
    receiptId,
    answeredAt: work.now,
  });
  await countFailures(work.tx, debit.mandateId, 0);
  if (debit.orderId === null) await returnDoubles(work, debit.loanId);
}

/** An order expires; trying to debit it afterwards would be of no use. */
async function isInTime({ tx }: Work, { orderId }: DebitRow, on: Day): Promise<boolean> {
  if (orderId === null) return true;
  const order = await orderToDebit(tx, orderId);
  return order !== null && on <= dayOf(order.payBy);
}

/** The debit was refused: it is tried once more, or the mandate pauses or ends. */
async function takeRefusal(work: Work, id: number, code: string): Promise<void> {
  const { tx, today, now } = work;
  const debit = await lockDebit(tx, id);
  if (debit.status !== 'sent') return;
  const mandate = (await lockMandate(tx, debit.mandateId))!;
  const { mandateRetryDays: days } = await numbersInForce(tx, now);
  const isOver = afterRefusal(code) === 'end' || !isLive(mandate.status);
  const failures = mandate.failures + 1;
  const pauses = !isOver && failures >= FAILURES_TO_PAUSE && mandate.status === 'active';
  const rule = { days, calendar: await calendarOf(tx) };
  const next = isOver || pauses ? null : retryDay({ ...debit, code, today }, rule);
  const again = next && (await isInTime(work, debit, next)) ? next : null;
  await moveDebit(work, debit, { status: 'refused', code, retryOn: again, answeredAt: now });
  await countFailures(tx, mandate.id, failures);
  const reason = debitCodeText(code);
  const then = again
    ? `將於 ${formatDay(again)} 再扣一次，您也可以先自行轉帳。`
    : '請自行轉帳付清。';
  const said = { what: debitText(debit), amount: formatMoney(debit.amount), reason, next: then };
  await tell(work, debit.memberId, noticeKinds.debitRefused(said));
  if (afterRefusal(code) === 'end' && isLive(mandate.status)) {
    await stopMandate(work, mandate, `銀行回覆「${reason}」`, true);
  } else if (pauses) {
    await moveMandate(work, mandate, { to: 'paused', action: 'mandate.paused', failures, reason });
    const account = accountText(mandate);
    await tell(work, mandate.memberId, noticeKinds.paused({ account, times: String(failures) }));
  }
}

/** The bank's answer to one debit. Contradictions are left to a person and change nothing. */
async function takeDebit(services: Services, row: AnsweredDebit): Promise<void> {
  const of = debitOf(row.reference);
  const debit = of && (await debitById(db(services.pool), of.id));
  if (!debit || debit.attempt !== of.attempt) return;
  const isPaid = row.code === DEBITED;
  const asBank = (work: (work: Work) => Promise<void>) => inWork(services, work, BANK);
  if (debit.status === 'paid' || debit.status === 'refused') {
    if (isPaid === (debit.status === 'paid')) return;
    const why = isPaid
      ? '銀行先回覆扣款未成功，又回覆已扣款；款項未入帳，也不再扣款，請向銀行查明，確有收款時由對帳差異入帳'
      : `銀行先回覆已扣款，又回覆「${debitCodeText(row.code)}」，請向銀行查明`;
    return asBank(async (work) => {
      // The money may be there already; a second try could take it twice.
      if (isPaid) await giveUpRetry(work.tx, debit.id);
      await askAbout(work, debit, why, row.amount);
    });
  }
  if (debit.status !== 'sent' || money(row.amount) !== debit.amount) {
    const why = '銀行回覆的扣款與送出的不同，未入帳，請向銀行查明';
    return asBank((work) => askAbout(work, debit, why, row.amount));
  }
  if (isPaid) return takePaid(services, debit, row.debitedOn);
  return asBank(async (work) => {
    await lockLoan(work.tx, debit.loanId);
    await takeRefusal(work, debit.id, row.code);
  });
}

/** Records the file; opens a task if it could not be read. */
async function recordAnswer(
  services: Services,
  { reference: name, bytes }: AchFile,
  read: { type: 'R01' | 'R02' | null; records: number; failure: string | null },
): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await inWork(
    services,
    async (work) => {
      const added = await insertAnswer(work.tx, { ...read, name, sha256, now: work.now });
      if (!added || read.failure === null) return;
      await openTask(work, {
        kind: 'attention',
        subject: { type: 'collection_answer', id: added.id, label: `扣款回覆檔 ${name} 無法讀取` },
        detail: { why: '檔案不符合票據交換所的格式，沒有任何一筆生效，請向銀行索取正確的檔案' },
      });
    },
    BANK,
  );
}

/** Applies one answer file; a record that fails keeps the file for the next try. */
async function takeAnswer(services: Services, file: AchFile): Promise<void> {
  let answers: Answers;
  try {
    answers = answersIn(file.bytes);
  } catch (error) {
    if (!(error instanceof AchUnreadable)) throw error;
    return recordAnswer(services, file, { type: null, records: 0, failure: error.message });
  }
  if (answers.type === 'R02') {
    await eachOne(services, answers.rows, (row) =>
      inWork(services, (work) => takeRegistration(work, row), BANK),
    );
  } else {
    await eachOne(services, answers.rows, (row) => takeDebit(services, row));
  }
  const { type, rows } = answers;
  await recordAnswer(services, file, { type, records: rows.length, failure: null });
}

/**
 * Takes the answers that the bank has delivered; returns their number. A file that fails is tried
 * again and does not keep back the others.
 */
export async function readCollectionAnswers(services: Services): Promise<number> {
  const { bank, config } = services;
  if (!config.bank.creditor) return 0;
  const files = await bank.collectionAnswers();
  await eachOne(services, files, async (file) => {
    await takeAnswer(services, file);
    await bank.dropAnswer(file.reference);
  });
  return files.length;
}
