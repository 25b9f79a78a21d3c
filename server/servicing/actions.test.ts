// Tests of repayment over HTTP and the sandbox bank, from disbursement to the last dollar.
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { decide, payAccountAgain } from '../../tests/actors/tasks.ts';
import {
  checkBatches,
  disburse,
  EXAMPLE,
  goTo,
  liveThrough,
  balanceOf,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  today,
  type Team,
  type TestLoan,
} from '../../tests/actors/loans.ts';
import { messagesTo, newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { brokenInvariants } from '../database/invariants.ts';
import { drain, runDay } from '../worker.ts';

const server = useServer();
let team: Team;

beforeAll(async () => {
  team = await newTeam(server);
});

const distributed = (loanId: number, no: number) =>
  server.rows(
    `select principal::int, interest::int, late_interest::int as late, penalty::int,
       prepayment_fee::int as fee_shared, fee::int from servicing.distribution
     where loan_id = $1 and instalment_no = $2 order by batch, order_id`,
    [loanId, no],
  );

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);

describe('disbursement', () => {
  it('takes two persons, begins on the value date, and keeps the fees', async () => {
    const loan = await signedLoan(server);
    const { maker, checker } = team;
    expect(await decide(server, maker, 'disbursement_release', loan.id, 'release')).toBeNull();
    expect(await decide(server, maker, 'disbursement_check', loan.id, 'approve')).toBe(
      'MAKER_IS_CHECKER',
    );
    expect(await decide(server, checker, 'disbursement_check', loan.id, 'approve')).toBeNull();
    expect((await statusOf(server, loan.id)).status).toBe(55);
    await drain(server.services);
    expect((await statusOf(server, loan.id)).status).toBe(60);
    const rows = await schedule(server, loan.id);
    expect(rows).toHaveLength(12);
    expect(rows[0]).toMatchObject({ no: 1, principal: 7_885, interest: 1_000 });
    expect(await balanceOf(server, 'loan_receivable', { loan: loan.id })).toBe(100_000);
    expect(
      await balanceOf(server, 'investor_claim', { loan: loan.id, order: loan.orderIds[0]! }),
    ).toBe(50_000);
    const paid = await server.rows<{ amount: string }>(
      `select amount from banking.payment where purpose = 'disbursement' and subject_id = $1`,
      [loan.id],
    );
    expect(Number(paid[0]!.amount)).toBe(95_985);
    const [mail] = await messagesTo(server, loan.borrower.email);
    expect(mail?.subject).toContain('撥款完成');
    await books();
  });

  it('returns to signing when the checker returns it and finance stops it', async () => {
    const loan = await signedLoan(server);
    const { maker, checker } = team;
    await decide(server, maker, 'disbursement_release', loan.id, 'release');
    expect(await decide(server, checker, 'disbursement_check', loan.id, 'return')).toBeNull();
    expect(await decide(server, maker, 'disbursement_release', loan.id, 'stop')).toBeNull();
    expect((await statusOf(server, loan.id)).status).toBe(50);
    await books();
  });

  it('returns to signing when the bank returns it, and can be paid out again', async () => {
    const borrower = await newVerifiedMember(server, { account: '00412340000' });
    const loan = await signedLoan(server, EXAMPLE, { borrower });
    await decide(server, team.maker, 'disbursement_release', loan.id, 'release');
    await decide(server, team.checker, 'disbursement_check', loan.id, 'approve');
    await drain(server.services);
    expect((await statusOf(server, loan.id)).status).toBe(50);
    const [term] = await server.rows<{ ahead: boolean }>(
      'select sign_by > $2 as ahead from lending.loan where id = $1',
      [loan.id, server.services.clock.now()],
    );
    expect(term?.ahead).toBe(true);
    await books();
  });

  it('is refused while money is missing from trust', async () => {
    const loan = await signedLoan(server);
    await decide(server, team.maker, 'disbursement_release', loan.id, 'release');
    await server.rows('alter table lending.loan disable trigger terms_stand');
    await server.rows('update lending.loan set amount = amount + 10000 where id = $1', [loan.id]);
    expect(await decide(server, team.checker, 'disbursement_check', loan.id, 'approve')).toBe(
      'LOAN_STATUS',
    );
    await server.rows('update lending.loan set amount = amount - 10000 where id = $1', [loan.id]);
    await server.rows('alter table lending.loan enable trigger terms_stand');
  });
});

