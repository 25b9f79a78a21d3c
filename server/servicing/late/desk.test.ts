// Test of collection in the office: list, contacts, promises, measures by two persons.
import { lateList } from '#contract/servicing/lists.ts';
import { taskList } from '#contract/tasks/lists.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { collectionsOffice as calls, type LateLoan } from '#contract/servicing/collections.ts';
import { addDays } from '#contract/core/day.ts';
import { lending } from '#contract/lending/calls.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import {
  goTo,
  lentLoan,
  balanceOf,
  newTeam,
  pay,
  schedule,
  statusOf,
  today,
  type Lent,
  type Team,
  type TestLoan,
} from '../../../tests/actors/loans.ts';
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
const as = (who: Person) => ({ token: who.token });

async function lateLoan(lateDay: number): Promise<Lent> {
  const lent = await lentLoan(server, team);
  const { until } = lent;
  if (lateDay > 30) await goTo(server, addDays(until, 31));
  await goTo(server, addDays(until, lateDay));
  return lent;
}

const page = async (loan: TestLoan): Promise<LateLoan> =>
  (await server.ok(calls.getLate, { id: String(loan.id) }, as(reviewer))).data;

const propose = async (loan: TestLoan, measure: Record<string, unknown>, who = reviewer) => {
  const asked = { id: String(loan.id), reason: '測試', ...measure };
  return (await server.ask(calls.proposeMeasure, asked, as(who))).code;
};

const measureId = async (loan: TestLoan) =>
  Number(
    (
      await server.rows<{ id: string }>(
        'select max(id) as id from servicing.measure where loan_id = $1',
        [loan.id],
      )
    )[0]!.id,
  );

describe('the board', () => {
  it('counts loans by lateness, to the dollar, and pages one bucket', async () => {
    const { loan } = await lateLoan(20);
    const { data, buckets, total } = await server.ok(lateList, { bucket: 'd8' }, as(reviewer));
    expect(total).toBe(data.length);
    expect(data.find(({ loanId }) => loanId === String(loan.id))).toMatchObject({
      lateDays: 20,
      arrears: 8_885,
      charges: 57,
      outstanding: 100_000,
      accelerated: false,
      borrower: expect.stringContaining('○'),
    });
    expect(buckets.map(({ bucket }) => bucket)).toEqual(['d1', 'd8', 'd31', 'd91', 'd181']);
    expect(buckets[1]!.loans).toBe(total);
    const { arrears: claim, borrower } = await page(loan);
    const { lateInterest, penalty, total: owed } = claim;
    // The collector sees personal data masked, but enough of the data to tell one borrower from
    // another.
    expect([borrower.name, borrower.phone, borrower.email]).toEqual([
      expect.stringContaining('○'),
      expect.stringContaining('*'),
      expect.stringMatching(/^.{1,2}\*+@/),
    ]);
    expect([lateInterest, penalty, owed]).toEqual([52, 5, 8_942]);
  });

  it('is refused to finance for contacts, to members and to strangers', async () => {
    const { loan } = await lateLoan(2);
    const id = String(loan.id);
    const contact = { id, channel: 'phone', outcome: 'reached', note: '會在週五前還款' };
    expect(await server.refused(calls.addContact, contact, as(team.maker))).toBe('ROLE_REQUIRED');
    expect((await server.ask(calls.getLate, { id }, as(loan.borrower))).status).toBe(401);
    expect((await server.ask(lateList, {}, {})).status).toBe(401);
    expect(await server.refused(calls.getLate, { id: '999999' }, as(reviewer))).toBe(
      'LOAN_NOT_FOUND',
    );
  });
});

