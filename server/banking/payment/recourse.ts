// Recourse: if the bank reverses a receipt whose money was already used or returned, the platform
// covers the amount and claims it from the payer.
import { formatMoney, money, negate, subtract, type Money } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TaskHandler, Shortfall } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { post } from '../../ledger/front.ts';
import { closeTask, openTask, recordMove } from '../../tasks/front.ts';
import type { Entry } from '../../ledger/rules.ts';
import {
  endRecourse,
  insertRecourse,
  lockRecourse,
  lowerRecourse,
  recoverRecourse,
  type RecourseRow,
} from './recourse-queries.ts';

const receiptOf = (id: number) => ({ type: 'receipt', id }) as const;

const subjectOf = ({
  receiptId,
  label,
  amount,
}: Pick<RecourseRow, 'receiptId' | 'label'> & {
  amount: Money;
}) => ({
  ...receiptOf(receiptId),
  label: `${label}遭銀行沖正，平台墊付 ${formatMoney(amount)}`,
});

const claim = (
  { loanId, memberId }: Pick<RecourseRow, 'loanId' | 'memberId'>,
  amount: number,
): Entry => ({
  account: 'recourse_receivable',
  ...(loanId !== null && { loan: loanId }),
  ...(memberId !== null && { member: memberId }),
  amount,
});

/** The missing part of a reversed receipt; it has no loan if the money belonged to nobody. */
export type Missing = Pick<RecourseRow, 'loanId' | 'memberId' | 'label'> & {
  amount: NonNullable<Shortfall>['amount'];
};

/**
 * Covers the missing part of a receipt, so that suspense never becomes negative: the company leaves
 * as much of its fees in the trust account, or owes it. Creates a claim on the payer and a task to
 * pursue it.
 */
export async function cover(work: Work, receiptId: number, missing: Missing): Promise<void> {
  const amount = money(missing.amount);
  const row = { receiptId, ...missing, amount };
  await insertRecourse(work.tx, { ...row, coveredOn: work.today });
  await post(work, [
    {
      id: `receipt:${receiptId}:covered`,
      kind: 'covered',
      on: work.today,
      ...(row.loanId !== null && { loanId: row.loanId }),
      entries: [
        claim(row, amount),
        { account: 'fee_receivable', amount: negate(amount) },
        { account: 'suspense', amount: negate(amount) },
        { account: 'platform_due', amount },
      ],
    },
  ]);
  await recordMove(work, {
    subject: receiptOf(receiptId),
    action: 'receipt.covered',
    snapshot: { amount, loanId: row.loanId, memberId: row.memberId },
  });
  await askToPursue(work, row);
}

function askToPursue(
  work: Work,
  row: Pick<RecourseRow, 'receiptId' | 'label' | 'loanId'> & { amount: Money },
): Promise<void> {
  const { receiptId, amount, loanId } = row;
  return openTask(work, {
    kind: 'recourse',
    subject: subjectOf(row),
    detail: { receiptId, covered: amount, ...(loanId !== null && { loanId }) },
  });
}

/** One person states how the claim ended and another approves; only then is the outcome booked. */
export const recourseTask: TaskHandler<'recourse'> = {
  async detail(work, task) {
    const recourse = await lockRecourse(work.tx, task.subjectId);
    return { ...task.detail, caseNo: recourse?.caseNo ?? null, day: recourse?.coveredOn };
  },

  async decide(work, task, { decision, reason }) {
    const recourse = await lockRecourse(work.tx, task.subjectId);
    if (recourse?.status !== 'open') throw new Refusal('ORDER_STATUS');
    const { makerId, detail } = task;
    const stage = makerId === null ? ['recovered', 'dismiss'] : ['approve', 'return'];
    if (!stage.includes(decision)) throw new Refusal('DECISION_INVALID');
    const { why: _why, proposed: asked, returned: _returned, ...facts } = detail;
    const open = { kind: 'recourse', subject: subjectOf(recourse) } as const;
    if (decision === 'approve') {
      const status = asked ?? 'lost';
      await end(work, recourse, status, { maker: makerId, checker: work.operator.id });
    } else if (decision === 'return') {
      await openTask(work, { ...open, detail: { ...facts, returned: reason } });
    } else {
      const proposed = decision === 'recovered' ? 'recovered' : 'lost';
      const makerId = work.operator.id;
      await openTask(work, { ...open, detail: { ...facts, proposed, why: reason }, makerId });
    }
  },
};

type Persons = { maker: number | null; checker: number | null };

async function end(
  work: Work,
  recourse: RecourseRow & { amount: Money },
  status: 'recovered' | 'lost',
  { maker, checker }: Persons,
): Promise<void> {
  const { receiptId, amount } = recourse;
  await endRecourse(work.tx, receiptId, { status, settledOn: work.today, maker, checker });
  await post(work, [
    {
      id: `recourse:${receiptId}`,
      kind: `recourse_${status}`,
      on: work.today,
      ...(recourse.loanId !== null && { loanId: recourse.loanId }),
      entries: [
        { account: status === 'recovered' ? 'platform_bank' : 'loss', amount },
        claim(recourse, negate(amount)),
      ],
    },
  ]);
}

/**
 * Like `keepForRecourse`, for a claim that the caller has read and locked, so that money is never
 * taken from elsewhere without being kept here.
 */
export async function keepForLockedRecourse(
  ...[work, receiptId, source, transferId]: Parameters<typeof keepForRecourse>
): Promise<void> {
  if (await keepForRecourse(work, receiptId, source, transferId)) return;
  throw new Error(`the claim of receipt ${receiptId} is over, or less than ${source.amount}`);
}

/**
 * Keeps money that was sent away and came back after the platform had covered it: it ends the claim
 * on the payer, or lowers it by this part. If persons have given the claim up, the loss becomes
 * smaller instead. `source` is the account in which the money is. Returns false if nothing was
 * covered, less was covered, or the payer has paid the claim, so that the money is theirs.
 */
export async function keepForRecourse(
  work: Work,
  receiptId: number,
  source: Entry,
  transferId: string,
): Promise<boolean> {
  const recourse = await lockRecourse(work.tx, receiptId);
  const amount = money(source.amount);
  if (!recourse || recourse.status === 'recovered' || recourse.amount < amount) return false;
  const { loanId, status } = recourse;
  const isLost = status === 'lost';
  const rest = { ...recourse, amount: subtract(recourse.amount, amount) };
  const isEnded = rest.amount === 0;
  if (isEnded) await recoverRecourse(work.tx, receiptId, work.today);
  else await lowerRecourse(work.tx, receiptId, rest.amount);
  await post(work, [
    {
      id: transferId,
      kind: 'recourse_recovered',
      on: work.today,
      ...(loanId !== null && { loanId }),
      entries: [
        source,
        { account: 'platform_due', amount: negate(amount) },
        { account: 'fee_receivable', amount },
        isLost ? { account: 'loss', amount: negate(amount) } : claim(recourse, negate(amount)),
      ],
    },
  ]);
  await recordMove(work, {
    subject: receiptOf(receiptId),
    action: 'receipt.recovered',
    from: status,
    to: isEnded ? 'recovered' : status,
    snapshot: { amount, left: rest.amount },
  });
  if (isLost) return true;
  // What a person proposed was about the whole amount, so they are asked about the rest anew.
  await closeTask(work, 'recourse', receiptOf(receiptId), 'overtaken', '退回的款項已經回到專戶');
  if (!isEnded) await askToPursue(work, rest);
  return true;
}
