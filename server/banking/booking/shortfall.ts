// Client money that lacks in the trust account: what waits for it, the task about it, and the
// company's own reserve that is used up before.
import { formatMoney, money, type Money, percentOf, ZERO } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Operator } from '../../call.ts';
import type { TaskHandler } from '../../hooks.ts';
import type { Services } from '../../services.ts';
import { balanceOf } from '../../ledger/front.ts';
import { numbersInForce } from '../../settings/front.ts';
import { closeTask, openTask, recordMove, renewTask } from '../../tasks/front.ts';
import { type Work, inWork } from '../../work.ts';
import {
  insertCover,
  openShortTask,
  type ShortfallRow,
  standingShortfall,
} from './shortfall-queries.ts';

const subjectOf = (id: number) => ({ type: 'shortfall', id }) as const;
const labelOf = (amount: Money) => `信託專戶短少 ${formatMoney(amount)}`;
/** The one task about the company's reserve. */
const RESERVE = { type: 'trust', id: 0 } as const;

/**
 * Refuses TRUST_SHORT while client money is short and no transfer of the company that covers it is
 * confirmed. Whatever pays out of the trust account asks first: what is left belongs to customers,
 * and paying one of them would take it from another.
 */
export async function assertTrustWhole({ tx }: Pick<Work, 'tx'>): Promise<void> {
  const row = await standingShortfall(tx);
  if (row?.waits) throw new Refusal('TRUST_SHORT', { data: { lacking: row.amount } });
}

/** Returns whether `assertTrustWhole` would refuse. */
export const isTrustShort = async (tx: Work['tx']) => (await standingShortfall(tx))?.waits ?? false;

/** hooks.trustMoved: tells people in the transaction that makes client money short or whole. */
export async function watchTrust(work: Work, isLower: boolean): Promise<void> {
  const row = await standingShortfall(work.tx);
  await tellOfShortfall(work, row);
  if (isLower) await watchReserve(work, row);
}

async function tellOfShortfall(work: Work, row: ShortfallRow | null): Promise<void> {
  const task = await openShortTask(work.tx);
  if (task && task.subjectId !== row?.id) {
    await closeTask(work, 'trust_shortfall', subjectOf(task.subjectId), 'covered');
  }
  if (!row) return;
  const label = labelOf(row.amount);
  if (task?.subjectId === row.id) {
    if (task.label !== label) await renewTask(work, task.id, label, task.detail);
  } else if (row.waits) {
    const subject = { ...subjectOf(row.id), label };
    await openTask(work, { kind: 'trust_shortfall', subject });
    await recordMove(work, {
      subject: subjectOf(row.id),
      action: 'trust.short',
      snapshot: { amount: row.amount, cause: row.cause, since: row.since },
    });
  }
}

/** Opens a task if less than half of the reserve is left, and closes it once there is more. */
async function watchReserve(work: Work, row: ShortfallRow | null): Promise<void> {
  const { trustReserve } = await numbersInForce(work.tx, work.now);
  const half = percentOf(money(trustReserve), 5_000, 'floor');
  const due = await balanceOf(work.tx, { account: 'platform_due' });
  if (row === null && due >= half) {
    await closeTask(work, 'attention', RESERVE, 'covered');
    return;
  }
  // While client money is short, the task about that says more.
  if (row !== null) return;
  const label = `信託專戶的公司準備金剩 ${formatMoney(due)}，不足一半`;
  const why = `準備金應有 ${formatMoney(money(trustReserve))}；用完後付款與簽核都會停止，請由公司帳戶匯入`;
  await openTask(work, {
    kind: 'attention',
    subject: { ...RESERVE, label },
    detail: { why, amount: due },
  });
}

/** Daily: a confirmed transfer may not have arrived, and the reserve may have become another. */
export async function watchTrustDaily(services: Services): Promise<void> {
  await inWork(services, (work) => watchTrust(work, true));
}

async function state(
  work: Work & { operator: Operator },
  row: ShortfallRow,
  reference: string | undefined,
): Promise<void> {
  const fields = {
    ...(row.confirmed && { decision: '這次短少已經確認過一次公司匯款，請等款項入帳' }),
    ...(!reference && { reference: '請填寫銀行的交易序號' }),
  };
  if (row.confirmed || !reference) throw new Refusal('DECISION_INVALID', { fields });
  await openTask(work, {
    kind: 'trust_shortfall',
    subject: { ...subjectOf(row.id), label: labelOf(row.amount) },
    detail: { reference, amount: row.amount },
    makerId: work.operator.id,
  });
}

/**
 * One person states the company's transfer with the bank's reference and another confirms it, once
 * a shortfall. The task ends by itself when the money is there.
 */
export const shortfallTask: TaskHandler<'trust_shortfall'> = {
  async detail(work, task) {
    const row = await standingShortfall(work.tx);
    if (row?.id !== task.subjectId) return { ...task.detail, lacking: ZERO };
    const { amount: lacking, since, cause, confirmed } = row;
    return { ...task.detail, lacking, since, cause, confirmed };
  },

  amount: (_work, task) => Promise.resolve(money(task.detail.amount ?? 0)),

  async decide(work, task, decided) {
    const row = await standingShortfall(work.tx);
    if (row?.id !== task.subjectId) throw new Refusal('TASK_DONE');
    const { makerId, detail } = task;
    const stage = makerId === null ? ['sent'] : ['approve', 'return'];
    if (!stage.includes(decided.decision)) throw new Refusal('DECISION_INVALID');
    if (decided.decision === 'sent') return state(work, row, decided.reference);
    const { reference = '', amount = 0 } = detail;
    if (decided.decision === 'return' || makerId === null) {
      const subject = { ...subjectOf(row.id), label: labelOf(row.amount) };
      const returned = decided.reason;
      return openTask(work, { kind: 'trust_shortfall', subject, detail: { returned } });
    }
    if (amount < row.amount) {
      const text = '短少的金額已經增加，請退回重新填寫';
      throw new Refusal('DECISION_INVALID', { fields: { decision: text } });
    }
    const persons = { makerId, checkerId: work.operator.id };
    const { today, now } = work;
    const stated = { shortfallId: row.id, amount: money(amount), reference };
    await insertCover(work.tx, { ...stated, ...persons, today, now });
    await recordMove(work, {
      subject: subjectOf(row.id),
      action: 'trust.cover_confirmed',
      snapshot: { amount, reference, ...persons },
    });
  },
};
