// Loans for repayment tests: a single step funds and signs a loan, and operators disburse it.
import { expect } from 'vitest';
import { addDays, type Day, daysBetween, dayOf } from '#contract/core/day.ts';
import { post } from '../../server/ledger/front.ts';
import { ensurePlans, moveLoan } from '../../server/lending/front.ts';
import { drain, runDay } from '../../server/worker.ts';
import { inWork } from '../../server/work.ts';
import { applicationOf } from '../../actors/loan.ts';
import { newOperator, newVerifiedMember, type Person } from './people.ts';
import { approveAll, decide } from './tasks.ts';
import type { TestServer } from '../server.ts';

export type Team = { maker: Person; checker: Person };

export const newTeam = async (server: TestServer): Promise<Team> => ({
  maker: await newOperator(server, ['finance']),
  checker: await newOperator(server, ['finance', 'approver']),
});

export type TestLoan = { id: number; borrower: Person; investors: Person[]; orderIds: number[] };
export type Terms = { amount: number; rateBps: number; installments: number; shares: number[] };

/** Example loan: 100,000 at 12 % over 12 months, funded by 50,000, 33,000 and 17,000. */
export const EXAMPLE: Terms = {
  amount: 100_000,
  rateBps: 1_200,
  installments: 12,
  shares: [50_000, 33_000, 17_000],
};

let serial = 0;

/** The application of a loan that is inserted without applying, as it is stored. */
export const sealedApplication = (server: TestServer, memberId: number): string =>
  server.services.secrets.encrypt(
    'lending.loan.application',
    memberId,
    JSON.stringify(applicationOf()),
  );

/**
 * Creates a loan in status 55: funded by paid orders whose money is in trust, waiting for its
 * release.
 */
export async function signedLoan(
  server: TestServer,
  terms: Terms = EXAMPLE,
  people: { borrower?: Person; investors?: Person[] } = {},
): Promise<TestLoan & { caseNo: string }> {
  const borrower = people.borrower ?? (await newVerifiedMember(server));
  const investors = people.investors ?? [];
  while (investors.length < terms.shares.length) investors.push(await newVerifiedMember(server));
  const now = server.services.clock.now();
  serial += 1;
  const caseNo = `T${serial}`;
  await inWork(server.services, ensurePlans);
  const [loan] = await server.rows<{ id: string }>(
    `insert into lending.loan (case_no, member_id, plan_id, status, amount, installments, purpose,
       occupation, application, bands, grade, rate_bps, platform_fee, remittance_fee,
       investor_fee_bps, status_at, created_at, listed_at, ends_at, signed_at)
     select $1, $2, (select id from lending.plan order by id limit 1), 50, $3, $4, 1, 301, $7,
       '{}', 'B1', $5, 4000, 15, 1000, $6, $6, $6, $6, $6
     returning id`,
    [
      caseNo,
      borrower.id,
      terms.amount,
      terms.installments,
      terms.rateBps,
      now,
      sealedApplication(server, borrower.id),
    ],
  );
  const id = Number(loan!.id);
  await server.rows(
    `insert into investing.funding (loan_id, borrower_id, target, paid, order_count, ends_at, open)
     values ($1, $2, $3, $3, $4, $5, false)`,
    [id, borrower.id, terms.amount, terms.shares.length, now],
  );
  const orderIds: number[] = [];
  for (const [i, amount] of terms.shares.entries()) {
    orderIds.push(await paidOrder(server, id, investors[i]!, amount));
  }
  await inWork(server.services, (work) => moveLoan(work, id, 55, { action: 'loan.signed' }));
  return { id, caseNo, borrower, investors, orderIds };
}

async function paidOrder(server: TestServer, loanId: number, investor: Person, amount: number) {
  const now = server.services.clock.now();
  const [order] = await server.rows<{ id: string }>(
    `insert into investing."order" (loan_id, member_id, amount, paid_amount, stored_status,
       payment_mode, virtual_account, pay_by, created_at)
     values ($1, $2, $3, $3, 20, 1, 'none', $4, $4) returning id`,
    [loanId, investor.id, amount, now],
  );
  const id = Number(order!.id);
  await server.rows(
    `insert into investing.exposure as e (member_id, reserved) values ($1, $2)
     on conflict (member_id) do update set reserved = e.reserved + $2`,
    [investor.id, amount],
  );
  await inWork(server.services, (work) =>
    post(work, [
      {
        id: `test:order:${id}`,
        kind: 'order_receipt',
        on: work.today,
        entries: [
          { account: 'trust_bank', amount },
          { account: 'order_funds', order: id, amount: -amount },
        ],
      },
    ]),
  );
  return id;
}

/** Approves all waiting batches as the second person. */
export const checkBatches = (server: TestServer, checker: Person) =>
  approveAll(server, checker, 'payment_check');

/** Approves all proposed matches of receipts as the second person. */
export const checkMatches = (server: TestServer, checker: Person) =>
  approveAll(server, checker, 'match_check');

/** Approves everything that was proposed about operators, as a second admin. */
export const checkOperators = (server: TestServer, admin: Pick<Person, 'token'>) =>
  approveAll(server, admin, 'operator_check');

/**
 * Commits all waiting statement files as the second person, so that they are checked and booked.
 */
export async function commitStatements(
  server: TestServer,
  checker: Person,
  services = server.services,
): Promise<void> {
  await drain(services);
  await approveAll(server, checker, 'statement_check');
  await drain(services);
}

/** Returns the year whose 30 November comes next: stories of the end of a year begin on it. */
export function yearEnding(server: TestServer): number {
  const on = today(server);
  const year = Number(on.slice(0, 4));
  return on <= `${year}-11-30` ? year : year + 1;
}

