// What the database shares is what the contract's reference shares, dollar for dollar.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distribute as reference } from '#contract/distribution.ts';
import { money, sum } from '#contract/money.ts';
import { disburse, lying, newTeam, pay, signedLoan } from '../../tests/loans.ts';
import { useServer } from '../../tests/server.ts';
import { statementsOf, type Tx } from '../db.ts';
import { brokenInvariants } from '../invariants.ts';
import { distributeBatches, type NamedBatch } from './queries.ts';

const server = useServer();

type Case = {
  shares: { amount: number; remaining: number; interest: number; late: number; fee: number }[];
  amounts: [number, number, number, number, number, number];
};

const share = fc
  .record({
    thousands: fc.integer({ min: 1, max: 60 }),
    left: fc.double({ min: 0, max: 1, noNaN: true }),
    interest: fc.nat(9_999),
    late: fc.nat(999),
  })
  .map(({ thousands, left, interest, late }) => {
    const amount = thousands * 1_000;
    const fee = Math.floor((2 * (interest + late) * 1_000 + 10_000) / 20_000);
    return { amount, remaining: Math.floor(amount * left), interest, late, fee };
  });

const cases: fc.Arbitrary<Case> = fc.record({
  shares: fc.array(share, { minLength: 1, maxLength: 12 }),
  amounts: fc.tuple(
    fc.nat(9_999),
    fc.nat(9_999),
    fc.nat(999),
    fc.nat(99),
    fc.nat(999),
    fc.nat(999),
  ),
});

/** Runs `work` and leaves nothing of it behind. */
async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await server.services.pool.connect();
  try {
    await client.query('begin');
    return await work(statementsOf(client));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Shares, and the balances in the ledger that a distribution draws on. */
async function lay(tx: Tx, { shares }: Case): Promise<void> {
  await tx.run(
    'test.shares',
    `insert into servicing.share (order_id, loan_id, member_id, principal,
       remaining, interest_received, late_received, fee_charged)
     select 900 + k, 900, 900 + k % 3, a, r, i, l, f from unnest($1::bigint[], $2::bigint[],
       $3::bigint[], $4::bigint[], $5::bigint[]) with ordinality as s (a, r, i, l, f, k)`,
    [
      shares.map((one) => one.amount),
      shares.map((one) => one.remaining),
      shares.map((one) => one.interest),
      shares.map((one) => one.late),
      shares.map((one) => one.fee),
    ],
  );
  await tx.run(
    'test.accounts',
    `insert into ledger.account
       (kind, side, floored, tallied, loan_id, order_id, balance)
     select kind, side, floored, tallied, 900, 0, side * 10000000 from ledger.kind
     where kind in ('borrower_prepaid', 'loan_receivable', 'interest_receivable',
       'investor_interest_claim')
     union all select k.kind, side, floored, tallied, 900, order_id, side * remaining
     from ledger.kind k, servicing.share where k.kind = 'investor_claim' and loan_id = 900`,
  );
}

const batchOf = ({ shares, amounts }: Case): NamedBatch => {
  const [principal, interest, lateInterest, penalty, sharedFee, keptFee] = amounts.map(money);
  const remaining = sum(shares.map((one) => money(one.remaining)));
  return {
    id: 'repay:900:1',
    loanId: 900,
    feeBps: 1_000,
    no: 1,
    on: '2026-01-15' as NamedBatch['on'],
    // Now and then all that remains.
    principal: money(principal! > remaining || principal! % 7 === 0 ? remaining : principal!),
    interest: interest!,
    accrued: interest!,
    lateInterest: lateInterest!,
    penalty: penalty!,
    sharedFee: sharedFee!,
    keptFee: keptFee!,
  };
};

describe('the database', () => {
  it('shares like the reference, over anything', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const batch = batchOf(one);
        const total = batch.principal + batch.interest + batch.lateInterest + batch.penalty;
        fc.pre(total + batch.sharedFee > 0);
        const written = await undone(async (tx) => {
          await lay(tx, one);
          await distributeBatches(tx, [batch], batch.on);
          return tx.many(
            'test.distributed',
            `select s.order_id::text as "orderId", coalesce(d.principal, 0) as principal,
               coalesce(d.interest, 0) as interest, coalesce(d.late_interest, 0) as "lateInterest",
               coalesce(d.penalty, 0) as penalty, coalesce(d.prepayment_fee, 0) as "prepaymentFee",
               coalesce(d.fee, 0) as fee, s.remaining
             from servicing.share s left join servicing.distribution d
               on d.order_id = s.order_id and d.batch = 'repay:900:1'
             where s.loan_id = 900 order by s.order_id`,
          );
        });
        const { principal, interest, lateInterest, penalty } = batch;
        const expected = reference(
          { principal, interest, lateInterest, penalty, prepaymentFee: batch.sharedFee },
          one.shares.map((holder, i) => ({
            orderId: String(901 + i),
            remainingPrincipal: money(holder.remaining),
            interestReceived: money(holder.interest + holder.late),
            feeCharged: money(holder.fee),
            amount: money(holder.amount),
          })),
        );
        expect(written).toEqual(
          expected.map(({ vat: _vat, net: _net, ...row }, i) => ({
            ...row,
            remaining: one.shares[i]!.remaining - row.principal,
          })),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('refuses to share a batch twice', async () => {
    const one: Case = {
      shares: [{ amount: 1_000, remaining: 1_000, interest: 0, late: 0, fee: 0 }],
      amounts: [100, 10, 0, 0, 0, 0],
    };
    const again = undone(async (tx) => {
      await lay(tx, one);
      await distributeBatches(tx, [batchOf(one)], batchOf(one).on);
      await distributeBatches(tx, [batchOf(one)], batchOf(one).on);
    });
    await expect(again).rejects.toThrow();
  });
});

describe('ten repayments at once', () => {
  it('are all used, each dollar once', async () => {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, await newTeam(server));
    await Promise.all(Array.from({ length: 10 }, (_, i) => pay(server, account, 101 + i)));
    expect(await lying(server, 'borrower_prepaid', { loan: loan.id })).toBe(1_055);
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });
});
