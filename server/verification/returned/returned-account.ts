// A payment that the bank returned from a member's own account. What is owed to them waits until
// they name another account; the same one is tried again only if two persons agree.
import { formatMoney } from '#contract/core/money.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import { Refusal } from '#contract/refusals.ts';
import { ACCOUNT_REMINDER_DAYS } from '#contract/verification/returned-account.ts';
import { eachOne } from '../../each-one.ts';
import { hooks, type TaskHandler } from '../../hooks.ts';
import { finds } from '../../database/finds.ts';
import type { Job } from '../../jobs/job.ts';
import { tell } from '../../notices/front.ts';
import { closeTask, openTask, recordMove } from '../../tasks/front.ts';
import { maskedAccount } from '../../identity/rules.ts';
import { type Work, inWork } from '../../work.ts';
import { accountById, accountWith } from '../change/account-queries.ts';
import { noticeKinds } from '../words.ts';
import {
  accountWaits,
  endReturned,
  insertReturned,
  lockReturned,
  membersToRemind,
  membersWithNewAccount,
  type ReturnedAccountRow,
  setReminders,
  waitingFor,
} from './returned-account-queries.ts';

const subjectOf = (memberId: number) => ({ type: 'member', id: memberId }) as const;

/** The task without the name, so that data that cannot be read do not keep the money back. */
const taskOf = (memberId: number) => ({
  kind: 'returned_account' as const,
  subject: { ...subjectOf(memberId), label: `退匯待新帳戶：會員 ${memberId}` },
});

/**
 * Keeps back what is owed to a member whose own account sent a payment back, with a task. Returns
 * false if another account is in force meanwhile, to which it can be sent.
 */
export async function keepForAccount(
  work: Work,
  { memberId, paymentId, reason }: { memberId: number; paymentId: number; reason: string | null },
): Promise<boolean> {
  const said = reason ?? '未說明原因';
  const kept = await insertReturned(work.tx, { memberId, paymentId, reason: said, now: work.now });
  if (kept === 0) return accountWaits(work.tx, memberId);
  await openTask(work, taskOf(memberId));
  await recordMove(work, {
    subject: subjectOf(memberId),
    action: 'verification.account_returned',
    reason: said,
    snapshot: { payment: paymentId },
  });
  return true;
}

/** Ends the wait: what is owed to the member may be released. */
async function end(
  work: Work,
  row: ReturnedAccountRow,
  ended: 'account' | 'again',
  maker?: number | null,
): Promise<void> {
  await endReturned(work.tx, row.id, ended, work.now);
  await recordMove(work, {
    subject: subjectOf(row.memberId),
    action: ended === 'again' ? 'verification.account_again' : 'verification.account_replaced',
    snapshot: { returned: row.id, ...(maker !== undefined && { maker }) },
  });
  for (const follow of hooks.accountReady) await follow(work, row.memberId);
}

const accountName = ({ bankCode, accountTail }: { bankCode: string; accountTail: string }) =>
  `${bankCode} ${bankName(bankCode)} ${maskedAccount(accountTail)}`;

/** The finance desk follows a returned payment until there is an account to which it can go. */
export const returnedAccount: TaskHandler<'returned_account'> = {
  async detail(work, task) {
    const { tx } = work;
    const row = task.status === 'open' ? await lockReturned(tx, task.subjectId) : null;
    if (!row) return task.detail;
    const account = await accountById(tx, row.bankAccountId);
    const [proposed, coming] = [
      await accountWith(tx, row.memberId, 'proposed'),
      await accountWith(tx, row.memberId, 'coming'),
    ];
    return {
      ...task.detail,
      memberId: row.memberId,
      ...(account && { account: accountName(account) }),
      reason: row.reason,
      returnedAt: row.returnedAt,
      reminders: row.reminders,
      change: coming ? 'coming' : proposed ? 'proposed' : 'none',
      ...(await waitingFor(tx, row.memberId)),
    };
  },

  async decide(work, task, { decision, reason = null }) {
    const row = await lockReturned(work.tx, task.subjectId);
    if (!row) return 'overtaken';
    const open = taskOf(row.memberId);
    if ((decision === 'again') !== (task.makerId === null)) throw new Refusal('DECISION_INVALID');
    if (decision === 'again') {
      const fields = { reason: '請寫明銀行的說明' };
      if (reason === null) throw new Refusal('DECISION_INVALID', { fields });
      await openTask(work, { ...open, detail: { why: reason }, makerId: work.operator.id });
      await recordMove(work, {
        subject: subjectOf(row.memberId),
        action: 'verification.account_again_asked',
        reason,
        snapshot: { returned: row.id },
      });
      return;
    }
    if (decision === 'approve') return end(work, row, 'again', task.makerId);
    await openTask(work, { ...open, detail: { returned: reason ?? '' } });
  },
};

async function endIfReplaced(work: Work, memberId: number): Promise<void> {
  const row = await lockReturned(work.tx, memberId);
  if (!row) return;
  await closeTask(work, 'returned_account', subjectOf(memberId), 'done', '會員已更換收款帳戶');
  await end(work, row, 'account');
}

async function remind(work: Work, memberId: number): Promise<void> {
  const row = await lockReturned(work.tx, memberId);
  if (!row) return;
  await setReminders(work.tx, row.id, row.reminders + 1);
  const { amount } = await waitingFor(work.tx, memberId);
  await tell(work, memberId, noticeKinds.accountAwaited({ amount: formatMoney(amount) }));
}

export const returnedAccountJobs: readonly Job[] = [
  {
    name: 'verification.accountsReplaced',
    each: 'minute',
    due: () => [finds(membersWithNewAccount)],
    async run(services) {
      const due = await inWork(services, ({ tx }) => membersWithNewAccount(tx));
      await eachOne(services, due, ({ memberId }) =>
        inWork(services, (work) => endIfReplaced(work, memberId)),
      );
    },
  },
  {
    name: 'verification.remindOfAccounts',
    each: 'day',
    due: ({ now }) => [finds((tx) => membersToRemind(tx, ACCOUNT_REMINDER_DAYS, now))],
    async run(services) {
      const due = await inWork(services, ({ tx, now }) =>
        membersToRemind(tx, ACCOUNT_REMINDER_DAYS, now),
      );
      await eachOne(services, due, ({ memberId }) =>
        inWork(services, (work) => remind(work, memberId)),
      );
    },
  },
];
