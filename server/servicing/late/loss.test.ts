// Test of a claim in court: court costs are repaid first; the claim is written off by two persons,
// recovered, or closed.
import { beforeAll, describe, expect, it } from 'vitest';
import { collectionsOffice as calls } from '#contract/servicing/collections.ts';
import { addDays } from '#contract/core/day.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import {
  disburse,
  goTo,
  balanceOf,
  newTeam,
  pay,
  signedLoan,
  statusOf,
  today,
  type Team,
  type TestLoan,
} from '../../../tests/actors/loans.ts';
import { loanAtCourt, measure, writeOff } from '../../../tests/actors/losses.ts';
import { messagesTo, newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';

const server = useServer();
let team: Team;
let reviewer: Person;

beforeAll(async () => {
  team = await newTeam(server);
  reviewer = await newOperator(server, ['reviewer']);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
const statusNow = async (loan: TestLoan) => (await statusOf(server, loan.id)).status;

const atCourt = () => loanAtCourt(server, team);
const measured = (loan: TestLoan, of: Parameters<typeof measure>[3]) =>
  measure(server, { team, reviewer }, loan, of);

const owed = async (loan: TestLoan) =>
  (await server.ok(calls.getLate, { id: String(loan.id) }, { token: reviewer.token })).data.arrears;

describe('court costs', () => {
  it('are paid before everything else, and to us', async () => {
    const { loan, account } = await atCourt();
    await measured(loan, { kind: 'courtCost', amount: 3_000, day: today(server) });
    await measured(loan, { kind: 'courtCost', amount: 1_500, day: today(server) });
    expect(await balanceOf(server, 'court_receivable', { loan: loan.id })).toBe(4_500);
    expect((await owed(loan)).courtCosts).toBe(4_500);
    await books();
    await pay(server, account, 4_000);
    expect(await balanceOf(server, 'court_receivable', { loan: loan.id })).toBe(500);
    expect(await balanceOf(server, 'loan_receivable', { loan: loan.id })).toBe(100_000);
    await books();
    const { total } = await owed(loan);
    await pay(server, account, total);
    expect(await statusOf(server, loan.id)).toEqual({ status: 90, settleType: 'recovered' });
    await books();
  });

  it('are refused for a loan that is not in violation, or of another day', async () => {
    const loan = await signedLoan(server);
    await disburse(server, loan, team);
    const asked = { id: String(loan.id), kind: 'courtCost', amount: 1, reason: '裁判費' };
    const refused = (more: object) =>
      server.refused(calls.proposeMeasure, { ...asked, ...more }, { token: reviewer.token });
    expect(await refused({ day: today(server) })).toBe('LOAN_STATUS');
    const { loan: late } = await atCourt();
    const id = String(late.id);
    expect(await refused({ id, day: addDays(today(server), 1) })).toBe('MEASURE_AMOUNT');
    expect(await refused({ id })).toBe('MEASURE_AMOUNT');
  });
});

describe('a write-off', () => {
  it('takes two persons from late day 180 on, and tells each investor the loss', async () => {
    const { loan, account } = await atCourt();
    await writeOff(server, team, loan);
    expect(await statusNow(loan)).toBe(95);
    const losses = await server.rows(
      `select written_off::int as lost from servicing.share where loan_id = $1 order by order_id`,
      [loan.id],
    );
    expect(losses).toEqual([{ lost: 50_000 }, { lost: 33_000 }, { lost: 17_000 }]);
    const [mail] = await messagesTo(server, loan.investors[0]!.email);
    expect(mail?.subject).toContain('50,000');
    await books();
    const { total, interest, lateInterest } = await owed(loan);
    await pay(server, account, interest + lateInterest + 10_000);
    expect(await balanceOf(server, 'loan_receivable', { loan: loan.id })).toBe(90_000);
    expect(await statusNow(loan)).toBe(95);
    await books();
    await pay(server, account, total - interest - lateInterest - 10_000);
    expect(await statusOf(server, loan.id)).toEqual({ status: 90, settleType: 'recovered' });
    await books();
  });

  it('that was returned is not proposed again within thirty days', async () => {
    const { loan } = await atCourt();
    expect(await decide(server, team.maker, 'write_off', loan.id, 'return')).toBeNull();
    await goTo(server, addDays(today(server), 1));
    const open = () =>
      server.rows(
        `select 1 from tasks.task where kind = 'write_off' and subject_id = $1 and status = 'open'`,
        [loan.id],
      );
    expect(await open()).toHaveLength(0);
    await goTo(server, addDays(today(server), 31));
    expect(await open()).toHaveLength(1);
  });

  it('is closed by two persons, which ends the collection and not the claim', async () => {
    const { loan, account } = await atCourt();
    await measured(loan, { kind: 'courtCost', amount: 2_000, day: today(server) });
    await writeOff(server, team, loan);
    await pay(server, account, 40_000);
    const left = await balanceOf(server, 'loan_receivable', { loan: loan.id });
    await measured(loan, { kind: 'closing' });
    expect(await statusOf(server, loan.id)).toEqual({ status: 95, settleType: null });
    expect(await balanceOf(server, 'loan_receivable', { loan: loan.id })).toBe(left);
    const [row] = await server.rows<{ closed: string; principal: string; interest: string }>(
      `select closed_on::text as closed, principal_barred_on::text as principal,
         interest_barred_on::text as interest
       from servicing.write_off where loan_id = $1`,
      [loan.id],
    );
    expect(row!.closed).toBe(today(server));
    expect(Number(row!.principal.slice(0, 4)) - Number(row!.interest.slice(0, 4))).toBe(10);
    const asked = { id: String(loan.id), kind: 'closing', reason: '再一次' } as const;
    expect(await server.refused(calls.proposeMeasure, asked, { token: reviewer.token })).toBe(
      'LOAN_STATUS',
    );
    await books();

    // Money that comes later is distributed, and the state stays.
    const [before] = await server.rows<{ received: number }>(
      `select sum(principal)::int as received from servicing.distribution where loan_id = $1`,
      [loan.id],
    );
    await pay(server, account, 20_000);
    const [after] = await server.rows<{ received: number; back: number }>(
      `select sum(principal)::int as received, (select count(*)::int from servicing.payout
         where loan_id = $1 and kind = 'surplus') as back
       from servicing.distribution where loan_id = $1`,
      [loan.id],
    );
    expect(after!.received).toBeGreaterThan(before!.received);
    expect(after!.back).toBe(0);
    expect(await statusNow(loan)).toBe(95);
    expect(
      await server.rows(
        `select 1 from lending.contract where loan_id = $1 and kind = 'settlement'`,
        [loan.id],
      ),
    ).toEqual([]);
    const [mail] = await messagesTo(server, loan.investors[0]!.email);
    expect(JSON.stringify(mail)).not.toContain('確定為損失');
    await books();
  });
});
