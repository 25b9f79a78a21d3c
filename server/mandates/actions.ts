// Member calls of mandates, the hooks, and what other parts of the program use of this feature.
import { assertNoHold } from '../verification/front.ts';
import { consumeStepUp, holdMember } from '../identity/front.ts';
import { readBook } from '../servicing/front.ts';
import { recordMove } from '../tasks/front.ts';
import { createHash } from 'node:crypto';
import type { Day } from '#contract/core/day.ts';
import type { Output } from '#contract/core/endpoint.ts';
import { isPositive } from '#contract/core/money.ts';
import type { mandates, ServerDebit } from '#contract/mandates/calls.ts';
import { authorisationText, type Creditor } from '#contract/mandates/text.ts';
import { Refusal } from '#contract/refusals.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import type { Actions } from '../call.ts';
import type { Services } from '../services.ts';
import type { Work } from '../work.ts';
import type { Tx } from '../database/db.ts';
import { maskedAccount } from '../identity/rules.ts';
import { type DebitRow, listDebits, nextInstalment } from './debit-queries.ts';
import { moveMandate, stopMandate } from './moving.ts';
import {
  accountOf,
  insertMandate,
  insertRegistration,
  lockLiveMandate,
  type MandateRow,
  newestMandate,
} from './queries.ts';
import { DEBITED_LOANS, owedForInstalment, stopByOf } from './rules.ts';

type Overview = Output<typeof mandates.mandate>['data'];

/** Debits that the page of the mandate shows. */
const RECENT = 20;
const STOPPED_BY_MEMBER = '您自行停止';

/** The creditor as the authorisation names it; null if debits are not configured. */
export function creditorOf({ config }: Pick<Services, 'config'>): Creditor | null {
  const { creditor } = config.bank;
  return creditor && { name: config.brand.entity, number: creditor.number };
}

const accountView = (of: { bankCode: string; accountTail: string }) => ({
  bankName: bankName(of.bankCode),
  accountMasked: maskedAccount(of.accountTail),
});

export function debitView(row: DebitRow): ServerDebit {
  const { id, subject, caseNo, loanId, orderId, no, attempt, amount, debitOn, status } = row;
  const { code, retryOn, withdrawn } = row;
  const about = { id, subject, caseNo, loanId, orderId, no };
  return { ...about, attempt, amount, debitOn, status, code, retryOn, withdrawn };
}

export const mandateView = (row: MandateRow) => ({
  id: row.id,
  status: row.status,
  ceiling: row.ceiling,
  account: accountView(row),
  coversLoans: row.coversLoans,
  coversOrders: row.coversOrders,
  signedAt: row.signedAt,
  textVersion: row.textVersion,
  reason: row.reason,
  failures: row.failures,
});

/** The next instalment that will be debited if nothing changes. */
async function nextDebit({ tx, today }: Work, mandate: MandateRow): Promise<Overview['next']> {
  if (mandate.status !== 'active' || !mandate.coversLoans) return null;
  const next = await nextInstalment(tx, mandate.memberId, today, DEBITED_LOANS);
  const book = next && (await readBook(tx, next.loanId));
  if (!next || !book) return null;
  const { no, payableUntil: debitOn } = next;
  const amount = owedForInstalment(book, no, debitOn);
  if (!isPositive(amount)) return null;
  return { caseNo: book.caseNo, no, amount, debitOn, stopBy: stopByOf(debitOn) };
}

/** Returns the member's newest mandate, the next debit and the newest debits. */
export async function overviewOf(work: Work, memberId: number): Promise<Overview> {
  const { tx, services, now } = work;
  const creditor = creditorOf(services);
  const account = await accountOf(tx, memberId, now);
  const mandate = await newestMandate(tx, memberId);
  const debits = await listDebits(tx, { member: memberId }, { limit: RECENT, offset: 0 });
  const text = creditor && authorisationText(creditor);
  return {
    offered: creditor !== null,
    creditor,
    account: account && accountView(account),
    text: text && { ...text, clauses: [...text.clauses] },
    mandate: mandate && mandateView(mandate),
    next: mandate && (await nextDebit(work, mandate)),
    debits: debits.map(debitView),
  };
}

