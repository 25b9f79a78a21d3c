// Tests that the database distributes exactly like the reference in the contract, dollar for
// dollar.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distribute as reference,
  sharedClasses,
  type Share,
  type ShareHolder,
} from '#contract/law/distribution.ts';
import { add, money, subtract, sum } from '#contract/core/money.ts';
import { disburse, balanceOf, newTeam, pay, signedLoan } from '../../../tests/actors/loans.ts';
import { useServer } from '../../../tests/server.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { distributeBatches, type NamedBatch } from '../queries.ts';

const server = useServer();

/** The amounts that each order received in the five classes, and the fee that it was charged. */
type Held = { amount: number; given: Given; fee: number };
type Given = [principal: number, interest: number, late: number, penalty: number, shared: number];
type Amounts = [...Given, kept: number];
type Case = { shares: Held[]; amounts: Amounts[] };

const feeOn = (taken: number) => Math.floor((2 * taken * 1_000 + 10_000) / 20_000);

/**
 * An order in a state that another distribution rule may have left: arbitrary amounts received, in
 * no proportion.
 */
const share = fc
  .record({
    thousands: fc.integer({ min: 1, max: 60 }),
    left: fc.double({ min: 0, max: 1, noNaN: true }),
    others: fc.tuple(fc.nat(9_999), fc.nat(999), fc.nat(99), fc.nat(999)),
  })
  .map(({ thousands, left, others }): Held => {
    const amount = thousands * 1_000;
    const [interest, late] = others;
    return {
      amount,
      given: [amount - Math.floor(amount * left), ...others],
      fee: feeOn(interest + late),
    };
  });

/** An order that has received nothing yet, so that the current rule distributes everything. */
const fresh = fc
  .integer({ min: 1, max: 60 })
  .map((thousands): Held => ({ amount: thousands * 1_000, given: [0, 0, 0, 0, 0], fee: 0 }));

const amounts: fc.Arbitrary<Amounts> = fc.tuple(
  fc.nat(9_999),
  fc.nat(9_999),
  fc.nat(999),
  fc.nat(99),
  fc.nat(999),
  fc.nat(999),
);
const casesOf = (one: fc.Arbitrary<Held>, most: number): fc.Arbitrary<Case> =>
  fc.record({
    shares: fc.array(one, { minLength: 1, maxLength: most }),
    amounts: fc.array(amounts, { minLength: 1, maxLength: 6 }),
  });

/** Inserts the shares and the ledger balances that a distribution needs. */
async function lay(tx: Tx, { shares }: Case): Promise<void> {
  const given = (i: number) => shares.map((one) => one.given[i]!);
  await tx.run(sql`
    insert into servicing.share (order_id, loan_id, member_id, principal, remaining,
      interest_received, late_received, penalty_received, prepayment_fee_received, fee_charged)
    select 900 + k, 900, 900 + k % 3, a, a - g, i, l, p, s,
      f from unnest(${shares.map((one) => one.amount)}::bigint[],
      ${given(0)}::bigint[], ${given(1)}::bigint[], ${given(2)}::bigint[], ${given(3)}::bigint[],
      ${given(4)}::bigint[], ${shares.map((one) => one.fee)}::bigint[])
      with ordinality as o (a, g, i, l, p, s, f, k)
  `);
  await tx.run(sql`
    insert into ledger.account
      (kind, side, floored, tallied, loan_id, order_id, balance)
    select kind, side, floored, tallied, 900, 0, side * 10000000 from ledger.kind
    where kind in ('borrower_prepaid', 'loan_receivable', 'interest_receivable',
      'investor_interest_claim')
    union all select k.kind, side, floored, tallied, 900, order_id, side * remaining
    from ledger.kind k, servicing.share where k.kind = 'investor_claim' and loan_id = 900
  `);
}

const holdersOf = ({ shares }: Case): ShareHolder[] =>
  shares.map(({ amount, given, fee }, i) => {
    const [principal, interest, lateInterest, penalty, prepaymentFee] = given.map(money);
    return {
      orderId: String(901 + i),
      amount: money(amount),
      received: {
        principal: principal!,
        interest: interest!,
        lateInterest: lateInterest!,
        penalty: penalty!,
        prepaymentFee: prepaymentFee!,
      },
      feeCharged: money(fee),
    };
  });

