// A payment that the bank returned from a member's own account. What is owed to them waits until
// they name another account; the same one is tried again only if two persons agree.
import { formatMoney } from '#contract/core/money.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import { Refusal } from '#contract/refusals.ts';
import { ACCOUNT_REMINDER_DAYS } from '#contract/verification/returned-account.ts';
import { eachOne } from '../../each-one.ts';
import { hooks, type TaskHandler } from '../../hooks.ts';
import type { Tx } from '../../database/db.ts';
import { finds } from '../../database/finds.ts';
import type { Job } from '../../jobs/job.ts';
import { tell } from '../../notices/front.ts';
import { closeTask, holdTask, openTask, recordMove } from '../../tasks/front.ts';
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
  returnedOf,
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
  const { tx, now } = work;
  const said = reason ?? '未說明原因';
  const insert = () => insertReturned(tx, { memberId, paymentId, reason: said, now });
  if ((await insert()) === 0) {
    // Whoever ends the wait at this moment does not see this payment: it waits anew then.
    if (await lockReturned(tx, memberId)) return true;
    if ((await insert()) === 0) return false;
  }
  await openTask(work, taskOf(memberId));
  await recordMove(work, {
    subject: subjectOf(memberId),
    action: 'verification.account_returned',
    reason: said,
    snapshot: { payment: paymentId },
  });
  return true;
}

const endings = {
  account: 'verification.account_replaced',
  again: 'verification.account_again',
  closed: 'verification.account_left',
} as const;

/** Ends the wait: what is owed to the member may be released. */
async function end(
  work: Work,
  row: ReturnedAccountRow,
  ended: keyof typeof endings,
  maker?: number | null,
): Promise<void> {
  await endReturned(work.tx, row.id, ended, work.now);
  await recordMove(work, {
    subject: subjectOf(row.memberId),
    action: endings[ended],
    snapshot: { returned: row.id, ...(maker !== undefined && { maker }) },
  });
  for (const follow of hooks.accountReady) await follow(work, row.memberId);
}

/** Whether the member has asked for another account, and whether it is approved. */
async function changeOf(tx: Tx, memberId: number): Promise<'none' | 'proposed' | 'coming'> {
  if (await accountWith(tx, memberId, 'coming')) return 'coming';
  return (await accountWith(tx, memberId, 'proposed')) ? 'proposed' : 'none';
}

/** What a member's money waits for; null unless it waits for another account of theirs. */
export async function awaitedAccount(tx: Tx, memberId: number) {
  if (!(await accountWaits(tx, memberId))) return null;
  const { amount } = await waitingFor(tx, memberId);
  return { amount, change: await changeOf(tx, memberId) };
}

const accountName = ({ bankCode, accountTail }: { bankCode: string; accountTail: string }) =>
  `${bankCode} ${bankName(bankCode)} ${maskedAccount(accountTail)}`;

/** The finance desk follows a returned payment until there is an account to which it can go. */
export const returnedAccount: TaskHandler<'returned_account'> = {
  async detail(work, task) {
    const { tx } = work;
    const row = task.status === 'open' ? await returnedOf(tx, task.subjectId) : null;
    if (!row) return task.detail;
    const account = await accountById(tx, row.bankAccountId);
    return {
      ...task.detail,
      memberId: row.memberId,
      ...(account && { account: accountName(account) }),
      reason: row.reason,
      returnedAt: row.returnedAt,
      reminders: row.reminders,
      change: await changeOf(tx, row.memberId),
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

/** Ends the wait without a decision; the task is locked first, as by whoever decides. */
async function endAs(
  work: Work,
  memberId: number,
  ended: 'account' | 'closed',
  why: string,
): Promise<void> {
  await holdTask(work, 'returned_account', subjectOf(memberId));
  const row = await lockReturned(work.tx, memberId);
  if (!row) return;
  await closeTask(work, 'returned_account', subjectOf(memberId), 'done', why);
  await end(work, row, ended);
}

/** Nothing is owed to a member who may close the account, so that nothing waits any more. */
export const forgetReturned = (work: Work, memberId: number): Promise<void> =>
  endAs(work, memberId, 'closed', '帳戶已關閉');

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
        inWork(services, (work) => endAs(work, memberId, 'account', '會員已更換收款帳戶')),
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