describe('contacts and promises', () => {
  it('are recorded once per key, and judged kept or broken by day', async () => {
    const { loan, account } = await lateLoan(3);
    const id = String(loan.id);
    const contact = { id, channel: 'phone', outcome: 'reached', note: '說明寬限期' } as const;
    const key = { ...as(reviewer), key: 'contact-once-0001' };
    await server.ok(calls.addContact, contact, key);
    await server.ok(calls.addContact, contact, key);
    const promise = { id, amount: 5_000, dueOn: addDays(today(server), 2) };
    await server.ok(calls.addPromise, promise, as(reviewer));
    const broken = { ...promise, amount: 90_000, dueOn: today(server) };
    await server.ok(calls.addPromise, broken, as(reviewer));
    expect((await page(loan)).contacts).toHaveLength(1);
    await pay(server, account, 5_000);
    await goTo(server, addDays(today(server), 1));
    const { promises } = await page(loan);
    expect(promises.map(({ amount, status }) => [amount, status])).toEqual([
      [90_000, 'broken'],
      [5_000, 'kept'],
    ]);
    const late = { ...promise, dueOn: addDays(today(server), 61) };
    expect(await server.refused(calls.addPromise, late, as(reviewer))).toBe('PROMISE_DAY');
    const nobody = { ...promise, id: '999999' };
    expect(await server.refused(calls.addPromise, nobody, as(reviewer))).toBe('LOAN_NOT_FOUND');
    expect(await server.refused(calls.addContact, { ...contact, id: '999999' }, as(reviewer))).toBe(
      'LOAN_NOT_FOUND',
    );
    const [settled] = await server.rows<{ id: string }>(
      `update lending.loan set status = 96 where id = $1 returning id`,
      [loan.id],
    );
    expect(settled).toBeDefined();
    expect(await server.refused(calls.addContact, contact, as(reviewer))).toBe('LOAN_STATUS');
    await server.rows('update lending.loan set status = 61 where id = $1', [loan.id]);
  });
});

it('a broken promise was kept after all if money of its days is booked late', async () => {
  const { loan, account } = await lateLoan(3);
  const promise = { id: String(loan.id), amount: 5_000, dueOn: today(server) };
  await server.ok(calls.addPromise, promise, as(reviewer));
  await goTo(server, addDays(today(server), 1));
  expect((await page(loan)).promises).toMatchObject([{ status: 'broken' }]);
  await pay(server, account, 5_000, { on: promise.dueOn });
  await goTo(server, addDays(today(server), 1));
  expect((await page(loan)).promises).toMatchObject([{ status: 'kept' }]);
});

describe('a waiver', () => {
  it('is proposed by one, approved by another, and at most the charges', async () => {
    const { loan, account } = await lateLoan(20);
    expect(await propose(loan, { kind: 'waiver', amount: 58 })).toBe('MEASURE_AMOUNT');
    expect(await propose(loan, { kind: 'waiver', amount: 57 })).toBeNull();
    expect(await propose(loan, { kind: 'waiver', amount: 5 })).toBe('MEASURE_OPEN');
    const id = await measureId(loan);
    const approver = await newOperator(server, ['reviewer', 'approver']);
    expect(await decide(server, approver, 'collection_measure', id, 'approve')).toBeNull();
    expect((await page(loan)).arrears).toMatchObject({ lateInterest: 0, penalty: 0 });
    await pay(server, account, 8_885);
    expect(await statusNow(loan)).toBe(60);
    const [mail] = (await messagesTo(server, loan.borrower.email)).filter(({ subject }) =>
      subject?.includes('減免'),
    );
    expect(mail?.subject).toContain('57');
    await books();
  });

  it('is not decided by its maker, and has no effect when returned', async () => {
    const { loan } = await lateLoan(20);
    const maker = await newOperator(server, ['reviewer', 'approver']);
    expect(await propose(loan, { kind: 'waiver', amount: 10 }, maker)).toBeNull();
    const id = await measureId(loan);
    expect(await decide(server, maker, 'collection_measure', id, 'approve')).toBe(
      'MAKER_IS_CHECKER',
    );
    expect(await decide(server, team.checker, 'collection_measure', id, 'return')).toBeNull();
    expect((await page(loan)).arrears).toMatchObject({ lateInterest: 52, penalty: 5 });
    expect((await page(loan)).measures[0]).toMatchObject({ kind: 'waiver', status: 'returned' });
  });

  it('of the last owed charges restores the loan’s status', async () => {
    const { loan, account } = await lateLoan(20);
    await pay(server, account, 8_885 + 52);
    expect(await statusNow(loan)).toBe(65);
    await propose(loan, { kind: 'waiver', amount: 5 });
    const id = await measureId(loan);
    expect(await decide(server, team.checker, 'collection_measure', id, 'approve')).toBeNull();
    expect(await statusNow(loan)).toBe(60);
    await books();
  });

  it('is computed when a record of an earlier bank day arrives late', async () => {
    const { loan, account, until } = await lateLoan(20);
    await pay(server, account, 1_010);
    await pay(server, account, 8_000, { on: addDays(until, 5) });
    const id = await measureId(loan);
    const [measure] = await server.rows<{ amount: string; maker: string | null }>(
      'select amount, maker_id as maker from servicing.measure where id = $1',
      [id],
    );
    expect(measure!.maker).toBeNull();
    expect(Number(measure!.amount)).toBeGreaterThan(0);
    expect(await statusNow(loan)).toBe(65);
    expect(await decide(server, team.checker, 'collection_measure', id, 'approve')).toBeNull();
    expect(await statusNow(loan)).toBe(60);
    await books();
  });
});

