// Virtual accounts. Serial numbers are reserved in blocks, so that orders never wait for one.
import type { Day } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import { virtualAccountOf } from '#contract/taiwan/virtual-account.ts';
import type { Services } from '../services.ts';
import type { Config } from '../config/config.ts';
import { SHORT, type Tx, db } from '../database/db.ts';
import { registerAccounts, registeredOf, takeSerials } from './queries.ts';

/** Number of serials reserved at once; those that are unused when the process ends are lost. */
const BLOCK = 64;

/** Free serials by pool and day; each is assigned only once, whatever happens afterwards. */
const blocks = new WeakMap<object, Map<Day, string[]>>();

/**
 * Returns the free numbers of the next block. A number contains only one digit of the year and
 * repeats after ten years, so numbers still used by an order or a loan are skipped.
 */
async function takeBlock({ pool, config }: Services, day: Day, count: number): Promise<string[]> {
  // An order waits for this, so it may take no longer than a statement of the order itself.
  const tx = db(pool, SHORT);
  for (const companyCode of config.bank.companyCodes) {
    const taken = await takeSerials(tx, companyCode, day, count);
    if (!taken) continue;
    const accounts = Array.from({ length: count }, (_, k) =>
      virtualAccountOf({ companyCode, day, serial: taken.first + k }),
    );
    const used = new Set((await registeredOf(tx, accounts)).map(({ account }) => account));
    return accounts.filter((account) => !used.has(account));
  }
  throw new Refusal('NO_VIRTUAL_ACCOUNT', { retryAfter: 60 });
}

/**
 * Returns virtual accounts of a day, each assigned only once. Runs outside the caller's
 * transaction: if an order is rolled back, its number is simply never used. Refuses
 * NO_VIRTUAL_ACCOUNT when the 10,000 serials of the day are used up for every company code.
 */
export async function reserveVirtualAccounts(
  services: Services,
  day: Day,
  count: number,
): Promise<string[]> {
  const days = blocks.get(services.pool) ?? new Map<Day, string[]>();
  blocks.set(services.pool, days);
  const free = days.get(day) ?? [];
  days.set(day, free);
  while (free.length < count) {
    free.push(...(await takeBlock(services, day, Math.max(BLOCK, count - free.length))));
  }
  if (days.size > 30) for (const old of days.keys()) if (old < day) days.delete(old);
  return free.splice(0, count);
}

/** Registers the owner of each account, so that the bank's receipts can be matched. */
export async function registerVirtualAccounts(
  tx: Tx,
  type: 'order' | 'loan',
  rows: readonly { account: string; subjectId: number }[],
): Promise<void> {
  await registerAccounts(
    tx,
    type,
    rows.map(({ account }) => account),
    rows.map(({ subjectId }) => subjectId),
  );
}

type Configured = { config: Pick<Config, 'bank'> };

/** Returns the trust bank that issues the accounts, as shown to payers. */
export const trustBankOf = ({ config }: Configured) => ({
  bankCode: config.bank.code,
  bankName: bankName(config.bank.code),
});

/** Returns a virtual account as the API shows it; the holder is that of the trust account. */
export function virtualAccountView(services: Configured, account: string) {
  return { ...trustBankOf(services), account, holder: '百溪信託財產專戶' };
}

/**
 * Returns the one sentence of mails and messages that names bank, account and holder. Texts have it
 * as a variable, so that nobody who writes them can name another account; empty without an account.
 */
export function payToText(services: Configured, account: string | null): string {
  if (account === null) return '';
  const { bankCode, bankName, holder } = virtualAccountView(services, account);
  return `請匯至 ${bankCode} ${bankName}，帳號 ${account}，戶名 ${holder}`;
}
