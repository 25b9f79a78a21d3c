// Makes the files of mandates and debits that wait, and sends them to the bank.
import { createHash } from 'node:crypto';
import { dayOf } from '#contract/core/day.ts';
import { minOf, money, type Money, sum, ZERO } from '#contract/core/money.ts';
import {
  isLive,
  passbookText,
  type WithdrawnReason,
  withdrawnText,
} from '#contract/mandates/status.ts';
import type { Services } from '../services.ts';
import {
  type CollectionFile,
  type DebitOrder,
  type MandateOrder,
  writeCollection,
} from '../adapters/bank/ach-files.ts';
import { db, lockLoan, lockLoans, withTransaction } from '../database/db.ts';
import { eachOne, logDamage } from '../each-one.ts';
import { openTask, recordMove } from '../tasks/front.ts';
import { personOf } from '../verification/front.ts';
import { type Work, inWork } from '../work.ts';
import {
  type DebitRow,
  isInstalmentUnpaid,
  lockDebit,
  lockWaitingDebits,
  lowerDebit,
  orderToDebit,
  unwantedDebits,
  waitingDebits,
  writeDebit,
} from './debit-queries.ts';
import { tellNotDebited } from './debits.ts';
import { delayFile, insertFile, lockDueFile, markFileSent, nextFileId } from './file-queries.ts';
import { stopMandate } from './moving.ts';
import {
  accountById,
  assignRegistrations,
  dropRegistration,
  lockMandate,
  lockWaitingRegistrations,
  type RegistrationRow,
} from './queries.ts';
import {
  assertDebitMove,
  BY_MANDATE,
  debitReference,
  fileReference,
  registrationReference,
  userNoOf,
} from './rules.ts';

/** The most records of a file. */
const RECORDS = 500;
const RETRY_SECONDS = 15;
const RETRY_SECONDS_MAX = 3_600;

/** Returns the debtor of a record, decrypted; null if the member has no verified identity. */
async function debtorOf(
  { tx, services }: Work,
  of: { mandateId: number; memberId: number; bankAccountId: number },
) {
  const row = await accountById(tx, of.bankAccountId);
  const person = await personOf(tx, services, of.memberId);
  const column = 'verification.bank_account.account';
  return (
    person && {
      bank: `${row.bankCode}${(row.branchCode ?? '').padEnd(4, '0').slice(0, 4)}`,
      account: services.secrets.decrypt(column, row.memberId, row.account),
      personId: person.idNumber,
      userNo: userNoOf(of.mandateId),
    }
  );
}

/**
 * Returns the debtor of a record; null if their data are gone or damaged, because one member must
 * not keep back the file of all others. Any other failure may pass: the file waits.
 */
async function debtorOrNull(work: Work, of: Parameters<typeof debtorOf>[1]) {
  try {
    return await debtorOf(work, of);
  } catch (error) {
    const about = { mandate: of.mandateId };
    logDamage(work.services.log, error, about, 'a debtor cannot be decrypted');
    return null;
  }
}

/** What an operator does about a mandate of which the bank cannot be told. */
const remedies = {
  add: '會員的身分或帳戶資料無法讀取；會員須重新授權',
  cancel: '會員的身分或帳戶資料無法讀取；請以書面通知銀行終止授權',
} as const;

/** Ends a mandate of which the bank cannot be told; a person tells it of one that has ended. */
async function endUnreadable(work: Work, { mandateId, memberId, action }: RegistrationRow) {
  const mandate = action === 'add' ? await lockMandate(work.tx, mandateId) : null;
  if (mandate && isLive(mandate.status)) {
    await stopMandate(work, mandate, withdrawnText.unreadable);
  } else await dropRegistration(work.tx, mandateId, action);
  const label = `授權扣款 ${userNoOf(mandateId)} 無法通知銀行`;
  await openTask(work, {
    kind: 'attention',
    subject: { type: 'mandate', id: mandateId, label },
    detail: { why: remedies[action], memberId },
  });
}

