// Test of a negotiation over HTTP, from the request to the new schedule, and of every failure.
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, day } from '#contract/core/day.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { openTaskId } from '../../../tests/actors/tasks.ts';
import { goTo, balanceOf, pay, schedule, statusOf, today } from '../../../tests/actors/loans.ts';
import {
  agreed,
  consent,
  decideOn,
  negotiating,
  newDesk,
  offered,
  someTerms,
  violated,
  type Case,
  type Desk,
} from '../../../tests/actors/negotiations.ts';
import { newVerifiedMember, type Person, stepUp } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';

const server = useServer();
let desk: Desk;
let stranger: Person;

beforeAll(async () => {
  desk = await newDesk(server);
  stranger = await newVerifiedMember(server);
});

const wish = { reason: 'income', wish: 'lower', affordable: 4_000, note: '工時減半' } as const;
const as = (who: Person) => ({ token: who.token });
const idOf = (loan: Case) => ({ id: String(loan.id) });
const status = async (loan: Case) => (await statusOf(server, loan.id)).status;
const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
const viewOf = async (loan: Case) =>
  (await server.ok(servicing.loanNegotiation, idOf(loan), as(loan.borrower))).data;
const holderView = async (loan: Case, i: number) => {
  const input = { invest_id: String(loan.orderIds[i]) };
  return (await server.ok(servicing.investorNegotiation, input, as(loan.investors[i]!))).data;
};
const draftOf = (loan: Case) => ({ kind: 'negotiation_draft', loanId: loan.id });
const approvalOf = (loan: Case) => ({ kind: 'negotiation_approval', loanId: loan.id });
const pdfOf = async (loan: Case, input: object = idOf(loan)) =>
  Buffer.from(await server.ok(servicing.negotiationContract, input, as(loan.borrower)));

describe('requesting other terms', () => {
  it('is stored, replaced by another request, and shown to the operators', async () => {
    const loan = await violated(server, desk);
    const ask = (more = {}) =>
      server.ask(
        servicing.requestNegotiation,
        { ...idOf(loan), ...wish, ...more },
        { ...as(loan.borrower), key: null },
      );
    expect((await ask()).body.data).toMatchObject({ canRequest: true, request: wish });
    expect((await ask({ affordable: 5_000, note: undefined })).code).toBeNull();
    expect((await viewOf(loan)).request).toMatchObject({ affordable: 5_000, note: null });
    const [open] = await server.rows<{ detail: { why: string } }>(
      `select detail from tasks.task where kind = 'attention' and status = 'open'
         and subject_type = 'negotiation_request' and subject_id = $1`,
      [loan.id],
    );
    expect(open?.detail.why).toContain('收入減少或中斷，希望降低每期金額');
    // The investors do not see the borrower's note.
    expect((await holderView(loan, 0)).wish).toEqual({ reason: 'income', wish: 'lower' });
    expect((await ask({ affordable: 10 })).code).toBe('INVALID_INPUT');
  });

  it('is for the borrower, and for a loan that is late', async () => {
    const loan = await violated(server, desk);
    const input = { ...idOf(loan), ...wish };
    const refused = (who: Person) => server.refused(servicing.requestNegotiation, input, as(who));
    expect(await refused(stranger)).toBe('LOAN_NOT_FOUND');
    expect(await refused(loan.investors[0]!)).toBe('LOAN_NOT_FOUND');
    expect(await server.refused(servicing.loanNegotiation, idOf(loan), as(stranger))).toBe(
      'LOAN_NOT_FOUND',
    );
    await pay(server, loan.account, 40_000);
    expect(await status(loan)).toBe(60);
    expect(await refused(loan.borrower)).toBe('LOAN_STATUS');
  });
});

