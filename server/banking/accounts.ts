// Virtual accounts: serials taken in blocks, so that orders never wait in line for a number.
import type { Day } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import { virtualAccountOf } from '#contract/taiwan/virtual-account.ts';
import type { Services } from '../action.ts';
import { type Tx, statementsOf } from '../database/db.ts';
import { registerAccounts, registeredOf, takeSerials } from './queries.ts';

/** Serials taken at once; what a process has left of a block is lost when it ends. */
const BLOCK = 64;

/** Free serials of a day, by pool: one number is handed out once, whatever happens after. */
const blocks = new WeakMap<object, Map<Day, string[]>>();

/**
 * The free numbers of the next block. A number carries one digit of the year and comes again
 * after ten years: one that still stands for an order or a loan is passed over.
 */
async function takeBlock({ pool, config }: Services, day: Day, count: number): Promise<string[]> {
  const tx = statementsOf(pool);
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
 * Virtual accounts of a day, each handed out once. Taken outside any transaction of the caller:
 * a number whose order is rolled back is never used again, which costs nothing but a number.
 * Refuses NO_VIRTUAL_ACCOUNT when every company code's 10,000 serials of the day are gone.
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

/** Says whose accounts these are; from here on the bank's receipts find their way. */
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

/** The trust bank that issues the accounts, in the words a payer needs. */
export const trustBank = { bankCode: '812', bankName: '台新國際商業銀行' } as const;

/** A virtual account as the wire shows it; the holder is the trust account's. */
export function virtualAccountView(account: string) {
  return { ...trustBank, account, holder: '百溪信託財產專戶' };
}
