// Tests what 今天 tells of each state, reached through the calls by which members and operators act.
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { applying } from '#contract/lending/applying.ts';
import { lending } from '#contract/lending/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { today as calls } from '#contract/today/calls.ts';
import { applicationOf, signContract } from '../../actors/loan.ts';
import {
  disburse,
  EXAMPLE,
  goTo,
  lentLoan,
  newTeam,
  pay,
  schedule,
  signedLoan,
  today,
} from '../../tests/actors/loans.ts';
import { goToCourt, writeOff } from '../../tests/actors/losses.ts';
import { damageIdentity, debitedLoan, goToDebit } from '../../tests/actors/mandates.ts';
import { newInvestor } from '../../tests/actors/market.ts';
import {
  agreed,
  negotiating,
  newDesk,
  offered as termsOffered,
  violated,
} from '../../tests/actors/negotiations.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { newMember, newVerifiedMember, type Person, stepUp } from '../../tests/actors/people.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { useServer } from '../../tests/server.ts';
import { noticeKinds as investingKinds } from '../investing/words.ts';
import {
  applied,
  audited,
  fund,
  listed,
  newBorrower,
  newOffice,
  offered,
  proveIncome,
  signature,
} from '../lending/testing/cases.ts';
import { tell } from '../notices/front.ts';
import { noticeKinds as verificationKinds } from '../verification/words.ts';
import { inWork } from '../work.ts';

const server = useServer();
const extension = { caseNo: 'A1', until: '2026/12/01' };
const { memberAt } = stepsOn(server);
const { placed, pay: payOrder, runJobs, letPass } = paymentsOn(server);

const todayOf = async ({ token }: Pick<Person, 'token'>) =>
  (await server.ok(calls.myToday, {}, { token })).data;
const factsOf = async (one: Person) => (await todayOf(one)).facts.map(({ fact }) => fact);
const firstOf = async (one: Person) => (await todayOf(one)).facts[0];

describe('the own file', () => {
  test('is told from the first step to the review, with the ladders of the purpose', async () => {
    expect(await factsOf(await newMember(server))).toEqual(['verificationNew']);
    for (const stage of [1, 2, 3] as const) {
      expect(await factsOf(await memberAt(stage))).toEqual(['verificationBegun']);
    }
    const reviewed = await todayOf(await memberAt(4));
    expect(reviewed.facts[0]).toMatchObject({ fact: 'verificationReviewing' });
    expect(reviewed.facts[0]!.until! > today(server)).toBe(true);
    expect(reviewed.name).toBeNull();
    expect(reviewed.ladders).toEqual([
      { side: 'borrow', at: 0 },
      { side: 'invest', at: 0 },
    ]);
  });

  test('leads a verified member to what the purpose allows, by the verified name', async () => {
    const both = await todayOf(await newVerifiedMember(server));
    expect(both.name).toBe('王小明');
    expect(both.facts.map(({ fact }) => fact)).toEqual(['profileMissing', 'mayApply']);
    const investor = await newInvestor(server);
    expect(await factsOf(investor)).toEqual(['mayInvest']);
    expect((await todayOf(investor)).ladders).toEqual([{ side: 'invest', at: 2 }]);
    expect(await factsOf(await newBorrower(server))).toEqual(['mayApply']);
  });

  test('is told although something stored about the person is damaged', async () => {
    const member = await newVerifiedMember(server);
    const [kept] = await server.rows<{ sealed: string }>(
      'select id_number as sealed from verification.profile where member_id = $1',
      [member.id],
    );
    await damageIdentity(server, member);
    expect((await todayOf(member)).name).toBeTypeOf('string');
    // The nights of the tests that follow read it.
    const mend = 'update verification.profile set id_number = $2 where member_id = $1';
    await server.rows(mend, [member.id, kept!.sealed]);
  });

  test('is for members with a confirmed address, and each reads their own only', async () => {
    const one = await newMember(server);
    await server.rows('update identity.member set email_verified_at = null where id = $1', [
      one.id,
    ]);
    expect(await server.refused(calls.myToday, {}, { token: one.token })).toBe(
      'EMAIL_NOT_VERIFIED',
    );
    const { loan } = await lentLoan(server, await newTeam(server));
    const stranger = await todayOf(await newVerifiedMember(server));
    expect(stranger.rivers).toEqual([]);
    expect(stranger.facts.some(({ id }) => id === String(loan.id))).toBe(false);
  });
});

