// Task of two persons who name the account of a third party from the bank's paper.
import { Refusal } from '#contract/refusals.ts';
import { bankName, isOpenBank } from '#contract/taiwan/banks.ts';
import type { Operator } from '../../call.ts';
import { type TaskHandler, hooks } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { openTask, recordMove } from '../../tasks/front.ts';
import { lockReceipt } from '../queries.ts';
import { draftBatch } from './batches.ts';
import { payerAccountOf, payerNameOf } from './payers.ts';
import { confirmSource, enterSource, sourceRow, unenterSource } from './source-queries.ts';
import { COMPLETE, enteredIn, subjectOf } from './sources.ts';

type Entered = Partial<Record<'bankCode' | 'account' | 'holder' | 'reason', string | undefined>>;

/** Refuses DECISION_INVALID for a bank that does not exist or a field that is missing. */
function entered({ bankCode, account, holder, reason }: Entered) {
  const fields = {
    ...(isOpenBank(bankCode ?? '') ? {} : { bankCode: '查無這個銀行代碼' }),
    ...(COMPLETE.test(account ?? '') ? {} : { account: '請輸入完整的帳號，6 至 16 位數字' }),
    ...(holder ? {} : { holder: '請輸入戶名' }),
    ...(reason ? {} : { reason: '請寫明依據的單據' }),
  };
  if (bankCode && account && holder && Object.keys(fields).length === 0) {
    return { bankCode, account, holder };
  }
  throw new Refusal('DECISION_INVALID', { fields });
}

/** One person enters the account from the bank's paper, and another confirms it. */
export const payerSource: TaskHandler<'payer_source'> = {
  async detail(work, task) {
    const receipt = await lockReceipt(work.tx, task.subjectId);
    if (!receipt) return task.detail;
    const { services } = work;
    const row = await sourceRow(work.tx, task.subjectId);
    const source = enteredIn(work, task.subjectId, row);
    const { amount, day, at, fromBank, memo } = receipt;
    const shown = task.status === 'open' ? source?.account : source?.account.slice(-4);
    return {
      ...task.detail,
      amount,
      day,
      at,
      fromBank,
      memo,
      fromAccountTail: payerAccountOf(services, row)?.slice(-4) ?? null,
      fromName: payerNameOf(services, row),
      virtualAccount: receipt.virtualAccount,
      ...(source && {
        entered: {
          bank: `${source.bankCode} ${bankName(source.bankCode)}`,
          account: shown ?? '',
          holder: source.holder,
        },
      }),
    };
  },

  async decide(work, task, decided) {
    const { tx, operator } = work;
    const receipt = await lockReceipt(tx, task.subjectId);
    const stage = task.makerId === null ? ['enter'] : ['approve', 'return'];
    if (!receipt || !stage.includes(decided.decision)) throw new Refusal('DECISION_INVALID');
    const { why = '', paper = '' } = task.detail;
    const open = {
      kind: 'payer_source',
      subject: { ...subjectOf(receipt.id), label: task.subjectLabel },
    } as const;
    if (decided.decision === 'enter') {
      await enter(work, receipt.id, entered(decided));
      const detail = { why, paper: decided.reason ?? '' };
      await openTask(work, { ...open, detail, makerId: operator.id });
      return;
    }
    if (decided.decision === 'return') {
      await unenterSource(tx, receipt.id);
      await openTask(work, { ...open, detail: { why, returned: decided.reason } });
      return;
    }
    await confirmSource(tx, receipt.id, operator.id, work.now);
    await recordMove(work, {
      subject: subjectOf(receipt.id),
      action: 'receipt.source_confirmed',
      reason: paper,
      snapshot: { maker: task.makerId },
    });
    if (receipt.state === 'returned') {
      await draftBatch(work, 'return', [{ subjectId: receipt.id, amount: receipt.amount }]);
    }
    await hooks.sourceConfirmed(work, receipt.id);
  },
};

async function enter(
  work: Work & { operator: Operator },
  receiptId: number,
  { bankCode, account, holder }: ReturnType<typeof entered>,
): Promise<void> {
  const { secrets } = work.services;
  await enterSource(work.tx, receiptId, {
    bankCode,
    account: secrets.encrypt('banking.payer_source.account', receiptId, account),
    holder: secrets.encrypt('banking.payer_source.holder', receiptId, holder),
    by: work.operator.id,
  });
  await recordMove(work, {
    subject: subjectOf(receiptId),
    action: 'receipt.source_entered',
    snapshot: { bank: bankCode },
  });
}