describe('a declared violation', () => {
  it('takes two persons, does not end with the arrears, and is revoked by two', async () => {
    const { loan, account } = await lateLoan(2);
    expect(await propose(loan, { kind: 'revocation' })).toBe('LOAN_STATUS');
    expect(await propose(loan, { kind: 'violation' })).toBeNull();
    expect(await decide(server, reviewer, 'violation_declare', loan.id, 'declare')).toBe(
      'MAKER_IS_CHECKER',
    );
    expect(await decide(server, team.checker, 'violation_declare', loan.id, 'declare')).toBeNull();
    expect(await statusNow(loan)).toBe(70);
    await pay(server, account, 8_885);
    expect(await statusNow(loan)).toBe(70);
    // The borrower reads the deadline, although nothing is overdue any more.
    const { data } = await server.ok(lending.myLoans, {}, { token: loan.borrower.token });
    const payBy = addDays(today(server), 7);
    const notice = { payBy, accelerated: false, declared: true };
    expect(data.find(({ id }) => id === `${loan.id}`)).toMatchObject({ overdue: null, notice });
    await goTo(server, addDays(today(server), 8));
    expect((await page(loan)).notice).toMatchObject({
      cause: 'declared',
      acceleratedOn: today(server),
    });
    expect(await balanceOf(server, 'loan_receivable', { loan: loan.id })).toBe(92_115);
    await books();
    expect(await propose(loan, { kind: 'revocation' })).toBeNull();
    const id = await measureId(loan);
    expect(await decide(server, team.checker, 'collection_measure', id, 'approve')).toBeNull();
    expect(await statusNow(loan)).toBe(60);
    expect(await schedule(server, loan.id)).toHaveLength(12);
    await books();
  });

  it('is dismissed without a trace, and shown to nobody else', async () => {
    const { loan } = await lateLoan(2);
    await propose(loan, { kind: 'violation' });
    expect(await decide(server, team.checker, 'violation_declare', loan.id, 'dismiss')).toBeNull();
    expect(await statusNow(loan)).toBe(61);
    expect(await propose({ ...loan, id: 999_999 }, { kind: 'violation' })).toBe('LOAN_NOT_FOUND');
    const { data } = await server.ok(taskList, { kind: 'violation_declare' }, as(reviewer));
    expect(data.map(({ subject }) => subject.id)).not.toContain(String(loan.id));
  });
});