describe('an instalment paid on its day', () => {
  let loan: TestLoan;
  let account: string;

  beforeAll(async () => {
    loan = await signedLoan(server);
    account = await disburse(server, loan, team);
    const [first] = await schedule(server, loan.id);
    await goTo(server, first!.dueOn);
  });

  it('is owed from its due day on', async () => {
    expect(await balanceOf(server, 'interest_receivable', { loan: loan.id })).toBe(1_000);
    await books();
  });

  it('is shared to the dollar, with the fee', async () => {
    await pay(server, account, 8_885);
    expect(await distributed(loan.id, 1)).toEqual([
      { principal: 3_943, interest: 500, late: 0, penalty: 0, fee_shared: 0, fee: 50 },
      { principal: 2_602, interest: 330, late: 0, penalty: 0, fee_shared: 0, fee: 33 },
      { principal: 1_340, interest: 170, late: 0, penalty: 0, fee_shared: 0, fee: 17 },
    ]);
    expect(await balanceOf(server, 'interest_receivable', { loan: loan.id })).toBe(0);
    expect(await balanceOf(server, 'payable_to_investor', { member: loan.investors[0]!.id })).toBe(
      4_393,
    );
    const [row] = await schedule(server, loan.id);
    expect(row!.paidOn).toBe(today(server));
    await books();
  });

  it('is counted once however often the bank reports it', async () => {
    const before = await balanceOf(server, 'borrower_prepaid', { loan: loan.id });
    const seq = await pay(server, account, 500);
    await pay(server, account, 500, { seq });
    expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(before + 500);
    await books();
  });

  it('leaves another person’s payment in suspense', async () => {
    const before = await balanceOf(server, 'suspense');
    await pay(server, account, 8_885, { fromBank: '013', fromAccount: '0139999888877' });
    expect(await balanceOf(server, 'suspense')).toBe(before + 8_885);
    expect(await decide(server, team.maker, 'unmatched_payment', null, 'return')).toBeNull();
    await checkBatches(server, team.checker);
    await drain(server.services);
    expect(await balanceOf(server, 'suspense')).toBe(before);
    await books();
  });

  it('is paid out to each bound account, after finance released the day', async () => {
    let days = 0;
    while ((await payouts(loan)).length === 0) {
      await liveThrough(server, 1);
      expect((days += 1)).toBeLessThan(10);
    }
    expect(await payouts(loan)).toEqual([
      { amount: 4_393, status: 'payable' },
      { amount: 2_899, status: 'payable' },
      { amount: 1_493, status: 'payable' },
    ]);
    expect(await decide(server, team.maker, 'payout_release', null, 'release')).toBeNull();
    expect(await decide(server, team.maker, 'payment_check', null, 'approve')).toBe(
      'MAKER_IS_CHECKER',
    );
    // The second person returns the batch once: nothing is sent, and the batch can be released
    // again.
    expect(await decide(server, team.checker, 'payment_check', null, 'return')).toBeNull();
    expect((await payouts(loan)).every(({ status }) => status === 'payable')).toBe(true);
    expect(await decide(server, team.maker, 'payout_release', null, 'release')).toBeNull();
    await checkBatches(server, team.checker);
    await drain(server.services);
    expect((await payouts(loan)).every(({ status }) => status === 'confirmed')).toBe(true);
    expect(await balanceOf(server, 'payable_to_investor', { member: loan.investors[0]!.id })).toBe(
      0,
    );
    const [mail] = await messagesTo(server, loan.investors[0]!.email);
    expect(mail?.subject).toContain('已撥付');
    await books();
  });

  it('reverses what is unshared, and covers what was shared', async () => {
    const seq = await pay(server, account, 300);
    await pay(server, account, 300, { reverses: seq });
    expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(500);
    const told = async () => {
      const [last] = await server.rows<{ title: string; body: string }>(
        'select title, body from notices.notice where member_id = $1 order by id desc limit 1',
        [loan.borrower.id],
      );
      return last!;
    };
    expect(await told()).toMatchObject({
      title: expect.stringMatching(/^還款 \$\s300 已取消入帳$/),
      body: expect.stringMatching(/尚未抵充的 \$\s300 已自預收款扣除，請於應還日前另行匯款。$/),
    });
    expect(await balanceOf(server, 'loss')).toBe(0);
    const [, second] = await schedule(server, loan.id);
    await goTo(server, addDays(second!.dueOn, -9));
    const spent = await pay(server, account, 1_000);
    expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(0);
    await pay(server, account, 1_000, { reverses: spent });
    expect((await told()).body).toMatch(/取消入帳。已動用的 \$\s1,000 由平台先行墊付/);
    expect(await balanceOf(server, 'loss')).toBe(0);
    const covered = { loan: loan.id, member: loan.borrower.id };
    expect(await balanceOf(server, 'recourse_receivable', covered)).toBe(1_000);
    await books();
    expect(await decide(server, team.maker, 'recourse', null, 'dismiss')).toBeNull();
    expect(await decide(server, team.maker, 'recourse', null, 'approve')).toBe('MAKER_IS_CHECKER');
    expect(await balanceOf(server, 'loss')).toBe(0);
    expect(await decide(server, team.checker, 'recourse', null, 'approve')).toBeNull();
    expect(await balanceOf(server, 'loss')).toBe(1_000);
    expect(await balanceOf(server, 'recourse_receivable', covered)).toBe(0);
    await books();
  });
});

