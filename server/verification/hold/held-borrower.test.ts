// Tests what a hold on a member stops besides payouts: the disbursement of their loan and whatever
// binds them anew; never repayment. Deadlines stand still, and investors do not wait for ever.
import { beforeAll, expect, test } from 'vitest';
import { addBusinessDays, dayOf } from '#contract/core/day.ts';
import { identity } from '#contract/identity/calls.ts';
import { investing } from '#contract/investing/calls.ts';
import { lending } from '#contract/lending/calls.ts';
import { mandates } from '#contract/mandates/calls.ts';
import { HELD_SENTENCE, verificationHoldsOffice } from '#contract/verification/payout-holds.ts';
import {
  disburse,
  goTo,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  today,
  type Team,
} from '../../../tests/actors/loans.ts';
import { boldInvestor, newCase } from '../../../tests/actors/market.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { newOperator, stepUp, type Person } from '../../../tests/actors/people.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { funded, newOffice, offered, signature, type Office } from '../../lending/testing/cases.ts';
import { runDay } from '../../worker.ts';

const server = useServer();
const { placed, letPass, runJobs } = paymentsOn(server);
let team: Team;
let office: Office;
let approvers: [Person, Person];
beforeAll(async () => {
  team = await newTeam(server);
  office = await newOffice(server);
  approvers = [await newOperator(server, ['approver']), await newOperator(server, ['approver'])];
});

type Cause = 'suspicion' | 'court';
async function hold(member: Pick<Person, 'id'>, cause?: Cause): Promise<void> {
  const input = { id: String(member.id), reason: '新北地檢署來函', ...(cause && { cause }) };
  await server.ok(verificationHoldsOffice.holdPayouts, input, approvers[0]);
  expect(await decide(server, approvers[1], 'payout_hold', member.id, 'approve')).toBeNull();
}
async function lift(member: Pick<Person, 'id'>): Promise<void> {
  const input = { id: String(member.id), reason: '已查明' };
  await server.ok(verificationHoldsOffice.liftPayoutHold, input, approvers[0]);
  expect(await decide(server, approvers[1], 'payout_hold', member.id, 'approve')).toBeNull();
}
const after = (days: number) => addBusinessDays(today(server), days);
const termOf = async (loanId: number | string) =>
  (
    await server.rows<{ at: Date }>('select sign_by as at from lending.loan where id = $1', [
      loanId,
    ])
  )[0]!.at;

test('a held borrower is not paid; the loan goes back after 3 days and ends after 10', async () => {
  const loan = await signedLoan(server);
  await hold(loan.borrower);
  const release = (who: Person, kind: 'disbursement_release') =>
    decide(server, who, kind, loan.id, 'release');
  expect(await release(team.maker, 'disbursement_release')).toBe('MONEY_HELD');
  const [third, tenth] = [after(3), after(10)];
  await goTo(server, third);
  expect((await statusOf(server, loan.id)).status).toBe(50);
  const { refunds } = await refundsOf(loan.id);
  expect(refunds).toBe(0);
  await goTo(server, tenth);
  expect((await statusOf(server, loan.id)).status).toBe(96);
  expect(await refundsOf(loan.id)).toEqual({ refunds: 3, fees: 0 });
  expect(
    (
      await server.rows(
        'select 1 from tasks.task where kind = $1 and subject_id = $2 and status = $3',
        ['payout_hold', loan.borrower.id, 'open'],
      )
    ).length,
    'the hold is looked at again',
  ).toBe(1);
  expect(await decide(server, approvers[0], 'payout_hold', loan.borrower.id, 'approve')).toBeNull();
  await runDay(server.services);
  expect(
    await server.rows(
      'select 1 from tasks.task where kind = $1 and subject_id = $2 and status = $3',
      ['payout_hold', loan.borrower.id, 'open'],
    ),
  ).toEqual([]);
});