describe('an application', () => {
  test('is told from its draft to the disbursement', async () => {
    const office = await newOffice(server);
    const drafted = await newBorrower(server);
    const draft = { version: 0, device: crypto.randomUUID(), reached: 2, values: {} };
    await server.ok(applying.saveLoanDraft, draft, { token: drafted.token });
    expect(await factsOf(drafted)).toEqual(['draft']);

    const { borrower } = await applied(server);
    expect(await firstOf(borrower)).toMatchObject({ fact: 'loanLacking' });
    await proveIncome(server, borrower, office.reviewer);
    expect(await firstOf(borrower)).toMatchObject({ fact: 'loanAuditing' });
    // Who agreed to an older text sends the application to review.
    const older = await applied(server);
    const oldText = `update lending.consent set version = '2026-11' where loan_id = $1`;
    await server.rows(oldText, [older.loan.id]);
    await proveIncome(server, older.borrower, office.reviewer);
    expect(await firstOf(older.borrower)).toMatchObject({ fact: 'loanReady' });
    const waiting = await audited(server, office);
    expect(await firstOf(waiting.borrower)).toMatchObject({ fact: 'loanAuditing' });
    const approved = await offered(server, office);
    expect(await firstOf(approved.borrower)).toMatchObject({ fact: 'loanOffer', amount: 100_000 });
    expect((await todayOf(approved.borrower)).ladders).toEqual([{ side: 'borrow', at: 2 }]);

    const open = await listed(server, office, 30_000);
    expect(await firstOf(open.borrower)).toMatchObject({ fact: 'loanListed', amount: 0 });
    const investors = await fund(server, open.loan.id, 30_000);
    expect(await firstOf(open.borrower)).toMatchObject({ fact: 'loanSigning', amount: 30_000 });
    expect(await firstOf(investors[0]!)).toMatchObject({ fact: 'orderFunded', amount: 10_000 });
    await signContract(server, open.borrower, await signature(), () =>
      stepUp(server, open.borrower, open.borrower.phone),
    );
    expect(await firstOf(open.borrower)).toMatchObject({ fact: 'loanDisbursing' });
  });

  test('that was withdrawn is told as ended, and a new one may begin', async () => {
    const { borrower, loan } = await applied(server);
    await server.ok(lending.cancelLoan, { id: loan.id }, { token: borrower.token });
    expect(await factsOf(borrower)).toEqual(['mayApply', 'loanEnded']);
  });
});

describe('a loan', () => {
  test('is on time, due, late, settled; and the next days are those of my loan', async () => {
    const team = await newTeam(server);
    const { loan, account, until } = await lentLoan(server, team);
    const { borrower, id } = loan;
    const [first] = await schedule(server, id);
    expect(await firstOf(borrower)).toMatchObject({ fact: 'loanRepaying', until: first!.dueOn });
    expect((await todayOf(borrower)).ladders).toEqual([]);
    await goTo(server, addDays(first!.dueOn, -7));
    const data = await todayOf(borrower);
    const [mine] = (await server.ok(lending.myLoans, {}, { token: borrower.token })).data;
    const { amount, dueOn } = mine!.nextDue!;
    expect(data.facts[0]).toMatchObject({ fact: 'loanDue', amount, until });
    expect(data.coming.repay).toEqual({ amount, dueOn });
    expect(data.coming.weeks.map(({ repay }) => repay)).toEqual([0, amount, 0, 0, 0]);
    expect(data.rivers).toMatchObject([{ side: 'borrow', total: 100_000, back: 0, left: 100_000 }]);

    await goTo(server, addDays(until, 3));
    const late = await todayOf(borrower);
    expect(late.facts[0]).toMatchObject({ fact: 'loanLate', lateDays: 3, late: { status: 61 } });
    expect(late.coming.repay).toBeNull();
    expect(late.rivers[0]).toMatchObject({ late: 100_000, left: 0 });
    expect(await factsOf(loan.investors[0]!)).toContain('orderLate');
    await goTo(server, addDays(until, 8));
    const [owing] = (await server.ok(lending.myLoans, {}, { token: borrower.token })).data;
    expect(await firstOf(borrower)).toMatchObject({ amount: owing!.overdue!.amount });
    await pay(server, account, owing!.overdue!.amount);
    await goTo(server, addDays(today(server), 1));
    expect(await firstOf(borrower)).toMatchObject({ fact: 'loanRepaying' });
  });

  test('with a mandate tells the debit in place of an act, and its failure as one', async () => {
    const loan = await debitedLoan(server, await newTeam(server));
    await server.rows(`update mandates.mandate set status = 'active' where member_id = $1`, [
      loan.borrower.id,
    ]);
    await goToDebit(server, loan, 5);
    expect(await firstOf(loan.borrower)).toMatchObject({ fact: 'loanDebit' });
  });

  test('in negotiation has its own facts for borrower and investors', async () => {
    const desk = await newDesk(server);
    const late = await violated(server, desk);
    expect(await firstOf(late.borrower)).toMatchObject({ fact: 'loanLate', late: { status: 70 } });
    const [voter] = late.investors;
    expect(await firstOf(voter!)).toMatchObject({ fact: 'pollOpen', amount: 50_000 });
    const vote = { loan_id: String(late.id), answer: 1 } as const;
    await server.ok(servicing.violationPoll, vote, { token: voter!.token });
    expect(await factsOf(voter!)).toEqual(['orderViolation']);

    const loan = await negotiating(server, desk);
    expect(await firstOf(loan.borrower)).toMatchObject({ fact: 'planDrafting' });
    expect(await factsOf(loan.investors[0]!)).toContain('orderNegotiating');
    await termsOffered(server, desk, loan);
    const asked = await firstOf(loan.borrower);
    expect(asked).toMatchObject({ fact: 'planOffered', late: { proposal: 'offered' } });
    expect(asked!.until! > today(server)).toBe(true);
    await agreed(server, loan);
    expect(await firstOf(loan.borrower)).toMatchObject({ fact: 'planAgreed' });
    expect(await firstOf(loan.investors[0]!)).toMatchObject({ fact: 'termsAgreed' });
  });

  test('in court and written off is told as such', async () => {
    const team = await newTeam(server);
    const { loan } = await goToCourt(server, await lentLoan(server, team));
    expect(await firstOf(loan.borrower)).toMatchObject({ fact: 'loanLate', late: { status: 80 } });
    expect(await factsOf(loan.investors[0]!)).toContain('orderCourt');
    await writeOff(server, team, loan);
    expect(await firstOf(loan.borrower)).toMatchObject({ fact: 'loanWrittenOff' });
    const { rivers } = await todayOf(loan.investors[0]!);
    expect(rivers).toMatchObject([{ side: 'invest', total: 50_000, lost: 50_000, left: 0 }]);
  });
});