const payouts = (loan: TestLoan) =>
  server.rows<{ amount: number; status: string }>(
    `select amount::int, status from servicing.payout where member_id = any ($1)
     order by amount desc`,
    [loan.investors.map(({ id }) => id)],
  );

describe('a payout', () => {
  it('that is returned is payable again, waits for a person, and is not sent twice', async () => {
    const closed = await newVerifiedMember(server, { account: '00499990000' });
    const terms = { ...EXAMPLE, amount: 50_000, shares: [50_000] };
    const loan = await signedLoan(server, terms, { investors: [closed] });
    const account = await disburse(server, loan, team);
    const [first] = await schedule(server, loan.id);
    await goTo(server, first!.dueOn);
    await pay(server, account, first!.principal + first!.interest);
    while ((await payouts(loan)).length === 0) await liveThrough(server, 1);
    await decide(server, team.maker, 'payout_release', null, 'release');
    await checkBatches(server, team.checker);
    await drain(server.services);
    expect(await payouts(loan)).toMatchObject([{ status: 'payable' }]);
    await books();
    const [{ id }] = (await server.rows<{ id: number }>(
      'select id::int from servicing.payout where member_id = $1',
      [closed.id],
    )) as [{ id: number }];
    const sent = async () =>
      (
        await server.rows(
          `select 1 from banking.payment where purpose = 'payout' and subject_id = $1`,
          [id],
        )
      ).length;
    expect(await sent()).toBe(1);
    await liveThrough(server, 3);
    const open = await server.rows(
      `select 1 from tasks.task where kind = 'payout_release' and status = 'open'`,
    );
    for (const _ of open) await decide(server, team.maker, 'payout_release', null, 'release');
    await checkBatches(server, team.checker);
    await drain(server.services);
    expect(await sent()).toBe(1);
    await payAccountAgain(server, Number(closed.id), team);
    let days = 0;
    while ((await sent()) === 1 && (days += 1) < 8) {
      await liveThrough(server, 1);
      const tasks = await server.rows(
        `select 1 from tasks.task where kind = 'payout_release' and status = 'open'`,
      );
      for (const _ of tasks) await decide(server, team.maker, 'payout_release', null, 'release');
      await checkBatches(server, team.checker);
      await drain(server.services);
    }
    expect(await sent()).toBe(2);
    await books();
  });
});

