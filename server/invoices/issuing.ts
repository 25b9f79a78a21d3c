// The nightly job: invoices the fees of each day that has passed, once, with numbers without gaps.
import { randomInt } from 'node:crypto';
import { addDays, type Day } from '#contract/core/day.ts';
import { type Money, formatMoney } from '#contract/core/money.ts';
import type { Carrier, InvoiceKind } from '#contract/invoices/calls.ts';
import { carrierText, invoiceKindText, invoiceNumberText } from '#contract/invoices/words.ts';
import { taxPeriodOf } from '#contract/taiwan/tax.ts';
import type { Services } from '../services.ts';
import type { Due } from '../jobs/job.ts';
import { finds } from '../database/finds.ts';
import { sql } from '../database/sql.ts';
import { logDamage } from '../each-one.ts';
import { numberOf } from '../adapters/invoices/mig.ts';
import { tell, tellMany } from '../notices/front.ts';
import { openTask, recordMove } from '../tasks/front.ts';
import { type Work, inWork } from '../work.ts';
import {
  type ToInsert,
  closeTracks,
  collectFees,
  feesToCollect,
  feesToInvoice,
  firstFeeDay,
  finishOwn,
  finishShared,
  forgetOlder,
  insertAllowance,
  insertInvoices,
  invoiceToUndo,
  lockProgress,
  lockTracks,
  markCollected,
  markIssued,
  numbersOf,
  oldestUnsent,
  pendingOwn,
  pendingShared,
  preferencesOf,
  progressOf,
  takeNumbers,
  voidInvoice,
} from './issue-queries.ts';
import {
  type Plan,
  dayToIssue,
  isDeclared,
  isNearEnd,
  lastTurn,
  allowanceNumber,
  allowanceTax,
  isMonthEnd,
  numbersFrom,
  periodId,
  periodText,
  periodsShort,
  planOf,
  statedTax,
} from './rules.ts';
import { noticeKinds } from './words.ts';

const RANDOM_CODES = 10_000;
const DAY_MS = 86_400_000;
/** The platform shows at most this many characters of a reason. */
const BACK = '費用已退還';

/** How a member gets their invoices, with the decrypted code. */
type Wish = { carrier: Carrier; code: string | null };
const BY_MEMBER_CARRIER: Wish = { carrier: 'member', code: null };

type NewInvoice = {
  memberId: number;
  kind: InvoiceKind;
  loanId: number | null;
  total: Money;
  transferId: string | null;
};

/**
 * Invoices the fees of all days until yesterday, each day in a transaction of its own, and dates
 * the documents with that day. Fees recorded late are invoiced with the next day. Nothing is
 * invoiced before the first period for which finance has entered numbers.
 */
export async function issueInvoices(services: Services): Promise<void> {
  // The fees of all days are collected with the first one.
  let isMore = await inWork(services, (work) => issueNextDay(work, collect));
  while (isMore) isMore = await inWork(services, (work) => issueNextDay(work));
  await inWork(services, watch);
}

/** Also a night without fees may have work: a month has turned, or a period is about to end. */
export const invoicesDue: Due = async ({ tx, now, today }) => {
  const { issuedThrough, begin } = await progressOf(tx);
  if (begin === null || begin > today) return [];
  if (issuedThrough === null || issuedThrough < lastTurn(today) || isNearEnd(today)) {
    return [sql`select`];
  }
  return [
    feesToCollect(begin),
    feesToInvoice,
    finds((asked) => oldestUnsent(asked, dayBefore(now))),
  ];
};

const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS);

async function collect({ tx, realNow }: Work, begin: Day): Promise<void> {
  if ((await collectFees(tx, begin)) === 0) return;
  await forgetOlder(tx);
  await markCollected(tx, realNow);
}