const refundsOf = async (loanId: number) =>
  (
    await server.rows<{ refunds: number; fees: number }>(
      `select count(*)::int as refunds, coalesce(sum(r.fee), 0)::int as fees
       from investing.refund r join investing."order" o on o.id = r.order_id
       where o.loan_id = $1`,
      [loanId],
    )
  )[0]!;

test('a hold after the release stops the payment too, and a lifted one does not', async () => {
  const loan = await signedLoan(server);
  expect(await decide(server, team.maker, 'disbursement_release', loan.id, 'release')).toBeNull();
  await hold(loan.borrower);
  expect(await decide(server, team.checker, 'disbursement_check', loan.id, 'approve')).toBe(
    'MONEY_HELD',
  );
  await lift(loan.borrower);
  expect(await decide(server, team.checker, 'disbursement_check', loan.id, 'approve')).toBeNull();
});

test('nothing binds a held member anew, deadlines stand still, and repayment goes on', async () => {
  const { borrower, loan } = await funded(server, office);
  await server.ok(lending.stylemap, { stylemap: await signature() }, { token: borrower.token });
  const before = await termOf(loan.id);
  await hold(borrower);
  await stepUp(server, borrower, borrower.phone);
  expect(await server.refused(lending.signContract, {}, { token: borrower.token })).toBe(
    'MEMBER_HELD',
  );
  await goTo(server, addBusinessDays(dayOf(before), 1));
  expect((await statusOf(server, Number(loan.id))).status, 'no lapse and no ban').toBe(50);
  await lift(borrower);
  expect((await termOf(loan.id)).getTime()).toBeGreaterThan(before.getTime());
  await stepUp(server, borrower, borrower.phone);
  await server.ok(lending.signContract, {}, { token: borrower.token });

  const investor = await boldInvestor(server, '00466660101');
  const order = {
    id: String(await newCase(server)),
    invest_amount: 5_000,
    payment_mode: 1 as const,
  };
  await hold(investor);
  const { code } = await server.ask(investing.quickApply, order, { token: investor.token });
  expect(code).toBe('MEMBER_HELD');
  const { data } = await server.ok(mandates.mandate, {}, { token: investor.token });
  const given = { coversLoans: true, coversOrders: true, ceiling: 50_000 };
  const textVersion = data.text!.version;
  const { token } = investor;
  expect(await server.refused(mandates.signMandate, { ...given, textVersion }, { token })).toBe(
    'MEMBER_HELD',
  );

  const promised = await offered(server, office);
  await hold(promised.borrower);
  const agreement = { id: promised.loan.id };
  expect(await server.refused(lending.agreeToOffer, agreement, promised.borrower)).toBe(
    'MEMBER_HELD',
  );
  const again = await placed(10_000);
  await letPass(again, 1);
  await runJobs();
  await hold(again);
  const renewed = { id: again.orderId, payment_mode: 1 };
  expect(await server.refused(investing.reApply, renewed, again)).toBe('MEMBER_HELD');

  const lent = await signedLoan(server);
  const account = await disburse(server, lent, team);
  await hold(lent.borrower);
  const [first] = await schedule(server, lent.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, first!.principal + first!.interest);
  expect((await schedule(server, lent.id))[0]!.paidOn).toBe(today(server));
});

test('a suspicion is not told, the order of a court is', async () => {
  const [secret, open] = [
    await boldInvestor(server, '00466660102'),
    await boldInvestor(server, '00466660103'),
  ];
  await hold(secret);
  await hold(open, 'court');
  const text = async ({ token }: Person) =>
    (await server.ok(identity.accountInfo, {}, { token })).data.heldText;
  expect(await text(secret)).toBe(HELD_SENTENCE);
  expect(await text(open)).toContain('法院');
  const told = async ({ id }: Person) =>
    (
      await server.rows<{ body: string }>(
        'select body from notices.notice where member_id = $1 and title = $2',
        [id, '部分作業暫停'],
      )
    ).map(({ body }) => body);
  expect(await told(secret)).toEqual([]);
  expect((await told(open))[0]).toContain('法院');
});
