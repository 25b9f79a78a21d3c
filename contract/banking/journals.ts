// Rules and templates of manual journals, for the form and for the server.
import { money, type Money, sum, ZERO } from '../core/money.ts';
import { accounts, entities } from '../ledger/chart.ts';
import { type BookingEntry, journalKinds } from './bookings.ts';

type JournalKind = (typeof journalKinds)[number];

const journals: readonly string[] = journalKinds;

/**
 * Returns why the entries of a manual journal are refused; null if they are not. `line` is the
 * amount of the bank line that the journal explains; without one it may not move the trust's bank
 * account.
 */
export function journalProblem(
  entries: readonly BookingEntry[],
  line: Money | null,
): string | null {
  const of = (account: string) =>
    sum(entries.filter((one) => one.account === account).map((one) => money(one.amount)));
  if (entries.length < 2) return '請填寫借方與貸方的分錄';
  if (new Set(entries.map(({ account }) => account)).size < entries.length) {
    return '同一會計項目請合併為一行';
  }
  if (entries.some(({ account, amount }) => amount === 0 || !journals.includes(account))) {
    return '這個會計項目不能以調整分錄異動';
  }
  for (const entity of entities) {
    const own = entries.filter(({ account }) => accounts[account].entity === entity);
    if (sum(own.map(({ amount }) => amount)) !== 0) return '信託專戶與公司須各自借貸平衡';
  }
  if (sum([of('platform_due'), of('fee_receivable')]) !== ZERO) {
    return '應付公司款與應收信託專戶款須同時異動，金額相同';
  }
  if (of('trust_bank') !== (line ?? ZERO)) {
    return line === null ? '信託專戶須由對帳差異或匯款異動' : '信託專戶的金額須等於銀行這一筆';
  }
  return null;
}

/** Sum of the debits in NT$; the entries must be of one book. */
export const debitsOf = (entries: readonly BookingEntry[]): Money =>
  sum(entries.filter(({ amount }) => amount > 0).map(({ amount }) => money(amount)));

/**
 * Amount of a booking in NT$: the debits of the book that moves more. The sums of both books are
 * not added, because what one owes the other stands in both.
 */
export const amountOf = (entries: readonly BookingEntry[]): Money =>
  money(
    Math.max(
      ...entities.map((entity) =>
        debitsOf(entries.filter(({ account }) => accounts[account].entity === entity)),
      ),
    ),
  );

/** Journals that recur: the accounts of debit and credit. */
export const journalTemplates: readonly {
  text: string;
  debit: JournalKind;
  credit: JournalKind;
}[] = [
  { text: '支付一般費用', debit: 'operating_expense', credit: 'platform_bank' },
  { text: '公司帳戶手續費', debit: 'bank_fee', credit: 'platform_bank' },
  { text: '公司帳戶存款利息', debit: 'platform_bank', credit: 'interest_income' },
  { text: '股東增資', debit: 'platform_bank', credit: 'share_capital' },
  { text: '由專戶撥付客戶的存款利息', debit: 'trust_interest', credit: 'trust_bank' },
];
