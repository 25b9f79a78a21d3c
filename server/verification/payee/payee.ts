// Members who are paid: what is known about their accounts, and what must be answered before it.
import type { ServerPayeeLine } from '#contract/banking/payees.ts';
import { type Day, dayOf, daysBetween, formatDay } from '#contract/core/day.ts';
import { type Money, sum } from '#contract/core/money.ts';
import { logDamage } from '../../each-one.ts';
import type { TaskFlag } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { whyMemberWaits, whyPayoutsWait } from '../hold/payout-hold.ts';
import { accountIn } from '../person.ts';
import { accountsPaid } from './payee-queries.ts';
import { type Shared, sharedAccounts, sharedFacts, sharedText } from './shared.ts';

/** The line that is shown, and by what its warnings are recognised. */
type Payee = {
  line: ServerPayeeLine;
  accountId: number;
  /** Stands for all who share the account. */
  sharedKey: string | null;
  changedOn: Day | null;
  returned: { id: number; on: Day | null; reason: string | null } | null;
};

type PaidAccount = Awaited<ReturnType<typeof accountsPaid>>[number];

/** What is encrypted of a payee; null if it cannot be read, which is logged. */
function readPaid({ services }: Work, row: PaidAccount) {
  const { memberId, sealedName } = row;
  if (sealedName === null) return null;
  try {
    const name = services.secrets.decrypt('verification.profile.name', memberId, sealedName);
    return { row, name, account: accountIn(services, row) };
  } catch (error) {
    const about = { member: memberId };
    logDamage(services.log, error, about, 'the account of a payee cannot be decrypted');
    return null;
  }
}
type ReadPaid = NonNullable<ReturnType<typeof readPaid>>;

function payeeIn({ row, name, account }: ReadPaid, shared: Shared | undefined): Payee {
  const { memberId, paid, firstPaidOn, returnedId } = row;
  const { bankCode, bankName, accountTail } = account;
  const changedOn = row.isReplacing ? dayOf(row.since) : null;
  const returned = returnedId === null ? null : { on: row.returnedOn, reason: row.returnedWhy };
  const line = {
    memberId,
    name,
    bankCode,
    bankName,
    tail: accountTail,
    paid,
    firstPaidOn,
    changedOn,
    shared: shared?.total ?? 0,
    sharedWith: [...(shared?.who ?? [])],
    returned,
    hold: whyMemberWaits(row),
  };
  const lastReturned = returnedId === null || !returned ? null : { id: returnedId, ...returned };
  const sharedKey = shared?.key ?? null;
  return { line, accountId: row.id, sharedKey, changedOn, returned: lastReturned };
}

/**
 * Returns the payees of payments to members, by member; one without an account in force is left
 * out, and one whose account or name cannot be decrypted as well, so that one damaged row does not
 * hide the others.
 */
async function payeesOf(
  work: Work,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, Payee>> {
  const rows = await accountsPaid(work.tx, [...new Set(memberIds)], work.now);
  const read = rows.map((row) => readPaid(work, row)).filter((one) => one !== null);
  const shared = await sharedAccounts(
    work,
    read.map(({ row }) => row),
  );
  return new Map(
    read.map((one) => [one.row.memberId, payeeIn(one, shared.get(one.row.memberId))] as const),
  );
}

/**
 * Returns the payee of the disbursement of a loan; null without an account in force. A returned
 * account does not keep it back, because the loan is signed again.
 */
export async function payeeOf(work: Work, memberId: number): Promise<Payee | null> {
  const payee = (await payeesOf(work, [memberId])).get(memberId);
  if (!payee) return null;
  return { ...payee, line: { ...payee.line, hold: await whyPayoutsWait(work.tx, memberId) } };
}

/** A payment of a member's own money to their account in force. */
type MemberPayment = { memberId: number; amount: Money };

/** hooks.payees: the lines of the members who are paid. */
export async function payeeLines(
  work: Work,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, ServerPayeeLine>> {
  const payees = await payeesOf(work, memberIds);
  return new Map([...payees].map(([memberId, { line }]) => [memberId, line]));
}

/**
 * hooks.payeeFlags: what must be answered before these payments leave. Several payments to one
 * member ask once, about their sum.
 */
export async function flagsOfPayments(
  work: Work,
  payments: readonly MemberPayment[],
): Promise<TaskFlag[]> {
  const byMember = Map.groupBy(payments, ({ memberId }) => memberId);
  const payees = await payeesOf(work, [...byMember.keys()]);
  return [...byMember].flatMap(([memberId, own]) => {
    const payee = payees.get(memberId);
    if (!payee) return [];
    const amount = sum(own.map((one) => one.amount));
    const { name, tail } = payee.line;
    return payeeFlags(payee, amount, work.today).map(({ text, who = [], ...flag }) => ({
      ...flag,
      memberId,
      text: `${name} ****${tail}：${text}`,
      who: [{ id: memberId, name: null }, ...who],
    }));
  });
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
