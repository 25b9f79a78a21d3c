// Tests of money and charges while new terms are being decided: their figures are fixed, and what
// is received is held until the terms come into force or fail.
import { beforeAll, expect, it } from 'vitest';
import { addDays, type Day } from '#contract/core/day.ts';
import { lending } from '#contract/lending/calls.ts';
import { collectionsOffice } from '#contract/servicing/collections.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { balanceOf, goTo, pay, statusOf, today } from '../../../tests/actors/loans.ts';
import {
  agreed,
  negotiating,
  newDesk,
  offered,
  type Case,
  type Desk,
} from '../../../tests/actors/negotiations.ts';
import { newPicture } from '../../../tests/actors/people.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';

const server = useServer();
let desk: Desk;
beforeAll(async () => {
  desk = await newDesk(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
const waiverOf = (loan: Case) =>
  server.ask(
    collectionsOffice.proposeMeasure,
    { id: String(loan.id), kind: 'waiver', reason: '測試', amount: 50 },
    { token: desk.maker.token },
  );

/** Money is held while terms are decided, `later` after nine days, and then the terms fail. */
async function heldUntilTermsFail(loan: Case, later: number | null): Promise<Day> {
  await offered(server, desk, loan);
  const on = today(server);
  await pay(server, loan.account, 5_000);
  await goTo(server, addDays(on, 3));
  await agreed(server, loan);
  await goTo(server, addDays(on, 9));
  if (later !== null) await pay(server, loan.account, later);
  await goTo(server, addDays(on, 12));
  expect((await statusOf(server, loan.id)).status).toBe(80);
  return on;
}

it('refuses to waive charges that the pending terms contain, and allows it before', async () => {
  const loan = await negotiating(server, desk);
  expect((await waiverOf(loan)).code).toBeNull();
  await offered(server, desk, loan, { waive: { lateInterest: 0, penalty: 0 } });
  expect(await decide(server, desk.checker, 'collection_measure', null, 'approve')).toBe(
    'TERMS_PENDING',
  );
  expect(await decide(server, desk.checker, 'collection_measure', null, 'return')).toBeNull();
  expect((await waiverOf(loan)).code).toBe('TERMS_PENDING');
});

it('takes no request of the borrower, because nobody would draft terms for it', async () => {
  const loan = await negotiating(server, desk);
  const how = { token: loan.borrower.token };
  const id = String(loan.id);
  const wish = { reason: 'income', wish: 'lower', affordable: 4_000, id } as const;
  const papers = [await newPicture('image')];
  const may = async () => (await server.ok(servicing.loanNegotiation, { id }, how)).data.canRequest;
  const refusals = async () => [
    await server.refused(servicing.requestNegotiation, wish, how),
    await server.refused(servicing.addNegotiationPapers, { id }, { ...how, files: papers }),
  ];
  expect(await may()).toBe(true);
  await server.ok(servicing.requestNegotiation, wish, how);
  await offered(server, desk, loan);
  expect(await may()).toBe(false);
  expect(await refusals()).toEqual(['TERMS_PENDING', 'TERMS_PENDING']);
  await agreed(server, loan);
  expect(await may()).toBe(false);
  expect(await refusals()).toEqual(['TERMS_PENDING', 'TERMS_PENDING']);
  const tasks = await server.rows(
    `select from tasks.task where subject_type = 'negotiation_request' and subject_id = $1
       and status = 'open'`,
    [loan.id],
  );
  expect(tasks).toEqual([]);
});

it('does not return held money to the borrower', async () => {
  const loan = await negotiating(server, desk);
  await offered(server, desk, loan);
  await pay(server, loan.account, 30_000);
  const { token } = loan.borrower;
  const { code } = await server.ask(servicing.returnPrepaid, { id: String(loan.id) }, { token });
  expect(code).toBe('TERMS_PENDING');
  expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(30_000);
});

it('lets each held receipt pay on its own bank day if the terms fail', async () => {
  const owed: number[] = [];
  const used: unknown[] = [];
  for (const later of [null, 1]) {
    const loan = await negotiating(server, desk);
    const on = await heldUntilTermsFail(loan, later);
    const { data } = await server.ok(lending.myLoans, {}, { token: loan.borrower.token });
    owed.push(data.find(({ id }) => id === String(loan.id))!.overdue!.amount);
    const [row] = await server.rows<{ first: boolean; last: string }>(
      `select min(allocated_on) = $2 as first, (max(allocated_on) - $2::date) as last
       from servicing.allocation where loan_id = $1`,
      [loan.id, on],
    );
    used.push({ isFirst: row!.first, last: Number(row!.last) });
  }
  expect(used).toEqual([
    { isFirst: true, last: 0 },
    { isFirst: true, last: 9 },
  ]);
  // Whoever pays a dollar more owes a dollar less.
  expect(owed[1]).toBeLessThan(owed[0]!);
  await books();
});

it('lets two held receipts repay court costs one after the other', async () => {
  const loan = await negotiating(server, desk);
  const cost = { kind: 'courtCost', amount: 20_000, day: today(server) } as const;
  const asked = { id: String(loan.id), reason: '聲請支付命令', ...cost };
  await server.ok(collectionsOffice.proposeMeasure, asked, { token: desk.maker.token });
  expect(await decide(server, desk.checker, 'collection_measure', null, 'approve')).toBeNull();
  await heldUntilTermsFail(loan, 700);
  expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(0);
  expect(await balanceOf(server, 'court_receivable', { loan: loan.id })).toBe(14_300);
  await books();
});
