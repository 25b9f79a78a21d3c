// Tests that the borrower is asked for court costs wherever an amount to pay is named, because a
// payment covers them before anything else.
import { beforeAll, expect, it } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { lending } from '#contract/lending/calls.ts';
import { collectionsOffice } from '#contract/servicing/collections.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { goTo, pay, schedule, statusOf, today } from '../../../tests/actors/loans.ts';
import {
  agreed,
  consent,
  negotiating,
  newDesk,
  offered,
  type Case,
  type Desk,
} from '../../../tests/actors/negotiations.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';

const COST = 1_700;
const server = useServer();
let desk: Desk;
beforeAll(async () => {
  desk = await newDesk(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
const statusNow = async (loan: Case) => (await statusOf(server, loan.id)).status;

async function withCourtCosts(): Promise<Case> {
  const loan = await negotiating(server, desk);
  const input = { id: String(loan.id), kind: 'courtCost', reason: '裁判費' } as const;
  await server.ok(
    collectionsOffice.proposeMeasure,
    { ...input, amount: COST, day: today(server) },
    { token: desk.maker.token },
  );
  expect(await decide(server, desk.checker, 'collection_measure', null, 'approve')).toBeNull();
  return loan;
}

async function instructed(loan: Case) {
  const input = { id: String(loan.id), kind: 'full' } as const;
  const { token } = loan.borrower;
  return (await server.ok(servicing.instructPrepayment, input, { token })).data;
}

it('are part of a full prepayment, which settles the loan at the quoted total', async () => {
  const loan = await withCourtCosts();
  const quote = await instructed(loan);
  expect(quote.courtCosts).toBe(COST);
  await pay(server, loan.account, quote.total);
  expect(await statusNow(loan)).toBe(90);
  await books();
});

it('are part of a full prepayment while terms are offered, which it voids', async () => {
  const loan = await withCourtCosts();
  await offered(server, desk, loan);
  const { total } = await instructed(loan);
  // A dollar less changes nothing of what the terms say.
  await pay(server, loan.account, total - 1);
  expect(await statusNow(loan)).toBe(75);
  expect((await schedule(server, loan.id))[0]!.paidOn).toBeNull();
  await pay(server, loan.account, 1);
  expect(await statusNow(loan)).toBe(90);
  await books();
});

it('are named to a borrower whose loan is repaid again, who pays what is shown', async () => {
  const loan = await withCourtCosts();
  await offered(server, desk, loan);
  await agreed(server, loan);
  for (const i of [0, 1]) await consent(server, loan, i);
  const [first, second] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  const { data } = await server.ok(lending.myLoans, {}, { token: loan.borrower.token });
  const { nextDue } = data.find(({ id }) => id === String(loan.id))!;
  const [told] = await server.rows<{ body: string }>(
    `select body from notices.notice where member_id = $1 and title like '%今天%' order by id desc`,
    [loan.borrower.id],
  );
  expect(told?.body).toContain(formatMoney(money(nextDue!.amount)));
  await pay(server, loan.account, nextDue!.amount);
  expect((await schedule(server, loan.id))[0]!.paidOn).toBe(today(server));
  await goTo(server, addDays(first!.payableUntil, 1));
  expect(await statusNow(loan)).toBe(60);
  const shown = await server.ok(lending.myLoans, {}, { token: loan.borrower.token });
  const next = shown.data.find(({ id }) => id === String(loan.id))!.nextDue!;
  expect(next.amount, 'the costs are paid').toBeLessThan(nextDue!.amount - COST / 2);
  expect(next.dueOn).toBe(second!.dueOn);
  await books();
});
