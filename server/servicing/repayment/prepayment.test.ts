// Tests prepayment over HTTP: quotes, instructions, and their effect on schedule and shares.
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, formatDay } from '#contract/core/day.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { lending } from '#contract/lending/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import {
  disburse,
  goTo,
  balanceOf,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  today,
  type Team,
} from '../../../tests/actors/loans.ts';
import { newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { recipientHashOf } from '../../notices/outbox.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { runDay } from '../../worker.ts';

const server = useServer();
let team: Team;

beforeAll(async () => {
  team = await newTeam(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);

const distributed = (loanId: number, no: number) =>
  server.rows(
    `select principal::int, interest::int, prepayment_fee::int as fee_shared, fee::int
     from servicing.distribution where loan_id = $1 and instalment_no = $2 order by order_id`,
    [loanId, no],
  );

/** Returns notices and mails that tell the borrower of a prepayment that did not take place. */
const lapsesTold = async ({ id, email }: Person) => {
  const notices = await server.rows<{ title: string; body: string; link: string }>(
    `select title, body, link from notices.notice where member_id = $1 and title ~ '提前清償'
     order by id`,
    [id],
  );
  const mails = await server.rows(
    `select id from notices.outbox where recipient_hash = $1
       and kind = 'servicing.prepaymentLapsed'`,
    [recipientHashOf(server.services.secrets, email)],
  );
  return { notices, mails: mails.length };
};

const quote = (token: string, input: object) =>
  server.ask(servicing.prepaymentQuote, input, { token });
const instruct = (token: string, input: object) =>
  server.ask(servicing.instructPrepayment, input, { token });

/** Returns the instruction that the borrower's page shows as waiting for money. */
const waitingOf = async ({ token }: Person) =>
  (await server.ok(lending.myLoans, {}, { token })).data[0]?.prepayment;

describe('prepayment', () => {
  it('is refused if it is not allowed', async () => {
    const loan = await signedLoan(server);
    const { token } = loan.borrower;
    const id = String(loan.id);
    const stranger = await newVerifiedMember(server);
    expect((await quote(token, { id, kind: 'full' })).code).toBe('LOAN_NOT_FOUND');
    const account = await disburse(server, loan, team);
    expect((await quote(stranger.token, { id, kind: 'full' })).code).toBe('LOAN_NOT_FOUND');
    expect((await instruct(stranger.token, { id, kind: 'full' })).code).toBe('LOAN_NOT_FOUND');
    for (const amount of [9_000, 10_500, 100_000]) {
      const asked = { id, kind: 'partial', amount };
      expect((await quote(token, asked)).code).toBe('PREPAYMENT_AMOUNT');
      expect((await instruct(token, asked)).code).toBe('PREPAYMENT_AMOUNT');
    }
    const [first] = await schedule(server, loan.id);
    await goTo(server, first!.dueOn);
    const part = { id, kind: 'partial', amount: 20_000 };
    expect((await quote(token, part)).code).toBe('PREPAYMENT_NOT_NOW');
    await goTo(server, addDays(first!.payableUntil, 1));
    expect((await instruct(token, part)).code).toBe('LOAN_STATUS');
    await pay(server, account, 8_885);
    await books();
  });

  it('of a part makes a new schedule and is shared with its fee', async () => {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, team);
    const [first] = await schedule(server, loan.id);
    await goTo(server, first!.dueOn);
    await pay(server, account, 8_885);
    await goTo(server, addDays(first!.dueOn, 13));
    const asked = { id: String(loan.id), kind: 'partial', mode: 'lowerPayment', amount: 20_000 };
    const shown = await quote(loan.borrower.token, asked);
    expect(shown.body.data).toMatchObject({ principal: 20_000, interest: 394, fee: 400, id: null });
    const { body } = await instruct(loan.borrower.token, asked);
    expect(body.data.total).toBe(20_794);
    const { kind, mode, amount } = asked;
    const waiting = { kind, mode, amount, goodUntil: body.data.goodUntil };
    expect(await waitingOf(loan.borrower)).toEqual(waiting);
    await pay(server, account, 10_000);
    // The amount that the borrower still has to transfer is quoted again.
    expect(await waitingOf(loan.borrower)).toEqual(waiting);
    expect((await quote(loan.borrower.token, asked)).body.data.total).toBe(10_794);
    expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(10_000);
    await pay(server, account, 10_794);
    expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(0);
    expect(await waitingOf(loan.borrower)).toBeNull();
    expect(await balanceOf(server, 'loan_receivable', { loan: loan.id })).toBe(72_115);
    const rows = await schedule(server, loan.id);
    expect(rows).toHaveLength(12);
    const left = rows.slice(1).reduce((sum, row) => sum + row.principal, 0);
    expect(left).toBe(72_115);
    expect(await distributed(loan.id, 2)).toMatchObject([
      { interest: 197, fee_shared: 100, fee: 20 },
      { interest: 130, fee_shared: 66 },
      { interest: 67, fee_shared: 34 },
    ]);
    await books();
    await goTo(server, rows[1]!.dueOn);
    await pay(server, account, rows[1]!.principal + rows[1]!.interest - 394);
    expect((await schedule(server, loan.id))[1]!.paidOn).toBe(today(server));
    await books();
  });

  it('in full settles the loan; the excess is refunded to the borrower', async () => {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, team);
    const { token } = loan.borrower;
    await goTo(server, addDays(today(server), 13));
    const { body } = await instruct(token, { id: String(loan.id), kind: 'full' });
    expect(body.data).toMatchObject({ principal: 100_000, interest: 427, fee: 2_000 });
    await pay(server, account, body.data.total + 123);
    expect(await statusOf(server, loan.id)).toEqual({ status: 90, settleType: 'early' });
    expect(await balanceOf(server, 'loan_receivable', { loan: loan.id })).toBe(0);
    expect(await balanceOf(server, 'refund_payable', { member: loan.borrower.id })).toBe(123);
    const told = await server.rows<{ body: string }>(
      'select body from notices.notice where member_id = $1',
      [loan.borrower.id],
    );
    const text = told.map(({ body }) => body).join();
    expect(text).toContain('溢繳的 $\u00a0123 將退回');
    expect(text).not.toContain('留作預收款');
    await books();
    await pay(server, account, 50);
    expect(await balanceOf(server, 'refund_payable', { member: loan.borrower.id })).toBe(173);
    await books();
    expect((await quote(token, { id: String(loan.id), kind: 'full' })).code).toBe('LOAN_STATUS');
  });

  it('may be repeated in one period, and in full at the end', async () => {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, team);
    const { token } = loan.borrower;
    const id = String(loan.id);
    const begun = today(server);
    for (const [days, asked] of [
      [5, { id, kind: 'partial', mode: 'shortenTerm', amount: 10_000 }],
      [13, { id, kind: 'partial', mode: 'lowerPayment', amount: 30_000 }],
      [20, { id, kind: 'partial', mode: 'shortenTerm', amount: 10_000 }],
    ] as const) {
      await goTo(server, addDays(begun, days));
      const { body } = await instruct(token, asked);
      await pay(server, account, body.data.total);
      await books();
    }
    const rows = await schedule(server, loan.id);
    expect(rows.length).toBeLessThan(12);
    expect(rows.reduce((sum, row) => sum + row.principal, 0)).toBe(50_000);
    await goTo(server, addDays(begun, 25));
    const { body } = await instruct(token, { id, kind: 'full' });
    expect(body.data).toMatchObject({ principal: 50_000, interest: 82, fee: 1_000 });
    await pay(server, account, body.data.total);
    expect((await statusOf(server, loan.id)).status).toBe(90);
    await books();
  });

  it('in full pays arrears too, and uses unshared money at once', async () => {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, team);
    const { token } = loan.borrower;
    const id = String(loan.id);
    const [first] = await schedule(server, loan.id);
    await goTo(server, addDays(first!.payableUntil, 20));
    const shown = await quote(token, { id, kind: 'full' });
    expect(shown.body.data).toMatchObject({ principal: 100_000, lateCharges: 57, fee: 1_842 });
    await pay(server, account, 5_000);
    const again = await quote(token, { id, kind: 'full' });
    expect(again.body.data.total).toBe(shown.body.data.total - 5_000);
    await instruct(token, { id, kind: 'full' });
    await pay(server, account, again.body.data.total);
    expect(await statusOf(server, loan.id)).toEqual({ status: 90, settleType: 'early' });
    await books();
    const other = await signedLoan(server);
    const virtual = await disburse(server, other, team);
    await pay(server, virtual, 200_000);
    const { body } = await instruct(other.borrower.token, { id: String(other.id), kind: 'full' });
    expect(body.data.total).toBe(0);
    expect((await statusOf(server, other.id)).status).toBe(90);
    await books();
  });

  it('lapses after its day; the money stays and pays the next instalment', async () => {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, team);
    const { token } = loan.borrower;
    const input = { id: String(loan.id), kind: 'full' };
    await instruct(token, input);
    await instruct(token, input);
    await pay(server, account, 9_000);
    const [first] = await schedule(server, loan.id);
    await goTo(server, addDays(first!.dueOn, -11));
    expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(9_000);
    await goTo(server, addDays(first!.dueOn, -10));
    expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(115);
    const states = await server.rows(
      'select status from servicing.prepayment where loan_id = $1 order by id',
      [loan.id],
    );
    expect(states).toEqual([{ status: 'replaced' }, { status: 'lapsed' }]);
    await books();
  });

  it('is not hindered by money of a later day that the bank took back', async () => {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, team);
    const on = today(server);
    const { body } = await instruct(loan.borrower.token, { id: String(loan.id), kind: 'full' });
    await server.advance(1, { bankIsLate: true });
    await runDay(server.services);
    const seq = await pay(server, account, 3_000);
    await pay(server, account, 3_000, { reverses: seq });
    // The bank reports the money of the quoted day a day later.
    await pay(server, account, body.data.total, { on });
    expect(await statusOf(server, loan.id)).toMatchObject({ status: 90, settleType: 'early' });
    await books();
  });

  it('with too little on its closed day is reported to the borrower, once', async () => {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, team);
    const on = today(server);
    const input = { id: String(loan.id), kind: 'full' };
    const { body } = await instruct(loan.borrower.token, input);
    await pay(server, account, 9_000);
    expect((await lapsesTold(loan.borrower)).notices, 'its day is not closed').toEqual([]);
    await goTo(server, addDays(on, 2));
    const { notices, mails } = await lapsesTold(loan.borrower);
    expect(notices).toHaveLength(1);
    expect(mails).toBe(1);
    expect(notices[0]!.title).toBe(`${formatDay(on)} 的提前清償未能辦理`);
    expect(notices[0]!.body).toContain(formatMoney(money(body.data.total)));
    expect(notices[0]!.body).toContain(`已收到的 ${formatMoney(money(9_000))} 留作預收款`);
    expect(notices[0]!.link).toBe('/account/loan');
    const acts = await server.rows(
      `select actor_type as actor from tasks.audit where action = 'loan.prepayment_lapsed'
         and subject_id = $1`,
      [loan.id],
    );
    expect(acts).toHaveLength(1);
    expect((await lapsesTold(loan.investors[0]!)).notices).toEqual([]);
  });

  it('without money lapses with a notice without a sum; a paid one has no notice', async () => {
    const [none, paid] = [await signedLoan(server), await signedLoan(server)];
    await disburse(server, none, team);
    const account = await disburse(server, paid, team);
    const part = { kind: 'partial', mode: 'lowerPayment', amount: 20_000 };
    await instruct(none.borrower.token, { id: String(none.id), ...part });
    const { body } = await instruct(paid.borrower.token, { id: String(paid.id), ...part });
    await pay(server, account, body.data.total);
    await goTo(server, addDays(today(server), 2));
    const { notices } = await lapsesTold(none.borrower);
    expect(notices).toHaveLength(1);
    expect(notices[0]!.body).toContain(`部分清償本金 ${formatMoney(money(20_000))}`);
    expect(notices[0]!.body).not.toContain('已收到');
    expect((await lapsesTold(paid.borrower)).notices).toEqual([]);
  });
});