describe('an order', () => {
  test('is told unpaid, underpaid, paid, waiting for the bank, and going back', async () => {
    const order = await placed(5_000);
    expect(await firstOf(order)).toMatchObject({
      fact: 'orderUnpaid',
      id: order.orderId,
      amount: 5_000,
    });
    expect((await todayOf(order)).ladders).toEqual([{ side: 'invest', at: 3 }]);
    await payOrder(order, 2_000);
    expect(await firstOf(order)).toMatchObject({ fact: 'orderUnderpaid', amount: 3_000 });
    await letPass(order, 1);
    expect(await factsOf(order)).toContain('orderAwaitsBank');
    await letPass(order, 48);
    await runJobs();
    expect(await factsOf(order)).toContain('orderRefunding');
    const other = await placed(4_000);
    await payOrder(other, 4_000);
    expect(await firstOf(other)).toMatchObject({ fact: 'orderPaid', amount: 4_000 });
    expect((await todayOf(other)).ladders).toEqual([{ side: 'invest', at: 4 }]);
  });

  test('of a repaid loan brings the expected income, net of the fee, to the dollar', async () => {
    const team = await newTeam(server);
    const one = await newVerifiedMember(server);
    const loan = await signedLoan(server, EXAMPLE, { investors: [one] });
    const account = await disburse(server, loan, team);
    const [first] = await schedule(server, loan.id);
    await goTo(server, addDays(first!.dueOn, -3));
    const { coming, rivers } = await todayOf(one);
    expect(coming.income.amount).toBeGreaterThan(coming.income.net);
    expect(coming.weeks[0]!.income).toBe(coming.income.amount);
    expect(rivers).toMatchObject([{ side: 'invest', total: 50_000, back: 0, left: 50_000 }]);
    expect(rivers[0]!.threads).toHaveLength(12);
    await goTo(server, first!.dueOn);
    const total = Number(first!.principal) + Number(first!.interest);
    await pay(server, account, total);
    await goTo(server, addDays(today(server), 1));
    const [came] = await server.rows<{ net: number }>(
      `select (sum(principal + interest - fee))::int as net from servicing.distribution
       where order_id = $1`,
      [loan.orderIds[0]],
    );
    expect(came!.net).toBe(coming.income.net);
    expect(await factsOf(one)).not.toContain('mayInvest');
  });
});

test('a card is dropped once its act is done, and the others are ordered by urgency', async () => {
  const one = await newBorrower(server);
  await inWork(server.services, async (work) => {
    await tell(work, one.id, verificationKinds.approved({}));
    await tell(work, one.id, investingKinds.caseExtended(extension));
  });
  const idOf = async (kind: string) => {
    const [row] = await server.rows<{ id: string }>(
      'select id from notices.notice where member_id = $1 and kind = $2',
      [one.id, kind],
    );
    return row!.id;
  };
  const approved = await idOf('verification.approved');
  const extended = await idOf('investing.caseExtended');
  // What asks for an act comes before what is newer and only tells something.
  expect((await todayOf(one)).cards).toEqual([approved, extended]);
  await server.ok(lending.apply, applicationOf(), { token: one.token });
  const received = await idOf('lending.received');
  expect((await todayOf(one)).cards).toEqual([received, extended]);
});