/** Releases, checks and disburses a signed loan; returns its virtual account. */
export async function disburse(
  server: TestServer,
  loan: { id: number },
  team: Team,
): Promise<string> {
  expect(await decide(server, team.maker, 'disbursement_release', loan.id, 'release')).toBeNull();
  expect(await decide(server, team.checker, 'disbursement_check', loan.id, 'approve')).toBeNull();
  await drain(server.services);
  const [account] = await server.rows<{ account: string }>(
    `select account from banking.virtual_account where subject_type = 'loan' and subject_id = $1`,
    [loan.id],
  );
  if (!account) {
    const batches = await server.rows('select * from banking.batch order by id desc limit 3');
    throw new Error(`loan ${loan.id} was not paid out: ${JSON.stringify(batches)}`);
  }
  return account.account;
}

/** Pays at the sandbox bank as the borrower; `on` gives the record a date other than today. */
export async function pay(
  server: TestServer,
  account: string,
  amount: number,
  more: { on?: Day; seq?: string; reverses?: string; fromAccount?: string; fromBank?: string } = {},
): Promise<string> {
  const { on, ...rest } = more;
  const at = on === undefined ? undefined : new Date(`${on}T12:00:00+08:00`);
  const bank = server.services.demonstration!.bank;
  const { seq } = await bank.transfer({ virtualAccount: account, amount, ...rest, at });
  return seq;
}

export const today = (server: TestServer): Day => dayOf(server.services.clock.now());

/** Moves the business date to a day and runs only that day's jobs. */
export async function goTo(server: TestServer, on: Day): Promise<void> {
  await server.advance(daysBetween(today(server), on));
  await runDay(server.services);
  await drain(server.services);
}

/**
 * Moves the business date forward day by day and runs the jobs of each day, as the demonstration
 * does.
 */
export async function liveThrough(server: TestServer, days: number): Promise<void> {
  for (let i = 0; i < days; i += 1) await goTo(server, addDays(today(server), 1));
}

/** Moves forward day by day until payouts wait for their release, whatever holidays lie between. */
export async function liveUntilPayout(server: TestServer): Promise<void> {
  const waiting = () =>
    server.rows(`select from tasks.task where kind = 'payout_release' and status = 'open'`);
  for (let days = 0; (await waiting()).length === 0; days += 1) {
    expect(days, 'days without a payout').toBeLessThan(15);
    await liveThrough(server, 1);
  }
}

/** Two persons send out the payouts that wait, and the bank carries them out. */
export async function sendPayouts(server: TestServer, { maker, checker }: Team): Promise<void> {
  expect(await decide(server, maker, 'payout_release', null, 'release')).toBeNull();
  await checkBatches(server, checker);
  await drain(server.services);
}

/** Two persons give a receipt in suspense to an order or loan; returns the id of the receipt. */
export async function matchReceipt(
  server: TestServer,
  { maker, checker }: Team,
  seq: string,
  target: { orderId: string } | { loanId: string },
): Promise<string> {
  const [receipt] = await server.rows<{ id: string }>(
    'select id from banking.receipt where seq = $1',
    [seq],
  );
  const decision = { decision: 'match', ...target };
  expect(await decide(server, maker, 'unmatched_payment', receipt!.id, decision)).toBeNull();
  await checkMatches(server, checker);
  return receipt!.id;
}

export type Row = {
  no: number;
  dueOn: Day;
  payableUntil: Day;
  principal: number;
  interest: number;
  paidOn: Day | null;
};

/** Returns the loan's repayment schedule in force. */
export async function schedule(server: TestServer, loanId: number): Promise<Row[]> {
  const rows = await server.rows<Record<keyof Row, string | null>>(
    `select no, due_on::text as "dueOn", payable_until::text as "payableUntil", principal,
       interest, paid_on::text as "paidOn"
     from servicing.instalment where loan_id = $1 and current order by no`,
    [loanId],
  );
  return rows.map((row) => ({
    no: Number(row.no),
    dueOn: row.dueOn as Day,
    payableUntil: row.payableUntil as Day,
    principal: Number(row.principal),
    interest: Number(row.interest),
    paidOn: row.paidOn as Day | null,
  }));
}

/**
 * Returns the balance in NT$ of all accounts of a kind, in its natural sign; if a loan, order or
 * member is given, only of their accounts.
 */
export async function balanceOf(
  server: TestServer,
  kind: string,
  of: { loan?: number; order?: number; member?: number } = {},
): Promise<number> {
  const [row] = await server.rows<{ balance: string }>(
    `select coalesce(sum(balance), 0) as balance from ledger.balance
     where kind = $1 and loan_id = coalesce($2, loan_id) and order_id = coalesce($3, order_id)
       and member_id = coalesce($4, member_id)`,
    [kind, of.loan ?? null, of.order ?? null, of.member ?? null],
  );
  return Number(row!.balance);
}

export async function statusOf(server: TestServer, loanId: number) {
  const [loan] = await server.rows<{ status: number; settleType: string | null }>(
    'select status, settle_type as "settleType" from lending.loan where id = $1',
    [loanId],
  );
  return loan!;
}

/** A disbursed loan; `account` is the virtual account for its instalments. */
export type Lent = { loan: TestLoan; account: string; until: Day };

/** Signs a loan and releases its money; `until` is the last day to pay its first instalment. */
export async function lentLoan(
  server: TestServer,
  team: Team,
  people: { investors?: Person[] } = {},
): Promise<Lent> {
  const loan = await signedLoan(server, EXAMPLE, people);
  const account = await disburse(server, loan, team);
  const [first] = await schedule(server, loan.id);
  return { loan, account, until: first!.payableUntil };
}
