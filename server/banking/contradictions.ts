// Reports of the bank that contradict earlier ones: nothing is booked, and a person asks the bank.
import { formatDay } from '#contract/core/day.ts';
import type { BankRecord, PaymentReport } from '#contract/banking/calls.ts';
import { money } from '#contract/core/money.ts';
import type { Work } from '../work.ts';
import { openTask } from '../tasks/front.ts';
import { type PaymentRow, receiptOfLine, type StoredLine } from './queries.ts';

const NO_ACCOUNT = /^0*$/;
/** Whether two virtual accounts are the same, or one of them is not known. */
export const areSameAccount = (one: string, other: string) =>
  one === other || NO_ACCOUNT.test(one) || NO_ACCOUNT.test(other);

const isRepeated = (stored: StoredLine, record: BankRecord): boolean =>
  stored.sign === record.sign &&
  stored.amount === record.amount &&
  areSameAccount(stored.virtualAccount, record.virtualAccount) &&
  (record.sign === '+' || (stored.reverses ?? '') === (record.reverses ?? ''));

/**
 * Returns the receipt of a line that the bank has reported before. Its state is `differs`, with a
 * task, if the bank now says something else about the line.
 */
export async function stateOfRepeated(
  work: Work,
  record: BankRecord,
): Promise<{ id: number; state: string }> {
  const stored = await receiptOfLine(work.tx, record);
  const { id, state } = stored;
  if (isRepeated(stored, record)) return { id, state };
  const { date, seq, sign, amount, virtualAccount } = record;
  await openTask(work, {
    kind: 'attention',
    subject: { type: 'receipt', id, label: `${formatDay(date)} 交易序號 ${seq} 的回報前後不一` },
    detail: {
      why:
        `銀行以同日同序號另外回報${sign === '-' ? '沖正' : '入帳'}（虛擬帳號 ${virtualAccount}），` +
        '未入帳，請向銀行查明',
      amount: money(stored.amount),
      reported: amount,
      day: date,
    },
  });
  return { id, state: 'differs' };
}

/**
 * Opens a task if the bank reports that a payment was carried out after it had returned it: the
 * money may be payable again, and would be paid twice. An earlier report that arrives late says
 * nothing new.
 */
export async function askAboutResent(
  work: Work,
  { id, status, amount, settledOn, settledAt }: PaymentRow,
  { reference, outcome, date, at }: PaymentReport,
): Promise<void> {
  if (status !== 'returned' || outcome !== 'confirmed') return;
  if (settledOn === null || settledAt === null || date < settledOn) return;
  if (date === settledOn && at <= settledAt) return;
  await openTask(work, {
    kind: 'attention',
    subject: { type: 'payment', id, label: `匯款 ${reference} 退匯之後又回報匯出` },
    detail: {
      why: '這筆款項退匯後可能已再列為待付，請先向銀行查明是否匯出，勿重複付款',
      amount,
      day: date,
    },
  });
}
