// A member who is paid: what is known about the account, and what must be answered before it.
import type { payeeLineSchema } from '#contract/banking/payees.ts';
import type { ServerSide } from '#contract/core/server-side.ts';
import { type Day, dayOf, daysBetween, formatDay } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { TaskFlag } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { accountInForce } from '../change/account-queries.ts';
import { whyPayoutsWait } from '../hold/payout-hold.ts';
import { accountIn, nameOfMember } from '../person.ts';
import { paymentsToAccount } from './payee-queries.ts';
import { sharedAccount, sharedFacts, sharedText } from './shared.ts';

/** The line that is shown, and by what its warnings are recognised. */
type Payee = {
  line: ServerSide<typeof payeeLineSchema>;
  accountId: number;
  /** Stands for all who share the account. */
  sharedKey: string | null;
  changedOn: Day | null;
  returned: { id: number; on: Day | null; reason: string | null } | null;
};

/** Returns the payee of a payment to a member; null without an account in force. */
export async function payeeOf(work: Work, memberId: number): Promise<Payee | null> {
  const { tx, services, now } = work;
  const account = await accountInForce(tx, memberId, now);
  const history = account && (await paymentsToAccount(tx, memberId, now));
  const name = account && (await nameOfMember(tx, services, memberId));
  if (!account || !history || name === null) return null;
  const { bankCode, bankName, accountTail } = accountIn(services, account);
  const shared = await sharedAccount(work, memberId, account);
  const { paid, firstPaidOn, returnedId, returnedOn, returnedWhy } = history;
  const changedOn = history.isChanged ? dayOf(history.since) : null;
  const returned = returnedId === null ? null : { on: returnedOn, reason: returnedWhy };
  const line = {
    memberId,
    name,
    bankCode,
    bankName,
    tail: accountTail,
    paid,
    firstPaidOn,
    changedOn,
    shared: shared.total,
    sharedWith: [...shared.who],
    returned,
    hold: await whyPayoutsWait(tx, memberId),
  };
  const lastReturned = returnedId === null || !returned ? null : { id: returnedId, ...returned };
  const sharedKey = shared.key;
  return { line, accountId: account.id, sharedKey, changedOn, returned: lastReturned };
}

/** A first payment of less, in NT$, is shown and not asked about. */
const FIRST_PAYMENT_LIMIT = 100_000;
/** Days for which a change of the account is asked about. */
const CHANGED_DAYS = 30;

/**
 * Returns what must be answered before an amount goes to a payee. The account in force was verified
 * by a reviewer, so that a first payment is only asked about if the account is shared or the amount
 * is large.
 */
export function payeeFlags(payee: Payee, amount: Money, today: Day): TaskFlag[] {
  const { line, accountId, sharedKey, changedOn, returned } = payee;
  const shared = { total: line.shared, key: sharedKey, who: line.sharedWith };
  const flags: TaskFlag[] = [];
  const text = sharedText(shared, '共用收款帳戶');
  if (text !== null) {
    const facts = `${accountId},${sharedFacts(shared)}`;
    flags.push({ code: 'ACCOUNT_SHARED', facts, text, who: shared.who });
  }
  if (line.paid === 0 && (shared.total > 0 || amount >= FIRST_PAYMENT_LIMIT)) {
    const facts = `${accountId}`;
    flags.push({ code: 'FIRST_PAYMENT', facts, text: '首次匯入此帳戶，請確認戶名與帳號' });
  }
  if (changedOn !== null && daysBetween(changedOn, today) <= CHANGED_DAYS) {
    const since = `收款帳戶於 ${formatDay(changedOn)} 變更`;
    flags.push({ code: 'ACCOUNT_CHANGED', facts: `${accountId}`, text: since });
  }
  if (returned !== null) {
    const on = returned.on === null ? '' : `於 ${formatDay(returned.on)} `;
    const why = `此帳戶${on}遭銀行退匯：${returned.reason ?? '未說明原因'}`;
    flags.push({ code: 'PAYMENT_RETURNED', facts: `${returned.id}`, text: why });
  }
  return flags;
}