/** Invoices the next day; false if none is left or its numbers do not suffice. */
async function issueNextDay(work: Work, before?: typeof collect): Promise<boolean> {
  const { tx, now, today } = work;
  const { issuedThrough, begin } = await lockProgress(tx);
  const yesterday = addDays(today, -1);
  if (begin === null || begin > yesterday) return false;
  const next = issuedThrough === null ? yesterday : addDays(issuedThrough, 1);
  if (next > yesterday) return false;
  await before?.(work, begin);
  const { day: fee } = await firstFeeDay(tx);
  // The first run invoices all fees since the beginning together, and so does one after the tax of
  // the period was declared, because nothing may be dated in that period any more.
  const isAtOnce = issuedThrough === null || isDeclared(next, today);
  const on = isAtOnce ? yesterday : dayToIssue({ next, yesterday, fee });
  if (on === null) return false;
  const plan = planOf(await pendingOwn(tx, on), on);
  const shared = isMonthEnd(on) ? await pendingShared(tx, on) : [];
  const wanted: NewInvoice[] = [
    ...plan.issue.map(({ own, ...fee }) => ({ ...fee, total: own })),
    ...shared.map(({ memberId, amount }) => ({
      memberId,
      kind: 'service' as const,
      loanId: null,
      transferId: null,
      total: amount,
    })),
  ];
  const rows = await numbered(work, wanted, on);
  if (rows === null) return false;
  if (rows.length > 0) await insertInvoices(tx, rows, on, now);
  if (shared.length > 0) await finishShared(tx, on);
  await undo(work, plan, on);
  const { from } = taxPeriodOf(on);
  for (const { id, left } of await closeTracks(tx, from, now)) {
    const subject = { type: 'invoice_track', id } as const;
    await recordMove(work, { subject, action: 'invoice_track.closed', snapshot: { left } });
  }
  await markIssued(tx, on);
  await tellMany(work, rows.map(noticeOf));
  return on < yesterday;
}

/** Gives each invoice its number; null, with a task, if fewer numbers are left than needed. */
async function numbered(
  work: Work,
  wanted: readonly NewInvoice[],
  on: Day,
): Promise<ToInsert[] | null> {
  const { tx } = work;
  if (wanted.length === 0) return [];
  const taken = numbersFrom(await lockTracks(tx, taxPeriodOf(on).from), wanted.length);
  if (taken === null) {
    await askForNumbers(work, on, '號碼已用完或尚未登錄，發票暫停開立；請登錄配號後等待夜間作業');
    return null;
  }
  for (const [trackId, next] of taken.next) await takeNumbers(tx, trackId, next);
  const memberIds = [...new Set(wanted.map(({ memberId }) => memberId))];
  const wishes = new Map<number, Wish>();
  for (const wish of await preferencesOf(tx, memberIds)) {
    wishes.set(wish.memberId, await readWish(work, wish));
  }
  return wanted.map(({ memberId, total, ...rest }, k) => {
    const { trackId, letters, no } = taken.numbers[k]!;
    const { carrier, code } = wishes.get(memberId) ?? BY_MEMBER_CARRIER;
    return {
      ...rest,
      memberId,
      total,
      trackId,
      carrier,
      number: numberOf(letters, no),
      code: code === null ? null : codeFor(work.services, memberId, code),
      randomCode: String(randomInt(RANDOM_CODES)).padStart(4, '0'),
      tax: statedTax(carrier, total),
    };
  });
}

/** Encrypts the code of a carrier, a donation or a company for an invoice. */
const codeFor = ({ secrets }: Services, memberId: number, code: string): string =>
  secrets.encrypt('invoices.invoice.code', memberId, code);

/**
 * Decrypts the wish of a member. If it cannot be read, the invoice goes to the member's own carrier
 * and a task asks a person, because one member must not keep back the invoices of all others.
 */