/**
 * hooks.mandateCovers: an active mandate for orders, or for an instalment that is debited on a day.
 * It covers nothing above its ceiling, and no instalment of a loan in violation or later.
 */
export async function mandateCovers(
  tx: Tx,
  memberId: number,
  of: number | { loanId: number; no: number; on: Day },
): Promise<boolean> {
  const mandate = await newestMandate(tx, memberId);
  if (mandate?.status !== 'active') return false;
  if (typeof of === 'number') return mandate.coversOrders && of <= mandate.ceiling;
  const book = mandate.coversLoans ? await readBook(tx, of.loanId) : undefined;
  if (!book || !DEBITED_LOANS.includes(book.status)) return false;
  return owedForInstalment(book, of.no, of.on) <= mandate.ceiling;
}

/** A closed account is not debited any more. */
export async function stopOfClosed(work: Work, memberId: number): Promise<void> {
  const mandate = await lockLiveMandate(work.tx, memberId);
  if (mandate) await stopMandate(work, mandate, '帳戶已關閉');
}

export const mandatesActions: Actions<{ mandates: typeof mandates }>['mandates'] = {
  async mandate(context) {
    return { data: await overviewOf(context, context.member.id) };
  },

  async signMandate(context, { coversLoans, coversOrders, ceiling, textVersion }) {
    const { tx, services, member, now } = context;
    const creditor = creditorOf(services);
    if (!creditor) throw new Refusal('MANDATES_OFF');
    const text = authorisationText(creditor);
    if (text.version !== textVersion) throw new Refusal('MANDATE_TEXT_CHANGED');
    await holdMember(tx, member.id);
    await assertNoHold(tx, member.id);
    const account = await accountOf(tx, member.id, now);
    if (!account) throw new Refusal('NO_BANK_ACCOUNT');
    if (await lockLiveMandate(tx, member.id)) throw new Refusal('MANDATE_EXISTS');
    const stepUp = await consumeStepUp(context, member, { act: 'mandate' });
    const textSha256 = createHash('sha256').update(JSON.stringify(text)).digest('hex');
    const inserted = await insertMandate(tx, {
      memberId: member.id,
      bankAccountId: account.id,
      coversLoans,
      coversOrders,
      ceiling,
      textVersion,
      textSha256,
      stepUp,
      now,
    });
    if (!inserted) throw new Refusal('MANDATE_EXISTS');
    await insertRegistration(tx, inserted.id, 'add');
    await recordMove(context, {
      subject: { type: 'mandate', id: inserted.id },
      action: 'mandate.signed',
      from: null,
      to: 'pending',
      snapshot: {
        memberId: member.id,
        coversLoans,
        coversOrders,
        ceiling,
        textVersion,
        textSha256,
        reference: stepUp.reference,
      },
    });
    return { data: await overviewOf(context, member.id) };
  },

  async stopMandate(context) {
    const { tx, member } = context;
    const mandate = await lockLiveMandate(tx, member.id);
    if (!mandate) throw new Refusal('MANDATE_STATUS');
    await stopMandate(context, mandate, STOPPED_BY_MEMBER);
    return { data: await overviewOf(context, member.id) };
  },

  async resumeMandate(context) {
    const { tx, member } = context;
    const mandate = await lockLiveMandate(tx, member.id);
    if (mandate?.status !== 'paused') throw new Refusal('MANDATE_STATUS');
    await assertNoHold(tx, member.id);
    await moveMandate(context, mandate, { to: 'active', action: 'mandate.resumed', failures: 0 });
    return { data: await overviewOf(context, member.id) };
  },
};
