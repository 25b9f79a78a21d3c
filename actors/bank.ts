// Helpers of the demonstration: transfers at the sandbox bank, and advancing the business date.
import { demo } from '#contract/index.ts';
import { type Client, Unexpected } from './client.ts';

const { bankTransfer, advanceClock } = demo.demonstration;

export type BankAccount = { bankCode: string; account: string };

/** Pays into a virtual account from the bank account `from`. */
export async function transfer(
  client: Pick<Client, 'ok'>,
  to: { account: string } | null,
  amount: number,
  from: BankAccount,
): Promise<void> {
  if (!to) throw new Unexpected(`there is no account that ${amount} could be paid to`);
  const { data } = await client.ok(bankTransfer, {
    virtualAccount: to.account,
    amount,
    fromBank: from.bankCode,
    fromAccount: from.account,
  });
  if (!data.matched) throw new Unexpected(`a payment of ${amount} found no owner`);
}

/** A call is answered after the nights of all its days; `fetch` waits five minutes at most. */
const DAYS_OF_A_CALL = 7;

/** Advances the business date and runs the jobs of each day; returns the new date. */
export async function passDays(client: Pick<Client, 'ok'>, advanceDays: number): Promise<string> {
  const now = Math.min(advanceDays, DAYS_OF_A_CALL);
  const { data } = await client.ok(advanceClock, { advanceDays: now });
  return now < advanceDays ? passDays(client, advanceDays - now) : data.today;
}

export const businessDay = (client: Pick<Client, 'ok'>) => passDays(client, 0);
