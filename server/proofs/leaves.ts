// Leaves of a loan's life. They are written in the transaction of the move that they record, so
// that neither exists without the other.
import { randomBytes } from 'node:crypto';
import type { Day } from '#contract/core/day.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { bytesOf, hexOf } from '#contract/proofs/bytes.ts';
import {
  type Facts,
  type HeadKind,
  type Leaf,
  leafSchema,
  openingSchema,
} from '#contract/proofs/leaf.ts';
import type { LoanMove } from '../hooks.ts';
import type { Work } from '../work.ts';
import { contractNoOf } from '../lending/front.ts';
import {
  disbursementOf,
  insertPending,
  loanFacts,
  type PendingLeaf,
  signatureOf,
  unloggedOrders,
} from './event-queries.ts';
import { sha256 } from './note-signing.ts';

const SALT_BYTES = 16;

export const sha256Hex = (text: string): string => hexOf(sha256(bytesOf(text)));

type Subject = { loanId: number; orderId?: number; nullifier?: string };

/** Makes the leaf of some facts; the schemas fix which fields both texts have. */
function committedLeaf(on: Day, facts: Facts, of: Subject): PendingLeaf {
  const salt = randomBytes(SALT_BYTES).toString('hex');
  const { kind, ...rest } = facts;
  const opening = JSON.stringify(openingSchema.parse({ v: 1, kind, salt, ...rest }));
  const nullifier = of.nullifier ?? null;
  const leaf = leafSchema.parse({
    v: 1,
    kind,
    on,
    commitment: sha256Hex(opening),
    ...(nullifier !== null && { nullifier }),
    ...(facts.kind === 'contract' && { sha256: facts.sha256 }),
  });
  const { loanId, orderId = null } = of;
  return { kind, leaf: JSON.stringify(leaf), opening, loanId, orderId, nullifier };
}

/** Makes the leaf of the head of a chain, which is public as a whole. */
export function headLeaf(
  kind: HeadKind,
  on: Day,
  { position, hash }: { position: number; hash: string },
): PendingLeaf {
  const leaf: Leaf = leafSchema.parse({ v: 1, kind, on, position, hash });
  const none = { opening: null, loanId: null, orderId: null, nullifier: null };
  return { kind, leaf: JSON.stringify(leaf), ...none };
}

/**
 * Returns the keyed hash of borrower and contract number in hexadecimal, by which the log refuses
 * to list a contract twice.
 */
export const nullifierOf = (
  { services: { secrets } }: Pick<Work, 'services'>,
  memberId: number,
  contractNo: string,
): string =>
  Buffer.from(
    secrets.personTrace('borrowedContract', `${memberId}:${contractNo}`),
    'base64url',
  ).toString('hex');

type Loan = Awaited<ReturnType<typeof loanFacts>>;
type Recorder = (work: Work, loan: Loan, loanId: number) => Promise<PendingLeaf[]>;

const listing: Recorder = async (work, loan, loanId) => {
  const { caseNo, memberId, amount, rateBps, installments } = loan;
  const contract = contractNoOf(caseNo);
  const facts = { kind: 'listing', case: caseNo, contract, amount, rateBps, installments } as const;
  const nullifier = nullifierOf(work, memberId, contract);
  return [committedLeaf(work.today, facts, { loanId, nullifier })];
};

/**
 * The borrower signs with a step-up, which confirms that the case is theirs. The funded orders are
 * parties of the contract, so each gets its leaf with it.
 */
const signature: Recorder = async (work, { caseNo }, loanId) => {
  const { tx, today } = work;
  const signed = await signatureOf(tx, loanId);
  const rows: PendingLeaf[] = [];
  if (signed) {
    const contract = { contract: contractNoOf(caseNo), sha256: signed.sha256 };
    const facts: Facts[] = [
      { kind: 'confirmation', case: caseNo, ...signed },
      { kind: 'contract', case: caseNo, ...contract },
    ];
    rows.push(...facts.map((one) => committedLeaf(today, one, { loanId })));
  }
  for (const { id, memberId, amount } of await unloggedOrders(tx, loanId)) {
    const member = `${memberId}`;
    const facts = { kind: 'order', case: caseNo, order: orderNoOf(id), amount, member } as const;
    rows.push(committedLeaf(today, facts, { loanId, orderId: id }));
  }
  return rows;
};

const payment =
  (kind: 'disbursement' | 'disbursement_return'): Recorder =>
  async ({ tx, today }, { caseNo }, loanId) => {
    const paid = await disbursementOf(tx, loanId);
    if (!paid) return [];
    const facts = { kind, case: caseNo, reference: paid.reference };
    return [committedLeaf(today, facts, { loanId })];
  };

const settlement: Recorder = async ({ today }, { caseNo, settleType }, loanId) => {
  if (settleType === null) throw new Error(`loan ${loanId} is settled, but not how`);
  const facts = { kind: 'settlement', case: caseNo, how: settleType } as const;
  return [committedLeaf(today, facts, { loanId })];
};

/** Returns what a move of a loan records in the log; null if nothing. */
function recorderOf({ from, to }: LoanMove): Recorder | null {
  if (to === 40) return listing;
  if (to === 55) return signature;
  if (from === 55 && to === 60) return payment('disbursement');
  if (from >= 55 && to === 50) return payment('disbursement_return');
  return to === 90 ? settlement : null;
}

/** hooks.loanMoved: writes the leaves of a move. */
export async function followLoan(work: Work, move: LoanMove): Promise<void> {
  const record = recorderOf(move);
  if (!record) return;
  const rows = await record(work, await loanFacts(work.tx, move.id), move.id);
  if (rows.length > 0) await insertPending(work.tx, rows);
}
