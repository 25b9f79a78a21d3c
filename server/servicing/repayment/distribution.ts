// Distribution of loan receipts among investors: in the database, many loans at once.
import type { Day } from '#contract/core/day.ts';
import { add } from '#contract/core/money.ts';
import type { Work } from '../../work.ts';
import { lowerOutstanding } from '../../investing/front.ts';
import {
  distributeBatches,
  insertAllocations,
  receivedOf,
  type AllocationRow,
  type NamedBatch,
  type Received,
} from '../queries.ts';
import type { Batch, Book } from '../rules.ts';

/** Amounts that one loan received on a bank day, in the order of distribution. */
export type LoanBatches = {
  book: Pick<Book, 'loanId' | 'investorFeeBps' | 'batches'>;
  batches: readonly Batch[];
  on: Day;
  receiptId: number | null;
};

/**
 * Allocates and distributes batches of many loans and posts them to the ledger: each class by
 * cumulative entitlement (contract/law/distribution.ts), including fees. The caller owns the
 * transaction and has locked the loans. Lowers the investors' exposure; returns the amounts that
 * each member received from each loan.
 */
export async function distribute(work: Work, loans: readonly LoanBatches[]): Promise<Received[]> {
  const named = loans.map(namedBatches);
  const all = named.flat();
  if (all.length === 0) return [];
  await insertAllocations(
    work.tx,
    loans.flatMap(({ receiptId }, i) =>
      named[i]!.flatMap((batch) => allocations(batch, receiptId)),
    ),
  );
  // A loan's second batch depends on what its first one distributed, so each round takes one batch
  // per loan.
  const rounds = Math.max(...named.map((batches) => batches.length));
  for (let round = 0; round < rounds; round += 1) {
    const batches = named.flatMap((ofLoan) => ofLoan[round] ?? []);
    await distributeBatches(work.tx, batches, work.today);
  }
  const received = await receivedOf(
    work.tx,
    all.map(({ id }) => id),
  );
  await lowerOutstanding(
    work.tx,
    received.map(({ memberId, principal }) => ({ memberId, amount: principal })),
  );
  return received;
}

function namedBatches({ book, batches, on }: LoanBatches): NamedBatch[] {
  return batches.map((batch, i) => ({
    ...batch,
    id: `repay:${book.loanId}:${book.batches + i + 1}`,
    loanId: book.loanId,
    feeBps: book.investorFeeBps,
    on,
  }));
}

function allocations(batch: NamedBatch, receiptId: number | null): AllocationRow[] {
  const { loanId, id, no, on } = batch;
  const classes = {
    interest: batch.interest,
    lateInterest: batch.lateInterest,
    principal: batch.principal,
    penalty: batch.penalty,
    prepaymentFee: add(batch.sharedFee, batch.keptFee),
  };
  return Object.entries(classes)
    .filter(([, amount]) => amount > 0)
    .map(([name, amount]) => ({ loanId, receiptId, batch: id, no, class: name, amount, on }));
}