describe('prepaid money', () => {
  const askBack = (token: string, id: number, key?: string) =>
    server.ask(servicing.returnPrepaid, { id: String(id) }, { token, ...(key && { key }) });

  it('is refunded to the borrower on request, once, and to nobody else', async () => {
    const loan = await signedLoan(server);
    const { token, id: borrower } = loan.borrower;
    const stranger = await newVerifiedMember(server);
    const account = await disburse(server, loan, team);
    expect((await askBack(token, loan.id)).code).toBe('NOTHING_PREPAID');
    await pay(server, account, 5_000);
    expect((await askBack(stranger.token, loan.id)).code).toBe('LOAN_NOT_FOUND');
    expect((await server.ask(servicing.returnPrepaid, { id: String(loan.id) })).status).toBe(401);
    const first = await askBack(token, loan.id, 'prepaid-back');
    expect(first.body.data).toEqual({ amount: 5_000 });
    expect((await askBack(token, loan.id, 'prepaid-back')).body).toEqual(first.body);
    expect((await askBack(token, loan.id)).code).toBe('NOTHING_PREPAID');
    expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(0);
    expect(await balanceOf(server, 'refund_payable', { member: borrower })).toBe(5_000);
    await books();
  });

  it('when refunded cancels the instruction that it was meant for', async () => {
    const loan = await signedLoan(server);
    const { token } = loan.borrower;
    const account = await disburse(server, loan, team);
    await goTo(server, addDays(today(server), 3));
    await instruct(token, { id: String(loan.id), kind: 'full' });
    await pay(server, account, 60_000);
    expect((await askBack(token, loan.id)).body.data).toEqual({ amount: 60_000 });
    await pay(server, account, 60_000);
    expect(await statusOf(server, loan.id)).toMatchObject({ status: 60 });
    expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(60_000);
    await books();
  });
});
