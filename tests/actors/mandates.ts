// Members with a mandate for tests, and borrowers whose instalments are debited.
import { expect } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { mandates } from '#contract/mandates/calls.ts';
import { drain } from '../../server/worker.ts';
import { disburse, EXAMPLE, goTo, schedule, signedLoan, type Team, type Terms } from './loans.ts';
import { newPhone, newVerifiedMember, type Person, stepUp } from './people.ts';
import type { TestServer } from '../server.ts';

export type Debtor = Person & { phone: string };

export async function newDebtor(server: TestServer, account?: string): Promise<Debtor> {
  const phone = newPhone();
  const person = await newVerifiedMember(server, { phone, ...(account && { account }) });
  return { ...person, phone };
}

export const given = {
  coversLoans: true,
  coversOrders: true,
  ceiling: money(50_000),
  textVersion: 1,
};

/** Signs a mandate with a fresh step-up; the bank has answered afterwards. */
export async function authorise(server: TestServer, member: Debtor, more: object = {}) {
  await stepUp(server, member, member.phone, 'mandate');
  await server.ok(mandates.signMandate, { ...given, ...more }, member);
  await drain(server.services);
}

export const mandateOf = async (server: TestServer, member: Person) =>
  (await server.ok(mandates.mandate, {}, member)).data;

/** A disbursed loan whose borrower has an active mandate. */
export async function debitedLoan(server: TestServer, team: Team, terms: Terms = EXAMPLE) {
  const borrower = await newDebtor(server);
  const loan = await signedLoan(server, terms, { borrower });
  const account = await disburse(server, loan, team);
  await authorise(server, borrower);
  const [first] = await schedule(server, loan.id);
  return { ...loan, borrower, account, first: first! };
}
export type DebitedLoan = Awaited<ReturnType<typeof debitedLoan>>;

/** Lives until the bank day of the first instalment; with `before`, so many days earlier. */
export async function goToDebit(server: TestServer, loan: DebitedLoan, before = 0) {
  await goTo(server, addDays(loan.first.payableUntil, -before));
}

export type DebitState = {
  id: number;
  no: number | null;
  attempt: number;
  status: string;
  amount: number;
  code: string | null;
  withdrawn: string | null;
  retryOn: string | null;
  receiptId: string | null;
};

/** The debits of a member, oldest first. */
export const debitsOf = (server: TestServer, member: Person) =>
  server.rows<DebitState>(
    `select id::integer, no, attempt, status, amount::integer, code, withdrawn,
       retry_on::text as "retryOn", receipt_id as "receiptId"
     from mandates.debit where member_id = $1 order by id`,
    [member.id],
  );

/** Chooses how the sandbox bank answers; null to agree again. */
export const answerWith = (server: TestServer, type: 'P01' | 'P02', code: string | null) =>
  server.services.demonstration!.bank.refuse({ type, code, account: '' });

/** Expects that a notice with this title was written to a member. */
export async function expectNotice(server: TestServer, member: Person, title: string) {
  const notices = await server.rows<{ title: string }>(
    'select title from notices.notice where member_id = $1',
    [member.id],
  );
  expect(notices.map((notice) => notice.title)).toContainEqual(expect.stringContaining(title));
}

/** Changes a letter of the member's sealed identity number, so that it cannot be decrypted. */
export const damageIdentity = (server: TestServer, member: Person) =>
  server.rows(
    `update verification.profile set id_number = overlay(id_number placing
       case substr(id_number, 30, 1) when 'A' then 'B' else 'A' end from 30) where member_id = $1`,
    [member.id],
  );

/** Changes a letter of the member's sealed account number, so that it cannot be decrypted. */
export const damageAccount = (server: TestServer, member: Person) =>
  server.rows(
    `update verification.bank_account set account = overlay(account placing
       case substr(account, 30, 1) when 'A' then 'B' else 'A' end from 30) where member_id = $1`,
    [member.id],
  );