const batchOf = (no: number, amounts: Amounts, holders: readonly ShareHolder[]): NamedBatch => {
  const [principal, interest, lateInterest, penalty, sharedFee, keptFee] = amounts.map(money);
  const remaining = sum(holders.map((one) => subtract(one.amount, one.received.principal)));
  return {
    id: `repay:900:${no}`,
    loanId: 900,
    feeBps: 1_000,
    no,
    on: '2026-01-15' as NamedBatch['on'],
    // In some cases the amount is all the remaining principal.
    principal: money(principal! > remaining || principal! % 7 === 0 ? remaining : principal!),
    interest: interest!,
    accrued: interest!,
    lateInterest: lateInterest!,
    penalty: penalty!,
    sharedFee: sharedFee!,
    keptFee: keptFee!,
  };
};

const sharedBy = (batch: NamedBatch, holders: readonly ShareHolder[]): Share[] =>
  reference(
    {
      principal: batch.principal,
      interest: batch.interest,
      lateInterest: batch.lateInterest,
      penalty: batch.penalty,
      prepaymentFee: batch.sharedFee,
    },
    holders,
  );

const after = (holders: readonly ShareHolder[], shares: readonly Share[]): ShareHolder[] =>
  holders.map((holder, i) => {
    const share = shares[i]!;
    const received = sharedClasses.map((name) => [name, add(holder.received[name], share[name])]);
    return {
      ...holder,
      received: Object.fromEntries(received),
      feeCharged: add(holder.feeCharged, share.fee),
    };
  });

/**
 * Distributes every batch of a case in the database and with the reference, and compares the
 * orders.
 */
async function expectAlike(one: Case): Promise<void> {
  let holders = holdersOf(one);
  await server.undone(async (tx) => {
    await lay(tx, one);
    for (const [i, amounts] of one.amounts.entries()) {
      const batch = batchOf(i + 1, amounts, holders);
      const { principal, interest, lateInterest, penalty, sharedFee } = batch;
      if (add(principal, interest, lateInterest, penalty, sharedFee) === 0) continue;
      await distributeBatches(tx, [batch], batch.on);
      holders = after(holders, sharedBy(batch, holders));
      const written = await tx.many(sql`
        select order_id::text as order_id, principal - remaining as principal,
          interest_received as interest, late_received as late_interest,
          penalty_received as penalty, prepayment_fee_received as prepayment_fee, fee_charged as fee
        from servicing.share s where loan_id = 900 order by s.order_id
      `);
      expect(written).toEqual(
        holders.map(({ orderId, received, feeCharged }) => ({
          orderId,
          ...received,
          fee: feeCharged,
        })),
      );
    }
  });
}

describe('the database', () => {
  it('shares like the reference, instalment after instalment', async () => {
    await fc.assert(fc.asyncProperty(casesOf(fresh, 40), expectAlike), { numRuns: 60 });
  });

  it('shares like the reference whatever was shared before', async () => {
    await fc.assert(fc.asyncProperty(casesOf(share, 12), expectAlike), { numRuns: 60 });
  });

  it('refuses to share a batch twice', async () => {
    const one: Case = {
      shares: [{ amount: 1_000, given: [0, 0, 0, 0, 0], fee: 0 }],
      amounts: [[100, 10, 0, 0, 0, 0]],
    };
    const batch = batchOf(1, one.amounts[0]!, holdersOf(one));
    const again = server.undone(async (tx) => {
      await lay(tx, one);
      await distributeBatches(tx, [batch], batch.on);
      await distributeBatches(tx, [batch], batch.on);
    });
    await expect(again).rejects.toThrow();
  });
});

describe('ten concurrent repayments', () => {
  it('are all used, each dollar once', async () => {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, await newTeam(server));
    await Promise.all(Array.from({ length: 10 }, (_, i) => pay(server, account, 101 + i)));
    expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(1_055);
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });
});