describe('drafting terms', () => {
  let loan: Case;
  beforeAll(async () => {
    loan = await negotiating(server, desk);
  });

  it('shows what is owed, and refuses what the contract forbids', async () => {
    const id = await openTaskId(server, 'negotiation_draft', loan.id);
    const { data } = await server.ok(tasksOffice.getTask, { id }, as(desk.maker));
    expect(data.detail).toMatchObject({
      bounds: { rateAnnualBps: 1_200, unpaid: 12 },
      owed: { principal: 100_000 },
      before: { annualRate: 12, installments: 12 },
    });
    const refusal = (more: object) =>
      decideOn(server, desk.maker, draftOf(loan), { ...someTerms(today(server)), ...more });
    const fields = async (more: object) => Object.keys((await refusal(more))?.fields ?? {});
    expect(await refusal({ annualRate: 12.5 })).toMatchObject({ code: 'DECISION_INVALID' });
    expect(await fields({ annualRate: 12.5 })).toEqual(['annualRate']);
    expect(await fields({ installments: 37 })).toEqual(['installments']);
    expect(await fields({ graceMonths: 7 })).toEqual(['graceMonths']);
    expect(await fields({ waive: { penalty: 101 } })).toEqual(['waive']);
    expect(await fields({ firstDueOn: addDays(today(server), 3) })).toEqual(['firstDueOn']);
    expect(await fields({ firstDueOn: undefined })).toEqual(['firstDueOn']);
    expect(await fields({ decision: 'decline', reason: undefined })).toEqual(['reason']);
  });

  it('takes a second person, who may return it', async () => {
    const terms = someTerms(today(server));
    expect(await decideOn(server, desk.maker, draftOf(loan), terms)).toBeNull();
    expect(
      await decideOn(server, desk.maker, approvalOf(loan), { decision: 'approve' }),
    ).toMatchObject({ code: 'MAKER_IS_CHECKER' });
    expect((await viewOf(loan)).proposal).toBeNull();
    expect(
      await decideOn(server, desk.checker, approvalOf(loan), {
        decision: 'return',
        reason: '期數太長',
      }),
    ).toBeNull();
    const id = await openTaskId(server, 'negotiation_draft', loan.id);
    const { data } = await server.ok(tasksOffice.getTask, { id }, as(desk.maker));
    expect(data.detail).toMatchObject({ returned: '期數太長' });
  });

  it('is refused if the offered does not exist', async () => {
    expect((await consent(server, loan, 0)).code).toBe('NEGOTIATION_STATUS');
    const agree = () => server.refused(servicing.agreeToNegotiation, idOf(loan), as(loan.borrower));
    expect(await agree()).toBe('NEGOTIATION_STATUS');
    const pdf = () => server.refused(servicing.negotiationContract, {}, as(loan.borrower));
    expect(await pdf()).toBe('CONTRACT_NOT_FOUND');
    await books();
  });

  it('may be declined: the loan goes to court', async () => {
    const decline = { decision: 'decline', reason: '無還款能力' };
    expect(await decideOn(server, desk.maker, draftOf(loan), decline)).toBeNull();
    expect(await status(loan)).toBe(80);
    // Nothing was proposed, but both sides read that the negotiation failed.
    const own = await viewOf(loan);
    expect(own).toMatchObject({ hasFailed: true, proposal: null });
    expect(own.events.map(({ title }) => title)).toContain('平台未能提出協商方案');
    const asked = { invest_id: String(loan.orderIds[0]) };
    const held = await server.ok(servicing.investorNegotiation, asked, as(loan.investors[0]!));
    expect(held.data).toMatchObject({ hasFailed: true, status: 80, proposal: null });
  });
});