/** Withdraws a debit of unreadable data, and tells its member to pay by transfer. */
async function withdrawUnreadable(work: Work, debit: DebitRow): Promise<void> {
  await moveDebit(work, debit, { status: 'withdrawn', withdrawn: 'unreadable' });
  await tellNotDebited(work, debit, 'unreadable');
  const { id, amount, loanId, memberId } = debit;
  const why = '會員的身分或帳戶資料無法讀取；已通知會員自行轉帳';
  await openTask(work, {
    kind: 'attention',
    subject: { type: 'debit', id, label: `扣款 ${debitReference(debit)} 沒有送出` },
    detail: { why, amount, loanId, memberId },
  });
}

/** Writes a file and its encrypted row; returns its id. */
async function makeFile(
  { tx, services, now, realNow, today }: Work,
  rows:
    | { type: 'P01'; rows: readonly DebitOrder[]; total: Money }
    | { type: 'P02'; rows: readonly MandateOrder[]; total: Money },
): Promise<number> {
  const { creditor } = services.config.bank;
  if (!creditor) throw new Error('debits by mandate are not configured');
  const { id } = await nextFileId(tx);
  const { total, ...content } = rows;
  const bytes = writeCollection({ on: today, at: now, creditor, ...content } as CollectionFile);
  const reference = fileReference(rows.type, id);
  await insertFile(tx, {
    id,
    type: rows.type,
    reference,
    records: rows.rows.length,
    total,
    now,
    realNow,
    content: services.secrets.encrypt('mandates.file.content', id, bytes.toString('base64')),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  return id;
}

/** Returns the bytes of a file as the bank got them. */
export const bytesOf = (
  { secrets }: Pick<Services, 'secrets'>,
  { id, content }: { id: number; content: string },
): Buffer => Buffer.from(secrets.decrypt('mandates.file.content', id, content), 'base64');

/** Gathers the mandates that the bank was not told about; returns their number. */
async function gatherRegistrations(work: Work): Promise<number> {
  const waiting = await lockWaitingRegistrations(work.tx, RECORDS);
  if (waiting.length === 0) return 0;
  const rows: MandateOrder[] = [];
  const sent: number[] = [];
  for (const row of waiting) {
    const debtor = await debtorOrNull(work, row);
    if (!debtor) {
      await endUnreadable(work, row);
      continue;
    }
    const reference = registrationReference(row.mandateId, row.action);
    rows.push({ ...debtor, action: row.action, limit: row.ceiling, reference });
    sent.push(row.id);
  }
  if (sent.length > 0) {
    const fileId = await makeFile(work, { type: 'P02', rows, total: ZERO });
    await assignRegistrations(work.tx, sent, fileId);
  }
  return waiting.length;
}

/** Why a debit is not to be sent any more; otherwise the amount that is still owed, in NT$. */
async function whatIsOwed(
  { tx, today }: Work,
  debit: DebitRow,
): Promise<{ withdrawn: WithdrawnReason } | { amount: Money }> {
  if (debit.orderId === null) {
    const isUnpaid = (await isInstalmentUnpaid(tx, debit)) !== null;
    return isUnpaid ? { amount: debit.amount } : { withdrawn: 'paid' };
  }
  const order = await orderToDebit(tx, debit.orderId);
  if (!order || ![0, 5, 50].includes(order.stored)) return { withdrawn: 'paid' };
  if (order.mode !== BY_MANDATE) return { withdrawn: 'transfer' };
  // The member is told of the expiry when the bank has closed the day of the deadline.
  if (order.stored === 50 || dayOf(order.payBy) < today) return { withdrawn: 'deadline' };
  return { amount: minOf(order.lacking, debit.amount) };
}

/**
 * Returns a debit with the amount that is still owed; null if it was withdrawn because the member
 * has paid or decided otherwise meanwhile, or the deadline of the order has passed.
 */
async function upToDate(work: Work, debit: DebitRow): Promise<DebitRow | null> {
  const owed = await whatIsOwed(work, debit);
  if ('withdrawn' in owed) {
    await moveDebit(work, debit, { status: 'withdrawn', withdrawn: owed.withdrawn });
    return null;
  }
  const { amount } = owed;
  if (amount === debit.amount) return debit;
  await lowerDebit(work.tx, debit.id, amount);
  await recordMove(work, {
    subject: { type: 'debit', id: debit.id },
    action: 'debit.lowered',
    snapshot: { from: debit.amount, to: amount },
  });
  return { ...debit, amount };
}

/** Withdraws the debits of orders whose members have chosen to transfer instead. */
export async function withdrawUnwanted(services: Services): Promise<void> {
  const found = await unwantedDebits(db(services.pool));
  await eachOne(services, found, ({ id, loanId }) =>
    inWork(services, async (work) => {
      await lockLoan(work.tx, loanId);
      const debit = await lockDebit(work.tx, id);
      if (debit.status === 'pending') await upToDate(work, debit);
    }),
  );
}

/** Gathers the debits of today that are still to be sent. Returns how many were looked at. */
async function gatherDebits(work: Work): Promise<number> {
  const { tx, today } = work;
  const waiting = await waitingDebits(tx, today, RECORDS);
  if (waiting.length === 0) return 0;
  await lockLoans(tx, [...new Set(waiting.map(({ loanId }) => loanId))]);
  const debits = await lockWaitingDebits(
    tx,
    waiting.map(({ id }) => id),
  );
  const rows: DebitOrder[] = [];
  const sent: DebitRow[] = [];
  for (const row of debits) {
    const debit = await upToDate(work, row);
    if (!debit) continue;
    const debtor = await debtorOrNull(work, { ...debit, bankAccountId: row.bankAccountId });
    if (!debtor) {
      await withdrawUnreadable(work, debit);
      continue;
    }
    const memo = passbookText[debit.subject];
    rows.push({ ...debtor, reference: debitReference(debit), amount: debit.amount, memo });
    sent.push(debit);
  }
  if (sent.length > 0) {
    const total = sum(sent.map(({ amount }) => money(amount)));
    const fileId = await makeFile(work, { type: 'P01', rows, total });
    for (const debit of sent) await moveDebit(work, debit, { status: 'sent', fileId });
  }
  return debits.length;
}

/** Moves a debit whose row is locked, and writes the audit row. */
export async function moveDebit(
  work: Work,
  debit: DebitRow,
  to: Parameters<typeof writeDebit>[2],
): Promise<void> {
  assertDebitMove(debit.status, to.status);
  await writeDebit(work.tx, debit.id, to);
  await recordMove(work, {
    subject: { type: 'debit', id: debit.id },
    action: `debit.${to.status as 'sent' | 'paid' | 'refused' | 'withdrawn'}`,
    from: debit.status,
    to: to.status,
    reason: to.code ?? null,
  });
}

/**
 * Sends one due file and returns how many were handled. The bank recognises a file by its
 * reference, so that one that was sent but not marked as sent is not received twice.
 */
function sendFile({ pool, bank, clock, secrets, log }: Services): Promise<number> {
  return withTransaction(pool, async (tx) => {
    const realNow = clock.realNow();
    const due = await lockDueFile(tx, realNow);
    if (!due) return 0;
    try {
      await bank.sendCollection({ reference: due.reference, bytes: bytesOf({ secrets }, due) });
      await markFileSent(tx, due.id, clock.now());
    } catch (error) {
      log.error({ err: error, file: due.id }, 'the bank did not take a file of debits');
      const wait = Math.min(RETRY_SECONDS_MAX, RETRY_SECONDS * 2 ** Math.min(due.attempts, 20));
      await delayFile(tx, due.id, new Date(realNow.getTime() + wait * 1_000));
    }
    return 1;
  });
}

/** Makes and sends the files that are due; returns how many steps were taken. */
export async function sendCollections(services: Services): Promise<number> {
  if (!services.config.bank.creditor) return 0;
  const registered = await inWork(services, gatherRegistrations);
  const debited = await inWork(services, gatherDebits);
  return registered + debited + (await sendFile(services));
}
