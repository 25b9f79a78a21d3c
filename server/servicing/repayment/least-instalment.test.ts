// Tests over HTTP that a prepayment makes no instalment below the least one and none of NT$0, that
// the quote says so before it is confirmed, and that loans without debt end.
import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { servicing } from '#contract/servicing/calls.ts';
import {
  EXAMPLE,
  goTo,
  lentLoan,
  newTeam,
  pay,
  schedule,
  statusOf,
  type Team,
} from '../../../tests/actors/loans.ts';
import { auditOf } from '../../../tests/readers.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { runDay } from '../../worker.ts';

const server = useServer();
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);

/** A loan of which one instalment is paid, with what prepays all but the rest of its principal. */
async function paidOnce() {
  const lent = await lentLoan(server, team);
  const { loan, account } = lent;
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, first!.principal + first!.interest);
  await goTo(server, addDays(first!.dueOn, 3));
  const left = EXAMPLE.amount - first!.principal;
  const ask = (amount: number, more: object = {}) => ({
    ...({ id: String(loan.id), kind: 'partial', mode: 'lowerPayment', amount } as const),
    ...more,
  });
  return { loan, account, left, ask, token: loan.borrower.token };
}

const unpaid = async (loanId: number) =>
  (await schedule(server, loanId)).filter(({ paidOn }) => paidOn === null);

test('the quote says that the term falls, and offers to settle what little is left', async () => {
  const { loan, account, left, ask, token } = await paidOnce();
  const amount = Math.floor(left / 1_000) * 1_000;
  const rest = left - amount;
  const { data } = await server.ok(servicing.prepaymentQuote, ask(amount - 1_000), { token });
  expect(data).toMatchObject({ installmentsBefore: 11, fullInstead: null });
  expect(data.installmentsAfter).toBe(Math.ceil((rest + 1_000) / 500));
  expect(data.steps[0]!.amount).toBe(500);
  const all = await server.ok(servicing.prepaymentQuote, ask(amount), { token });
  const full = { id: String(loan.id), kind: 'full' } as const;
  const { total } = (await server.ok(servicing.prepaymentQuote, full, { token })).data;
  expect(rest).toBeLessThan(500);
  expect(all.data).toMatchObject({ installmentsAfter: 1, fullInstead: total });
  const instructed = await server.ok(servicing.instructPrepayment, ask(amount), { token });
  await pay(server, account, instructed.data.total);
  const [last, ...others] = await unpaid(loan.id);
  expect(others).toEqual([]);
  expect(last).toMatchObject({ principal: rest });
  await books();
  await goTo(server, last!.dueOn);
  await pay(server, account, last!.principal + last!.interest - instructed.data.interest);
  expect(await statusOf(server, loan.id)).toMatchObject({ status: 90, settleType: 'normal' });
  await books();
});

test('an older contract keeps its term unless its borrower agrees, without a 0', async () => {
  const older = async () => {
    const lent = await paidOnce();
    await server.rows('alter table lending.loan disable trigger keep_loan_terms');
    await server.rows(
      `update lending.loan set servicing_terms = servicing_terms - 'instalmentMin' where id = $1`,
      [lent.loan.id],
    );
    await server.rows('alter table lending.loan enable trigger keep_loan_terms');
    return lent;
  };
  const kept = await older();
  const amount = Math.floor(kept.left / 1_000) * 1_000;
  const quoted = async (of: object) =>
    (await server.ok(servicing.prepaymentQuote, of as never, { token: kept.token })).data;
  const more = amount - 2_000;
  expect((await quoted(kept.ask(more))).installmentsAfter).toBe(11);
  const agreeing = kept.ask(more, { agreesToMin: 'yes' });
  const agreed = await quoted(agreeing);
  expect(agreed.installmentsAfter).toBeLessThan(11);
  const { data } = await server.ok(servicing.instructPrepayment, agreeing, { token: kept.token });
  await pay(server, kept.account, data.total);
  expect(await unpaid(kept.loan.id)).toHaveLength(agreed.installmentsAfter!);

  const other = await older();
  const { data: last } = await server.ok(servicing.instructPrepayment, other.ask(amount), {
    token: other.token,
  });
  await pay(server, other.account, last.total);
  expect((await unpaid(other.loan.id)).every((row) => row.principal > 0)).toBe(true);
  await books();
});

test('instalments of 0 from before are ended, and with them the loan', async () => {
  const { loan, account } = await paidOnce();
  await server.rows(
    `insert into servicing.instalment (loan_id, version, no, due_on, payable_until, principal,
       interest)
     select loan_id, version + 1, no + 1, due_on + 31, payable_until + 31, 0, 0
     from servicing.instalment where loan_id = $1 order by no desc limit 1`,
    [loan.id],
  );
  const names = (await brokenInvariants(server.services.pool)).map(({ name }) => name);
  expect(names).toContain(
    'no instalment of a running loan is NT$0, and no loan without debt is in repayment',
  );
  await runDay(server.services);
  expect((await unpaid(loan.id)).every((row) => row.principal > 0)).toBe(true);
  const ended = { type: 'loan', id: loan.id, action: 'loan.empty_instalments_ended' };
  expect(await auditOf(server, ended)).toHaveLength(1);
  await books();

  // A loan that owes nothing, but was kept open by such an instalment.
  const full = { id: String(loan.id), kind: 'full' } as const;
  const { data } = await server.ok(servicing.instructPrepayment, full, {
    token: loan.borrower.token,
  });
  await pay(server, account, data.total);
  expect((await statusOf(server, loan.id)).status).toBe(90);
  await server.rows(
    `update lending.loan set status = 60, settled_on = null, settle_type = null where id = $1`,
    [loan.id],
  );
  await runDay(server.services);
  expect((await statusOf(server, loan.id)).status).toBe(90);
  await books();
});