describe('new terms', () => {
  let loan: Case;
  let owed: { principal: number; interest: number; lateInterest: number; penalty: number };
  beforeAll(async () => {
    loan = await negotiating(server, desk);
    await server.ok(servicing.requestNegotiation, { ...idOf(loan), ...wish }, as(loan.borrower));
    await offered(server, desk, loan);
  });

  it('are shown to the borrower first, as figures and as a draft', async () => {
    const { proposal, events } = await viewOf(loan);
    expect(proposal).toMatchObject({
      status: 'offered',
      version: 1,
      before: { annualRate: 12, installments: 12, principal: 100_000 },
      after: { annualRate: 6, installments: 24, graceMonths: 2, principal: 100_000 },
      consent: null,
      sha256: null,
    });
    owed = proposal!.owed;
    const { waived } = proposal!;
    expect(waived.penalty).toBe(owed.penalty);
    expect(proposal!.after.arrears).toBe(
      owed.interest + owed.lateInterest + owed.penalty - waived.lateInterest - waived.penalty,
    );
    expect(events.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['違約', '協商中', '您提出協商申請', '平台提出協商方案']),
    );
    const draft = await pdfOf(loan);
    expect(draft.includes('ETSI.CAdES.detached')).toBe(false);
    expect((await pdfOf(loan, {})).equals(draft)).toBe(true);
    expect((await holderView(loan, 0)).proposal).toBeNull();
  });

  it('are agreed to by the borrower only, with a fresh step-up', async () => {
    const agree = (who: Person) =>
      server.refused(servicing.agreeToNegotiation, idOf(loan), as(who));
    expect(await agree(stranger)).toBe('LOAN_NOT_FOUND');
    expect(await agree(loan.borrower)).toBe('STEP_UP_REQUIRED');
    expect(await server.refused(servicing.negotiationContract, idOf(loan), as(stranger))).toBe(
      'CONTRACT_NOT_FOUND',
    );
    expect((await consent(server, loan, 0)).code).toBe('NEGOTIATION_STATUS');
  });

  it('once agreed are sealed and presented to the investors', async () => {
    const { proposal } = await agreed(server, loan);
    expect(proposal).toMatchObject({
      status: 'agreed',
      consent: { agreed: 0, total: 100_000, needed: 66_667 },
    });
    const sealed = await pdfOf(loan);
    expect(sealed.includes('ETSI.CAdES.detached')).toBe(true);
    const [audit] = await server.rows<{ snapshot: { contractSha256: string } }>(
      `select snapshot from tasks.audit where action = 'negotiation.agreed'
         and snapshot ->> 'loanId' = $1`,
      [String(loan.id)],
    );
    expect(audit?.snapshot.contractSha256).toBe(proposal?.sha256);
    expect(await holderView(loan, 1)).toMatchObject({
      proposal: { status: 'agreed' },
      own: { weight: 33_000, agreedAt: null },
    });
    expect(await server.refused(servicing.agreeToNegotiation, idOf(loan), as(loan.borrower))).toBe(
      'NEGOTIATION_STATUS',
    );
  });

  it('hold what is paid in the meantime, so that their figures stay', async () => {
    const before = await balanceOf(server, 'loan_receivable', { loan: loan.id });
    await pay(server, loan.account, 5_000);
    expect(await balanceOf(server, 'loan_receivable', { loan: loan.id })).toBe(before);
    expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(5_000);
  });

  it('bind all when two thirds of the principal agree, and not a dollar sooner', async () => {
    const input = { invest_id: String(loan.orderIds[0]) };
    const refused = await server.refused(servicing.agreeAsInvestor, input, as(stranger));
    expect(refused).toBe('ORDER_NOT_FOUND');
    expect(await server.refused(servicing.investorNegotiation, input, as(stranger))).toBe(
      'ORDER_NOT_FOUND',
    );
    for (let i = 0; i < 2; i += 1) {
      const { body } = await consent(server, loan, 0);
      expect(body.data.proposal?.consent).toMatchObject({ agreed: 50_000 });
    }
    expect(await status(loan)).toBe(75);
    const { body } = await consent(server, loan, 2);
    expect(body.data.proposal?.status).toBe('in_force');
    expect(await status(loan)).toBe(60);
    // Agreeing again changes nothing; a first agreement after the terms came into force is refused.
    expect((await consent(server, loan, 2)).code).toBeNull();
    expect((await consent(server, loan, 1)).code).toBe('NEGOTIATION_STATUS');
    await books();
  });

  it('are the schedule from then on, and write the waived part off in the ledger', async () => {
    const { proposal } = await viewOf(loan);
    const rows = await schedule(server, loan.id);
    expect(rows).toHaveLength(24);
    expect(rows.map(({ dueOn }) => dueOn)).toEqual(proposal!.rows.map(({ dueOn }) => dueOn));
    expect(rows.reduce((all, { principal }) => all + principal, 0)).toBe(100_000);
    const arrears = owed.interest - proposal!.waived.interest;
    expect(await balanceOf(server, 'interest_receivable', { loan: loan.id })).toBe(arrears);
    const orders = await server.rows<{ status: number }>(
      'select stored_status as status from investing."order" where loan_id = $1',
      [loan.id],
    );
    expect(new Set(orders.map((order) => order.status))).toEqual(new Set([20]));
    const open = await server.rows(
      `select id from tasks.task where subject_id = $1 and status = 'open'
         and kind like 'negotiation%'`,
      [loan.id],
    );
    expect(open).toEqual([]);
  });

  it('are repaid to the last dollar, arrears too, and settle the loan', async () => {
    const { proposal } = await viewOf(loan);
    const paidBefore = await balanceOf(server, 'borrower_prepaid', { loan: loan.id });
    let paid = paidBefore;
    for (const { dueOn, total } of proposal!.rows) {
      await goTo(server, day(dueOn));
      await pay(server, loan.account, Math.max(0, total));
      paid += total;
    }
    await goTo(server, addDays(today(server), 1));
    expect(await statusOf(server, loan.id)).toEqual({ status: 90, settleType: 'negotiated' });
    const [got] = await server.rows<{ amount: string; late: string; penalty: string }>(
      `select sum(principal + interest + late_interest + penalty) as amount,
         sum(late_interest) as late, sum(penalty) as penalty
       from servicing.distribution where loan_id = $1`,
      [loan.id],
    );
    expect(Number(got!.amount)).toBe(proposal!.after.total);
    expect(Number(got!.late)).toBe(owed.lateInterest - proposal!.waived.lateInterest);
    expect(Number(got!.penalty)).toBe(0);
    expect(paid - proposal!.after.total).toBe(paidBefore);
    await books();
  });
});