describe('a late loan', () => {
  it('is in grace, overdue, in violation, and has charges from day one', async () => {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, team);
    const [first] = await schedule(server, loan.id);
    const on = (lateDay: number) => addDays(first!.payableUntil, lateDay);
    const status = async () => (await statusOf(server, loan.id)).status;
    await goTo(server, first!.payableUntil);
    expect(await status()).toBe(60);
    await goTo(server, on(1));
    expect(await status()).toBe(61);
    await goTo(server, on(7));
    expect(await status()).toBe(61);
    await goTo(server, on(8));
    expect(await status()).toBe(65);
    await goTo(server, on(20));
    await pay(server, account, 1_000 + 52 + 3_000);
    expect(await distributed(loan.id, 1)).toMatchObject([
      { interest: 500, late: 26, penalty: 0, principal: 1_500 },
      { interest: 330, late: 17 },
      { interest: 170, late: 9 },
    ]);
    expect(await status()).toBe(65);
    await books();
    await goTo(server, on(31));
    expect(await status()).toBe(70);
    const mails = await messagesTo(server, loan.borrower.email);
    expect(mails.some(({ subject }) => subject?.includes('違約'))).toBe(true);
    await pay(server, account, 40_000);
    expect(await status()).toBe(60);
    await books();
  });

  it('stays open for charges alone, which are shared by principal', async () => {
    const terms = { amount: 30_000, rateBps: 1_200, installments: 1, shares: [20_000, 10_000] };
    const loan = await signedLoan(server, terms);
    const account = await disburse(server, loan, team);
    const [only] = await schedule(server, loan.id);
    await goTo(server, addDays(only!.payableUntil, 20));
    await pay(server, account, 30_000 + 300 + 197);
    expect(await balanceOf(server, 'loan_receivable', { loan: loan.id })).toBe(0);
    expect((await statusOf(server, loan.id)).status).toBe(65);
    await goTo(server, addDays(only!.payableUntil, 40));
    expect((await statusOf(server, loan.id)).status).toBe(65);
    await pay(server, account, 20);
    expect(await statusOf(server, loan.id)).toEqual({ status: 90, settleType: 'normal' });
    expect((await distributed(loan.id, 1)).slice(2)).toMatchObject([
      { principal: 0, penalty: 14, fee: 0 },
      { principal: 0, penalty: 6, fee: 0 },
    ]);
    await books();
  });

  it('has no charges if the bank dates its payment within seven days', async () => {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, team);
    const [first] = await schedule(server, loan.id);
    await goTo(server, addDays(first!.payableUntil, 9));
    expect((await statusOf(server, loan.id)).status).toBe(65);
    await pay(server, account, 8_885, { on: addDays(first!.payableUntil, 7) });
    expect((await statusOf(server, loan.id)).status).toBe(60);
    expect(await distributed(loan.id, 1)).toMatchObject([{ late: 0 }, { late: 0 }, { late: 0 }]);
    await books();
  });
});

describe('the last instalment', () => {
  it('pays everybody in full', async () => {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, team);
    for (const row of await schedule(server, loan.id)) {
      await goTo(server, row.dueOn);
      await pay(server, account, row.principal + row.interest);
    }
    expect(await statusOf(server, loan.id)).toEqual({ status: 90, settleType: 'normal' });
    const shares = await server.rows(
      `select remaining::int, interest_received::int as interest, fee_charged::int as fee
       from servicing.share where loan_id = $1 order by order_id`,
      [loan.id],
    );
    expect(shares).toEqual([
      { remaining: 0, interest: 3_310, fee: 331 },
      { remaining: 0, interest: 2_184, fee: 218 },
      { remaining: 0, interest: 1_125, fee: 113 },
    ]);
    await books();
  });
});

describe('a day', () => {
  it('may run twice without effect', async () => {
    const loan = await signedLoan(server);
    await disburse(server, loan, team);
    const [first] = await schedule(server, loan.id);
    await goTo(server, first!.dueOn);
    const reminders = async () =>
      (await messagesTo(server, loan.borrower.email)).filter(({ subject }) =>
        subject?.includes('到期'),
      ).length;
    expect(await reminders()).toBe(1);
    await runDay(server.services);
    expect(await reminders()).toBe(1);
    await books();
  });
});
