// What borrowers and investors do with a loan, from the application to an early repayment.
import type { z } from 'zod';
import { investing } from '#contract/investing/calls.ts';
import { type Loan, lending } from '#contract/lending/calls.ts';
import type { applicationSchema } from '#contract/lending/loan-application.ts';
import { type BankAccount, transfer } from './bank.ts';
import { type CallOptions, type Client, Unexpected } from './client.ts';

type Calls = Pick<Client, 'ok'>;
type Who = Pick<CallOptions, 'token'>;

export type ApplicationInput = z.input<typeof applicationSchema>;

/** Returns a typical loan application of an engineer, with the given fields changed. */
export const applicationOf = (changed: Partial<ApplicationInput> = {}): ApplicationInput => ({
  plan: 'engineer',
  amount: 100_000,
  installment: 12,
  purpose: 3,
  job: {
    occupation: 301,
    company: '測試科技股份有限公司',
    title: '工程師',
    since: '2019-03',
    monthlyIncome: 60_000,
  },
  household: { maritalStatus: 1, dependents: 0, education: 4, housing: 4 },
  finance: {
    cardBanks: ['812'],
    cardBalance: 0,
    otherLoans: [],
    monthlyExpense: 20_000,
    lateIn12Months: false,
  },
  contact: { name: '林美華', relationship: 2, phone: '0922333444' },
  ...changed,
});

/**
 * Returns the borrower's own contact person. Borrowers who name the same contact are reported to
 * the reviewer as linked, so everybody has another one; it is derived from the borrower's phone, so
 * that no random choice of a story moves.
 */
export function contactOf({ name, phone }: { name: string; phone: string }) {
  const reversed = `09${[...phone.slice(2)].toReversed().join('')}`;
  return {
    name: `${name.slice(0, 1)}美華`,
    relationship: 2,
    phone: reversed === phone ? '0922333444' : reversed,
  };
}

/** Returns a loan of the borrower as the API shows it to them; without an id, the newest one. */
export async function loanOf(client: Calls, { token }: Who, id?: string): Promise<Loan> {
  const { data } = await client.ok(lending.myLoans, {}, { token });
  const loan = id === undefined ? data[0] : data.find((one) => one.id === id);
  if (!loan) throw new Unexpected('the borrower has no such loan');
  return loan;
}

/**
 * Uploads a specimen signature, reads the contract, and signs it; `confirm` raises the session to
 * step-up.
 */
export async function signContract(
  client: Calls,
  { token }: Who,
  stylemap: string,
  confirm: () => Promise<void>,
) {
  await client.ok(lending.stylemap, { stylemap }, { token });
  const draft = await client.ok(lending.contract, {}, { token });
  if (!draft.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Unexpected('no PDF');
  await confirm();
  return (await client.ok(lending.signContract, {}, { token })).data;
}

/** Answers the questionnaire so that the profile has the highest risk tolerance. */
export async function assess(client: Calls, { token }: Who): Promise<void> {
  const { data } = await client.ok(investing.suitability, {}, { token });
  const answers = data.questions.map(({ options }) => options.length);
  const reason = data.profile?.againNeedsReason ? ('means' as const) : undefined;
  const input = { version: data.version, answers, ...(reason && { reason }) };
  await client.ok(investing.answerSuitability, input, { token });
}

/** Orders an amount of a case, to be paid by transfer to the order's virtual account. */
export async function placeOrder(client: Calls, { token }: Who, id: string, amount: number) {
  const input = { id, invest_amount: amount, payment_mode: 1 as const };
  return (await client.ok(investing.quickApply, input, { token })).data;
}

export type Order = Awaited<ReturnType<typeof placeOrder>>;

/** Pays what is left of an order from the investor's own account, in the given parts. */
export async function payOrder(
  client: Calls,
  from: BankAccount,
  order: Order,
  parts: readonly number[] = [order.amount - order.paidAmount],
): Promise<void> {
  for (const amount of parts) await transfer(client, order.virtualAccount, amount, from);
}
