// Changes the status of a mandate: the move, its audit row, what the bank is told, and the notice.
import { formatMoney } from '#contract/core/money.ts';
import { isLive, type MandateStatus } from '#contract/mandates/status.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import type { Work } from '../work.ts';
import { maskedAccount } from '../identity/rules.ts';
import { tell } from '../notices/front.ts';
import { recordMove } from '../tasks/front.ts';
import type { NoticeContent } from '../notices/rules.ts';
import { countDebits, waitingOfMandate, writeDebit } from './debit-queries.ts';
import { dropRegistration, insertRegistration, type MandateRow, writeStatus } from './queries.ts';
import { assertMove } from './rules.ts';
import { noticeKinds } from './words.ts';

type Move = {
  to: MandateStatus;
  action: `mandate.${'active' | 'paused' | 'refused' | 'stopped' | 'superseded' | 'resumed'}`;
  reason?: string;
  failures?: number;
};

/** The account of a mandate as members read it: 台新國際商業銀行 ****5678. */
export const accountText = ({ bankCode, accountTail }: MandateRow): string =>
  `${bankName(bankCode)} ${maskedAccount(accountTail)}`;

/** Moves a mandate whose row is locked, and writes the audit row. */
export async function moveMandate(work: Work, mandate: MandateRow, move: Move): Promise<void> {
  const { to, action, reason = null, failures = mandate.failures } = move;
  assertMove(mandate.status, to);
  await writeStatus(work.tx, mandate.id, { status: to, failures, reason, now: work.now });
  await recordMove(work, {
    subject: { type: 'mandate', id: mandate.id },
    action,
    from: mandate.status,
    to,
    reason,
  });
}

/** Withdraws the debits of a mandate that were not sent to the bank yet. */
async function withdrawWaiting(work: Work, mandateId: number): Promise<void> {
  for (const { id } of await waitingOfMandate(work.tx, mandateId)) {
    await writeDebit(work.tx, id, { status: 'withdrawn', withdrawn: 'stopped' });
    await recordMove(work, {
      subject: { type: 'debit', id },
      action: 'debit.withdrawn',
      from: 'pending',
      to: 'withdrawn',
    });
  }
}

/**
 * Ends a live mandate: debits that wait are withdrawn, and the bank is told to cancel it unless it
 * was never told about it or has ended it itself. What was sent stands.
 */
export async function endMandate(
  work: Work,
  mandate: MandateRow,
  end: {
    to: 'stopped' | 'superseded' | 'refused';
    reason: string;
    byBank?: boolean;
    said: (sent: number) => NoticeContent | null;
  },
): Promise<void> {
  const { to, reason, byBank = false, said } = end;
  await moveMandate(work, mandate, { to, action: `mandate.${to}`, reason });
  await withdrawWaiting(work, mandate.id);
  const wasUnsent = (await dropRegistration(work.tx, mandate.id, 'add')) > 0;
  if (!wasUnsent && !byBank) await insertRegistration(work.tx, mandate.id, 'cancel');
  const sent = await countDebits(work.tx, { mandate: mandate.id, status: 'sent' });
  const notice = said(sent.total);
  if (notice) await tell(work, mandate.memberId, notice);
}

/** The notice that a mandate was stopped, which says what still happens. */
export const stoppedNotice = (mandate: MandateRow, reason: string, sent: number): NoticeContent =>
  noticeKinds.stopped({
    account: accountText(mandate),
    reason,
    sent: sent > 0 ? `已送交銀行的 ${sent} 筆扣款不受影響。` : '',
  });

/** Stops a live mandate on behalf of its member or because the bank ended it. */
export const stopMandate = (work: Work, mandate: MandateRow, reason: string, byBank = false) =>
  endMandate(work, mandate, {
    to: 'stopped',
    reason,
    byBank,
    said: (sent) => stoppedNotice(mandate, reason, sent),
  });

/** The bank agrees to a mandate; one that ended meanwhile stays ended. */
export async function activate(work: Work, mandate: MandateRow): Promise<void> {
  if (mandate.status !== 'pending') return;
  await moveMandate(work, mandate, { to: 'active', action: 'mandate.active' });
  const ceiling = formatMoney(mandate.ceiling);
  await tell(
    work,
    mandate.memberId,
    noticeKinds.active({ account: accountText(mandate), ceiling }),
  );
}

/** The bank does not agree to a mandate. */
export async function refuse(work: Work, mandate: MandateRow, reason: string): Promise<void> {
  if (!isLive(mandate.status)) return;
  const account = accountText(mandate);
  if (mandate.status !== 'pending') return;
  await endMandate(work, mandate, {
    to: 'refused',
    reason,
    byBank: true,
    said: () => noticeKinds.refused({ account, reason }),
  });
}
