// Tests a disbursement that the bank returns after confirming: the borrower never had the money.
import { beforeAll, expect, test } from 'vitest';
import { collectionsOffice } from '#contract/servicing/collections.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { addDays } from '#contract/core/day.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import {
  disburse,
  goTo,
  liveThrough,
  balanceOf,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  type Team,
  type TestLoan,
  today,
} from '../../../tests/actors/loans.ts';
import { newOperator } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { moveLoan } from '../../lending/front.ts';
import { inWork } from '../../work.ts';

const server = useServer();
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
const sendBack = (loan: TestLoan, attempt = 1) =>
  server
    .ok(demonstration.bankReturn, { reference: `disbursement-${loan.id}-${attempt}` })
    .then(({ data }) => data.returned);
const openTasks = async (type: string, id: number) =>
  (
    await server.rows<{ kind: string }>(
      `select kind from tasks.task where status = 'open' and subject_type = $1 and subject_id = $2
       order by kind`,
      [type, id],
    )
  ).map(({ kind }) => kind);
const income = () => balanceOf(server, 'fee_income');
const titlesOf = async (memberId: number) =>
  (
    await server.rows<{ title: string }>(
      'select title from notices.notice where member_id = $1 order by id',
      [memberId],
    )
  ).map(({ title }) => title);
const signAgain = (loan: TestLoan) =>
  inWork(server.services, (work) => moveLoan(work, loan.id, 55, { action: 'loan.signed' }));

async function expectUndone(loan: TestLoan) {
  expect((await statusOf(server, loan.id)).status).toBe(50);
  expect(await schedule(server, loan.id)).toEqual([]);
  for (const kind of ['loan_receivable', 'interest_receivable', 'investor_interest_claim']) {
    expect(await balanceOf(server, kind, { loan: loan.id }), kind).toBe(0);
  }
  for (const [i, order] of loan.orderIds.entries()) {
    expect(await balanceOf(server, 'order_funds', { order })).toBe([50_000, 33_000, 17_000][i]);
    expect(await balanceOf(server, 'investor_claim', { loan: loan.id, order })).toBe(0);
  }
  await books();
}

test('is undone at once, reported to all, and can be paid out again', async () => {
  const loan = await signedLoan(server);
  const [trust, earned] = [await balanceOf(server, 'trust_bank'), await income()];
  const account = await disburse(server, loan, team);
  expect(await income()).toBeGreaterThan(earned);
  expect(await sendBack(loan)).toBe(true);
  await expectUndone(loan);
  expect(await balanceOf(server, 'trust_bank')).toBe(trust);
  expect(await income()).toBe(earned);
  expect(await openTasks('loan', loan.id)).toEqual(['attention']);
  expect((await titlesOf(loan.borrower.id)).at(-1)).toContain('請更正帳戶');
  expect((await titlesOf(loan.investors[0]!.id)).at(-1)).toContain('退匯');
  const [row] = await server.rows<{ disbursed: string | null; soon: boolean }>(
    `select disbursed_on::text as disbursed, sign_by > business_now() as soon from lending.loan
     where id = $1`,
    [loan.id],
  );
  expect(row).toEqual({ disbursed: null, soon: true });

  // The loan no longer accepts payments, so a payment to its account stays in suspense.
  await pay(server, account, 500);
  expect(await balanceOf(server, 'suspense')).toBe(500);
  await signAgain(loan);
  expect(await disburse(server, loan, team)).toBe(account);
  expect((await statusOf(server, loan.id)).status).toBe(60);
  const rows = await schedule(server, loan.id);
  expect(rows).toHaveLength(12);
  await books();
  await goTo(server, rows[0]!.dueOn);
  expect(await balanceOf(server, 'interest_receivable', { loan: loan.id })).toBe(rows[0]!.interest);
  await books();
});

test('of a late loan leaves no interest, no reminder, no lateness behind', async () => {
  const loan = await signedLoan(server);
  await disburse(server, loan, team);
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await goTo(server, addDays(first!.payableUntil, 9));
  expect((await statusOf(server, loan.id)).status).toBe(65);
  expect(await balanceOf(server, 'interest_receivable', { loan: loan.id })).toBe(1_000);
  const { token } = await newOperator(server, ['finance']);
  const asked = {
    id: String(loan.id),
    kind: 'waiver',
    amount: 1,
    reason: '銀行作業延誤',
  } as const;
  await server.ok(collectionsOffice.proposeMeasure, asked, { token });
  const measures = `select status, (select status from tasks.task where subject_type = 'measure'
    and subject_id = m.id) as task from servicing.measure m where loan_id = $1`;
  expect(await server.rows(measures, [loan.id])).toEqual([{ status: 'proposed', task: 'open' }]);
  const said = (await titlesOf(loan.borrower.id)).length;
  const since = async () => (await titlesOf(loan.borrower.id)).slice(said);
  expect(await sendBack(loan)).toBe(true);
  await expectUndone(loan);
  expect(await server.rows(measures, [loan.id])).toEqual([{ status: 'overtaken', task: 'done' }]);
  await liveThrough(server, 1);
  await goTo(server, addDays(today(server), 40));
  // The borrower does not sign the loan again, so it expires; no notice mentions lateness or
  // instalments.
  expect((await statusOf(server, loan.id)).status).toBe(98);
  expect((await since()).filter((title) => /逾期|違約|應還|還款/.test(title))).toEqual([]);
  await books();
});

test('what the borrower paid is refunded, and waits for a new account', async () => {
  const loan = await signedLoan(server);
  const account = await disburse(server, loan, team);
  await pay(server, account, 2_500);
  expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(2_500);
  expect(await sendBack(loan)).toBe(true);
  await expectUndone(loan);
  expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(0);
  expect(await balanceOf(server, 'refund_payable', { member: loan.borrower.id })).toBe(2_500);
  const [payout] = await server.rows<{ id: number; amount: number }>(
    'select id::int, amount::int from servicing.payout where member_id = $1',
    [loan.borrower.id],
  );
  expect(payout?.amount).toBe(2_500);
  expect(await openTasks('payout', payout!.id)).toEqual([]);
  expect(await openTasks('member', Number(loan.borrower.id))).toEqual(['returned_account']);
});

test('after money was shared a person decides: it is in suspense, with its name', async () => {
  const loan = await signedLoan(server);
  const account = await disburse(server, loan, team);
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, first!.principal + first!.interest);
  const before = await balanceOf(server, 'suspense');
  expect(await sendBack(loan)).toBe(true);
  expect((await statusOf(server, loan.id)).status).toBe(60);
  expect((await balanceOf(server, 'suspense')) - before).toBe(95_985);
  await books();
  const [receipt] = await server.rows<{ id: number }>(
    `select id::int from banking.receipt where seq like 'payment-%' order by id desc limit 1`,
  );
  expect(await openTasks('receipt', receipt!.id)).toEqual(['unmatched_payment']);
  // After two persons assigned the payment to the loan, it counts as a normal payment by the
  // borrower.
  const [task] = await server.rows<{ id: string }>(
    `select id from tasks.task where kind = 'unmatched_payment' and status = 'open'
       and subject_id = $1`,
    [receipt!.id],
  );
  expect(task).toBeDefined();
  expect(await decide(server, team.checker, 'unmatched_payment', receipt!.id, 'match')).toBe(
    'DECISION_INVALID',
  );
});
