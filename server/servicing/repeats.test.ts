// Tests that a call on a loan in repayment that is repeated with the same key is carried out once.
import { beforeAll, expect, test } from 'vitest';
import { collectionsOffice } from '#contract/servicing/collections.ts';
import { addDays } from '#contract/core/day.ts';
import { holidaysOffice } from '#contract/taiwan/holidays.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { disburse, goTo, schedule, signedLoan, statusOf, today } from '../../tests/actors/loans.ts';
import {
  negotiating,
  newDesk,
  offered,
  violated,
  type Desk,
} from '../../tests/actors/negotiations.ts';
import { repeatThrice } from '../../tests/actors/repeats.ts';
import { newOperator, stepUp } from '../../tests/actors/people.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
let desk: Desk;
beforeAll(async () => {
  desk = await newDesk(server);
});

/** Returns how often an action of this name appears in the audit log for a loan. */
async function timesDone(loanId: number, action: string): Promise<number> {
  const rows = await server.rows(
    `select from tasks.audit where action = $2
       and ((subject_type = 'loan' and subject_id = $1) or snapshot ->> 'loanId' = $1::text)`,
    [loanId, action],
  );
  return rows.length;
}

test('a prepayment is instructed once; none on the due day of an instalment', async () => {
  const loan = await signedLoan(server);
  await disburse(server, loan, desk.finance);
  const part = { id: String(loan.id), kind: 'partial', mode: 'shortenTerm', amount: 20_000 };
  await repeatThrice(server, servicing.instructPrepayment, part, loan.borrower);
  expect(await timesDone(loan.id, 'loan.prepayment_instructed')).toBe(1);
  const open = await server.rows(
    `select from servicing.prepayment where loan_id = $1 and status = 'open'`,
    [loan.id],
  );
  expect(open).toHaveLength(1);
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.payableUntil);
  expect(await statusOf(server, loan.id)).toMatchObject({ status: 60 });
  expect(
    await server.refused(servicing.instructPrepayment, part, { token: loan.borrower.token }),
  ).toBe('PREPAYMENT_NOT_NOW');
});

test('collection work is recorded once', async () => {
  const loan = await signedLoan(server);
  await disburse(server, loan, desk.finance);
  const [first] = await schedule(server, loan.id);
  await goTo(server, addDays(first!.payableUntil, 20));
  const id = String(loan.id);
  const promise = { id, amount: 5_000, dueOn: addDays(today(server), 3) };
  await repeatThrice(server, collectionsOffice.addPromise, promise, desk.maker);
  await server.ok(collectionsOffice.addPromise, promise, { token: desk.maker.token, key: null });
  const waiver = { id, kind: 'waiver', amount: 10, reason: '測試' };
  await repeatThrice(server, collectionsOffice.proposeMeasure, waiver, desk.maker);
  const { data } = await server.ok(collectionsOffice.getLate, { id }, { token: desk.maker.token });
  // Without a key, the repeated call counts as a second promise.
  expect([data.promises.length, data.measures.length]).toEqual([2, 1]);
  await server.rows('update lending.loan set status = 96 where id = $1', [id]);
  expect(
    await server.refused(collectionsOffice.addPromise, promise, { token: desk.maker.token }),
  ).toBe('LOAN_STATUS');
  await server.rows('update lending.loan set status = 65 where id = $1', [id]);
});

test('a day off is added and removed once', async () => {
  const { maker } = desk.finance;
  const day = addDays(today(server), 90);
  const days = [{ day, name: '颱風停止上班' }];
  await repeatThrice(server, holidaysOffice.addHolidays, { days }, maker);
  const off = () => server.rows('select from servicing.holiday where day = $1', [day]);
  const changes = () => server.rows('select from servicing.holiday_change');
  expect([await off(), await changes()].map(({ length }) => length)).toEqual([0, 1]);
  const checker = await newOperator(server, ['approver']);
  expect(await decide(server, checker, 'holiday_check', null, 'approve')).toBeNull();
  expect(await off()).toHaveLength(1);
  await repeatThrice(server, holidaysOffice.removeHoliday, { day }, maker);
  expect(await changes()).toHaveLength(2);
  expect(await decide(server, checker, 'holiday_check', null, 'approve')).toBeNull();
  expect(await off()).toEqual([]);
});

test('a negotiation is requested, agreed to and consented to once', async () => {
  const late = await violated(server, desk);
  const wish = { reason: 'income', wish: 'lower', affordable: 4_000 };
  const asked = { id: String(late.id), ...wish };
  await repeatThrice(server, servicing.requestNegotiation, asked, late.borrower);
  expect(await timesDone(late.id, 'loan.negotiation_requested')).toBe(1);

  const loan = await negotiating(server, desk);
  await offered(server, desk, loan);
  await stepUp(server, loan.borrower, loan.phone);
  await repeatThrice(server, servicing.agreeToNegotiation, { id: String(loan.id) }, loan.borrower);
  expect(await timesDone(loan.id, 'negotiation.agreed')).toBe(1);
  const sealed = await server.rows(
    `select from lending.contract where loan_id = $1 and kind = 'negotiation'`,
    [loan.id],
  );
  expect(sealed).toHaveLength(1);
  const input = { invest_id: String(loan.orderIds[0]) };
  await repeatThrice(server, servicing.agreeAsInvestor, input, loan.investors[0]!);
  expect(await timesDone(loan.id, 'negotiation.consented')).toBe(1);
});
