// Tests of the notice of a violation that a negotiation suspended, after the negotiation failed.
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#contract/core/day.ts';
import { lending } from '#contract/lending/calls.ts';
import { goTo, pay, schedule, statusOf, today } from '../../../tests/actors/loans.ts';
import {
  decideOn,
  negotiating,
  newDesk,
  type Case,
  type Desk,
} from '../../../tests/actors/negotiations.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';

const server = useServer();
let desk: Desk;
beforeAll(async () => {
  desk = await newDesk(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
const statusNow = async (loan: Case) => (await statusOf(server, loan.id)).status;

async function viewOf(loan: Case) {
  const { data } = await server.ok(lending.myLoans, {}, { token: loan.borrower.token });
  return data.find(({ id }) => id === String(loan.id))!;
}

async function noticeOf(loan: Case) {
  const [row] = await server.rows<{ payBy: string; on: string | null; outcome: string | null }>(
    `select pay_by::text as "payBy", accelerated_on::text as "on", outcome
     from servicing.acceleration where loan_id = $1 order by id desc limit 1`,
    [loan.id],
  );
  return row;
}

/** Returns the interest paid so far plus all late charges, paid or owed, in NT$. */
async function interestInAll(loan: Case): Promise<number> {
  const [row] = await server.rows<{ sum: string }>(
    `select coalesce(sum(amount), 0) as sum from servicing.allocation
     where loan_id = $1 and class in ('interest', 'lateInterest', 'penalty')`,
    [loan.id],
  );
  const { overdue } = await viewOf(loan);
  return Number(row!.sum) + (overdue?.lateInterest ?? 0) + (overdue?.penalty ?? 0);
}

async function decline(loan: Case): Promise<void> {
  const answer = { decision: 'decline', reason: '無法協商' };
  const draft = { kind: 'negotiation_draft', loanId: loan.id };
  expect(await decideOn(server, desk.maker, draft, answer)).toBeNull();
  expect(await statusNow(loan)).toBe(80);
}

/** Pays what is overdue and the instalments up to the fourth on their days. */
async function payUpToFourth(loan: Case): Promise<void> {
  const rows = await schedule(server, loan.id);
  for (const i of [2, 3]) {
    await goTo(server, rows[i]!.payableUntil);
    const { overdue } = await viewOf(loan);
    const { principal, interest } = rows[i]!;
    // What is overdue contains the instalment that falls due on the same day.
    await pay(server, loan.account, overdue?.amount ?? principal + interest);
  }
  expect((await schedule(server, loan.id)).filter(({ paidOn }) => paidOn)).toHaveLength(4);
}

describe('after a failed negotiation', () => {
  it('the notice gives its seven days again, and the borrower is told', async () => {
    const loan = await negotiating(server, desk);
    await decline(loan);
    const payBy = addDays(today(server), 7);
    expect(await noticeOf(loan)).toEqual({ payBy, on: null, outcome: null });
    const [told] = await server.rows<{ title: string }>(
      `select title from notices.notice where member_id = $1 and title like '%繳清逾期款項'`,
      [loan.borrower.id],
    );
    expect(told?.title).toContain('協商未成立，請於');
    await goTo(server, payBy);
    expect(await schedule(server, loan.id)).toHaveLength(12);
    await goTo(server, addDays(payBy, 1));
    expect(await noticeOf(loan)).toMatchObject({ on: today(server) });
    expect((await schedule(server, loan.id)).length).toBeLessThan(12);
    await books();
  });

  it('a borrower who has paid every instalment owes no charge and is repaying again', async () => {
    const loan = await negotiating(server, desk);
    await payUpToFourth(loan);
    await decline(loan);
    await goTo(server, addDays(today(server), 1));
    expect((await viewOf(loan)).overdue).toBeNull();
    await goTo(server, addDays(today(server), 7));
    expect(await schedule(server, loan.id)).toHaveLength(12);
    expect((await viewOf(loan)).overdue).toBeNull();
    expect(await statusNow(loan)).toBe(60);
    expect(await noticeOf(loan)).toMatchObject({ on: null, outcome: 'cured' });
    await books();
  });

  it('no day is charged twice: never more than 16 % a year in all', async () => {
    const loan = await negotiating(server, desk);
    const [first, , third] = await schedule(server, loan.id);
    const from = addDays(first!.dueOn, -31);
    await goTo(server, addDays(third!.payableUntil, 40));
    await pay(server, loan.account, 3_420);
    await decline(loan);
    for (const days of [1, 7, 30]) {
      await goTo(server, addDays(today(server), days));
      const lawful = (100_000 * 0.16 * daysBetween(from, today(server))) / 365;
      expect(await interestInAll(loan)).toBeLessThanOrEqual(lawful);
    }
    await books();
  });
});
