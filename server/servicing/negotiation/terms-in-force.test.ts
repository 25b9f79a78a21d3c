// Tests that after a negotiation every answer contains the terms in force beside those of the
// contract.
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { investing } from '#contract/investing/calls.ts';
import { lending } from '#contract/lending/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { lookupOffice } from '#contract/servicing/lookup.ts';
import {
  disburse,
  EXAMPLE,
  goTo,
  pay,
  schedule,
  signedLoan,
  today,
} from '../../../tests/actors/loans.ts';
import {
  agreed,
  consent,
  negotiating,
  newDesk,
  offered,
  type Case,
  type Desk,
} from '../../../tests/actors/negotiations.ts';
import { newOperator, newPhone, newVerifiedMember } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
let desk: Desk;
let loan: Case;

/**
 * Creates a loan whose first instalment is paid and whose second is late, so that the investors
 * voted for a negotiation.
 */
async function halfPaid(): Promise<Case> {
  const phone = newPhone();
  const borrower = await newVerifiedMember(server, { phone });
  const signed = await signedLoan(server, EXAMPLE, { borrower });
  const account = await disburse(server, signed, desk.finance);
  const [first, second] = await schedule(server, signed.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, first!.principal + first!.interest);
  await goTo(server, addDays(second!.payableUntil, 31));
  for (const { token } of signed.investors) {
    const input = { loan_id: String(signed.id), answer: 1 as const };
    await server.ok(servicing.violationPoll, input, { token });
  }
  await goTo(server, addDays(today(server), 8));
  return { ...signed, account, phone };
}

beforeAll(async () => {
  desk = await newDesk(server);
  loan = await halfPaid();
});

async function readAll() {
  const { token } = loan.borrower;
  const investor = { token: loan.investors[0]!.token };
  const [own] = (await server.ok(lending.myLoans, {}, { token })).data;
  const input = { orderby: 'rate', is_orderby_asc: true, item_per_page: 20, offset: 0 } as const;
  const [held] = (await server.ok(investing.holdings, input, investor)).data;
  const of = { invest_id: String(loan.orderIds[0]) };
  const detail = (await server.ok(investing.holding, of, investor)).data;
  return { own: own!, held: held!, detail };
}

it('what was paid of an instalment before the terms is shown by office and investor', async () => {
  const other = await negotiating(server, desk);
  await pay(server, other.account, 5_000);
  await offered(server, desk, other);
  await agreed(server, other);
  for (const i of [0, 1]) await consent(server, other, i);
  const id = String(other.id);
  const office = await server.ok(lookupOffice.officeLoan, { id }, { token: desk.maker.token });
  const { outstanding, principalPaid, principalLost } = office.data.repayment!;
  expect(principalPaid).toBeGreaterThan(0);
  expect(outstanding + principalPaid + principalLost).toBe(EXAMPLE.amount);
  const asked = { invest_id: String(other.orderIds[0]) };
  const own = await server.ok(investing.holding, asked, { token: other.investors[0]!.token });
  const received = own.data.instalments.reduce((sum, row) => sum + row.receivedPrincipal, 0);
  expect(received).toBe(own.data.holding!.receivedPrincipal);
  const expected = own.data.instalments.reduce((sum, row) => sum + row.expectedPrincipal, 0);
  expect(expected).toBe(own.data.order.amount);
});

describe('the terms of a loan', () => {
  const contract = { annualRate: EXAMPLE.rateBps / 100, installments: EXAMPLE.installments };

  it('are those of the contract until others take effect', async () => {
    const { own, held, detail } = await readAll();
    expect(own).toMatchObject({ ...contract, original: null });
    expect(held).toMatchObject({ ...contract, original: null, paidInstallments: 1 });
    expect(detail.order).toMatchObject({ ...contract, original: null });
  });

  it('are the negotiated ones from then on, and instalments are numbered through', async () => {
    const { instalment } = (await readAll()).own;
    await offered(server, desk, loan);
    const { proposal } = await agreed(server, loan);
    for (const i of [0, 1, 2]) await consent(server, loan, i);
    const { own, held, detail } = await readAll();
    // One instalment was paid before the negotiation, and the new terms have 24 more.
    const now = { annualRate: 6, installments: 25 };
    expect(own.schedule).toHaveLength(now.installments);
    expect(own).toMatchObject({ ...now, instalment: proposal!.after.instalment });
    expect(own.original).toEqual({ ...contract, instalment });
    expect(held).toMatchObject({ ...now, original: contract, paidInstallments: 1 });
    expect(detail.order).toMatchObject({ ...now, original: contract });
    expect(detail.holding).toMatchObject({ ...now, original: contract });
    const office = await newOperator(server, ['reviewer']);
    const of = { id: String(loan.id) };
    const { data } = await server.ok(lookupOffice.officeLoan, of, { token: office.token });
    expect(data).toMatchObject({ ...contract, negotiated: now });
  });
});