describe('no answer', () => {
  it('of the borrower for three days ends it', async () => {
    const loan = await negotiating(server, desk);
    await offered(server, desk, loan);
    await goTo(server, addDays(today(server), 3));
    expect(await status(loan)).toBe(75);
    await goTo(server, addDays(today(server), 1));
    expect(await status(loan)).toBe(80);
    expect((await viewOf(loan)).proposal?.status).toBe('lapsed');
    await stepUp(server, loan.borrower, loan.phone);
    expect(await server.refused(servicing.agreeToNegotiation, idOf(loan), as(loan.borrower))).toBe(
      'NEGOTIATION_STATUS',
    );
  });

  it('of the investors for seven days ends it, and held money is used by its day', async () => {
    const loan = await negotiating(server, desk);
    await offered(server, desk, loan);
    await agreed(server, loan);
    await consent(server, loan, 1);
    const paidOn = today(server);
    await pay(server, loan.account, 9_000);
    await goTo(server, addDays(paidOn, 8));
    expect(await status(loan)).toBe(80);
    expect((await viewOf(loan)).proposal?.status).toBe('short');
    const [used] = await server.rows<{ on: string }>(
      `select max(allocated_on)::text as "on" from servicing.allocation where loan_id = $1`,
      [loan.id],
    );
    expect(used?.on).toBe(paidOn);
    expect((await consent(server, loan, 0)).code).toBe('NEGOTIATION_STATUS');
    await books();
  });
});

describe('paying everything', () => {
  const fullOf = (loan: Case) =>
    server.ok(servicing.instructPrepayment, { ...idOf(loan), kind: 'full' }, as(loan.borrower));

  it('while terms are decided settles the loan and voids them', async () => {
    const loan = await negotiating(server, desk);
    await offered(server, desk, loan);
    const [dueRow] = await schedule(server, loan.id);
    expect(dueRow?.paidOn).toBeNull();
    await pay(server, loan.account, 130_000);
    const accelerated = (await schedule(server, loan.id)).every(
      ({ dueOn }) => dueOn <= today(server),
    );
    if (!accelerated) await fullOf(loan);
    expect(await statusOf(server, loan.id)).toEqual({ status: 90, settleType: 'negotiated' });
    expect((await viewOf(loan)).proposal?.status).toBe('void');
    await books();
  });

  it('under new terms pays the arrears of every instalment', async () => {
    const loan = await negotiating(server, desk);
    await offered(server, desk, loan, { waive: { lateInterest: 0, penalty: 0 } });
    await agreed(server, loan);
    await consent(server, loan, 0);
    await consent(server, loan, 1);
    const { proposal } = await viewOf(loan);
    await goTo(server, addDays(day(proposal!.rows[0]!.dueOn), -20));
    const part = { ...idOf(loan), kind: 'partial', amount: 10_000 };
    expect(await server.refused(servicing.prepaymentQuote, part, as(loan.borrower))).toBe(
      'PREPAYMENT_NOT_NOW',
    );
    const { data } = await fullOf(loan);
    expect(data.lateCharges).toBe(proposal!.owed.lateInterest + proposal!.owed.penalty);
    expect(data.interest).toBeGreaterThanOrEqual(proposal!.owed.interest);
    await pay(server, loan.account, data.total);
    expect(await statusOf(server, loan.id)).toEqual({ status: 90, settleType: 'negotiated' });
    await books();
  });
});

it('takes effect once when the last consents are concurrent', async () => {
  const loan = await negotiating(server, desk);
  await offered(server, desk, loan);
  await agreed(server, loan);
  const all = await Promise.all([0, 1, 2, 0, 1, 2].map((i) => consent(server, loan, i)));
  for (const { code } of all) expect([null, 'NEGOTIATION_STATUS']).toContain(code);
  expect(await status(loan)).toBe(60);
  expect(await schedule(server, loan.id)).toHaveLength(24);
  await books();
});

it('is late again by its new days, and its arrears are due with the rest', async () => {
  const loan = await negotiating(server, desk);
  await offered(server, desk, loan);
  await agreed(server, loan);
  await consent(server, loan, 0);
  await consent(server, loan, 1);
  const [first] = await schedule(server, loan.id);
  await goTo(server, addDays(first!.payableUntil, 8));
  expect(await status(loan)).toBe(65);
  await goTo(server, addDays(first!.payableUntil, 31));
  await goTo(server, addDays(first!.payableUntil, 40));
  await books();
  await pay(server, loan.account, 140_000);
  await goTo(server, addDays(today(server), 1));
  expect((await statusOf(server, loan.id)).status).toBe(90);
  await books();
});