async function readWish(
  work: Work,
  { memberId, kind, code }: { memberId: number; kind: Carrier; code: string | null },
): Promise<Wish> {
  if (code === null) return { carrier: kind, code };
  const { secrets, log } = work.services;
  try {
    return { carrier: kind, code: secrets.decrypt('invoices.preference.code', memberId, code) };
  } catch (error) {
    logDamage(log, error, { member: memberId }, 'the code of an invoice cannot be decrypted');
    const why = `會員設定以${carrierText[kind]}交付，但代碼無法讀取；已改用會員載具開立，請會員重新設定`;
    await openTask(work, {
      kind: 'attention',
      subject: { type: 'member', id: memberId, label: '電子發票的載具無法讀取' },
      detail: { why, memberId },
    });
    return BY_MEMBER_CARRIER;
  }
}

/** Voids the invoices of fees that went back, or gives an allowance on them. */
async function undo(work: Work, plan: Plan, on: Day): Promise<void> {
  const { tx, now } = work;
  await finishOwn(tx, plan.settled, on);
  for (const { invoiceId, amount, isVoid } of plan.undo) {
    const invoice = await invoiceToUndo(tx, invoiceId);
    const subject = { type: 'invoice', id: invoiceId } as const;
    const page = pageOf(invoice.number);
    const words = { number: invoiceNumberText(invoice.number), total: formatMoney(amount) };
    if (isVoid) {
      await voidInvoice(tx, invoiceId, on, BACK, now);
      await recordMove(work, { subject, action: 'invoice.voided', reason: BACK });
      await tell(work, invoice.memberId, noticeKinds.voidInvoice(words, page));
      continue;
    }
    const number = allowanceNumber(invoice.number, invoice.allowances);
    const tax = allowanceTax(amount, invoice);
    const allowance = { invoiceId, number, total: amount, tax, reason: BACK };
    await insertAllowance(tx, allowance, on, now);
    const snapshot = { number, total: amount, tax };
    await recordMove(work, { subject, action: 'invoice.allowed', reason: BACK, snapshot });
    await tell(work, invoice.memberId, noticeKinds.newAllowance(words, page));
  }
}

/** Path of the member's page of an invoice. */
const pageOf = (number: string) => `/account/invoices/${number}`;

function noticeOf({ memberId, number, kind, total, carrier }: ToInsert) {
  const isDonation = carrier === 'donation';
  const values = {
    number: invoiceNumberText(number),
    item: invoiceKindText[kind],
    total: formatMoney(total),
    carrier: isDonation ? '已捐贈' : `以${carrierText[carrier]}交付`,
  };
  return { memberId, said: noticeKinds.newInvoice(values, pageOf(number)) };
}

function askForNumbers(work: Work, on: Day, why: string): Promise<void> {
  const label = `電子發票 ${periodText(on)} 的字軌號碼不足`;
  return openTask(work, {
    kind: 'attention',
    subject: { type: 'invoice_track', id: periodId(on), label },
    detail: { why, day: on },
  });
}

/** Asks for numbers before they run out, and for help if the centre has taken none for a day. */
async function watch(work: Work): Promise<void> {
  const { tx, today, now } = work;
  const { begin } = await lockProgress(tx);
  if (begin === null || begin > today) return;
  const { from, to } = taxPeriodOf(today);
  const after = addDays(to, 1);
  const left = new Map([
    [from, await numbersOf(tx, from)],
    [after, await numbersOf(tx, after)],
  ]);
  for (const period of periodsShort(today, (start) => left.get(start)!)) {
    await askForNumbers(work, period, '剩餘號碼不到兩成或下一期尚未登錄，請向國稅局取號後登錄');
  }
  const unsent = await oldestUnsent(tx, dayBefore(now));
  if (!unsent) return;
  await openTask(work, {
    kind: 'attention',
    subject: { type: 'invoice_message', id: unsent.id, label: '電子發票超過一天未能傳送加值中心' },
    detail: { why: '統一發票使用辦法第七條要求開立後 48 小時內傳輸，請確認加值中心是否正常' },
  });
}
