// Banks of Taiwan by three-digit code, and which of them issue credit cards.
import data from '../data/bank-codes.json' with { type: 'json' };
import cards from '../data/credit-card-banks.json' with { type: 'json' };

export type Bank = { code: string; name: string };

/** Day of the list; `npm run banks` takes over a newer one. */
export const banksAsOf = data.asOf;

/** Banks at which a person can open an account today, by code. */
export const banks: readonly Bank[] = data.banks
  .filter(({ status }) => status === 'active')
  .map(({ code, name }) => ({ code, name }))
  .toSorted((a, b) => (a.code < b.code ? -1 : 1));

/** Names of all banks including closed ones, because accounts outlive the bank that opened them. */
const names = new Map(data.banks.map(({ code, name }) => [code, name]));
const open = new Set(banks.map(({ code }) => code));

/**
 * Returns the code of an open bank by its full name, written with 台 or 臺; null if no bank has the
 * name.
 */
export const bankCodeOf = (name: string) =>
  banks.find((bank) => bank.name === name.replaceAll('台', '臺') || bank.name === name)?.code ??
  null;

/** Whether a new account at this bank may be registered. */
export const isOpenBank = (code: string) => open.has(code);

/** Returns the bank's full name, or the code itself if the bank is unknown. */
export const bankName = (code: string) => names.get(code) ?? code;

/** Banks that issue credit cards (發卡銀行), offered when borrowers declare their cards. */
export const cardBanks: readonly Bank[] = cards.creditCardBankList.map(({ code, name }) => ({
  code,
  name,
}));
