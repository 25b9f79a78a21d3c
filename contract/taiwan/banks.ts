// The banks of Taiwan by their three-digit code, and who issues credit cards.
import data from '../data/bank-codes.json' with { type: 'json' };
import cards from '../data/credit-card-banks.json' with { type: 'json' };

export type Bank = { code: string; name: string };

/** Banks a person can open an account at today, by code. */
export const banks: readonly Bank[] = data.banks
  .filter(({ status }) => status === 'active')
  .map(({ code, name }) => ({ code, name }))
  .toSorted((a, b) => (a.code < b.code ? -1 : 1));

/** Accounts outlive the bank that opened them, so these keep their names too. */
const names = new Map(data.banks.map(({ code, name }) => [code, name]));
const open = new Set(banks.map(({ code }) => code));

/** The code of an open bank by its full name, 台 or 臺 alike; null where none is called so. */
export const bankCodeOf = (name: string) =>
  banks.find((bank) => bank.name === name.replaceAll('台', '臺') || bank.name === name)?.code ??
  null;

/** Whether a new account may be bound at this bank. */
export const isOpenBank = (code: string) => open.has(code);

/** The bank's full name, or the code itself where none is known. */
export const bankName = (code: string) => names.get(code) ?? code;

/** 發卡銀行, for what a borrower says about his cards. */
export const cardBanks: readonly Bank[] = cards.creditCardBankList.map(({ code, name }) => ({
  code,
  name,
}));
