// Finds the order or loan that a receipt in suspense pays, and foresees what the money does there.
import { maskedName } from '#contract/core/masked-name.ts';
import { subtract } from '#contract/core/money.ts';
import { bankSeqOf } from '#contract/banking/receipt-seq.ts';
import type { MatchTarget, TargetOwner } from '#contract/banking/matches.ts';
import { orderIdIn, orderNoOf } from '#contract/investing/order-number.ts';
import { caseNoIn } from '#contract/lending/review/case-number.ts';
import { Refusal } from '#contract/refusals.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import type { Work } from '../../work.ts';
import { withTransaction } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import { payerAccountOf } from '../payment/payers.ts';
import { markThirdParty } from '../payment/source-queries.ts';
import { lockReceipt, type ReceiptRow } from '../queries.ts';
import { certainOf, nearAccounts, writingsOf } from '../rules.ts';
import {
  loanNumbered,
  membersWithAccount,
  type SuggestedRow,
  suggestionsFor,
  targetOf,
  type TargetRow,
  usedOf,
} from './matching-queries.ts';
import { hooks } from '../../hooks.ts';

/** Order or loan to which a receipt is assigned. */
export type Target = { type: 'order' | 'loan'; id: number };

/** Bank of the payer and the keyed hashes of their account; empty if the bank names no payer. */
function payerOf({ services }: Work, row: ReceiptRow) {
  const account = row.fromBank ? payerAccountOf(services, row) : null;
  const hashes = (account === null ? [] : writingsOf(account)).flatMap((written) =>
    services.secrets.fingerprints('bankAccount', `${row.fromBank}:${written}`),
  );
  return { bank: row.fromBank, hashes };
}

/** Returns the orders and loans for which the money may be meant, the most likely first. */
export function candidatesFor(work: Work, row: ReceiptRow): Promise<SuggestedRow[]> {
  const { bank, hashes } = payerOf(work, row);
  return suggestionsFor(work.tx, {
    paidTo: row.virtualAccount,
    accounts: nearAccounts(row.virtualAccount),
    payerHashes: hashes,
    bank,
    amount: row.amount,
  });
}

/** Number of the order, or case number of the loan, as all pages show it. */
export const numberOf = ({ type, id, caseNo }: Target & { caseNo: string }) =>
  type === 'order' ? orderNoOf(id) : caseNo;

/** Number of what a receipt was booked to, as pages show it; null if it was booked to nothing. */
export function subjectNumberOf(of: {
  subjectType: 'order' | 'loan' | 'payment' | 'booking' | null;
  subjectId: number | null;
  caseNo: string | null;
  reference: string | null;
}): string | null {
  if (of.subjectId === null) return null;
  return of.subjectType === 'order'
    ? orderNoOf(of.subjectId)
    : (of.caseNo ?? of.reference ?? `${of.subjectId}`);
}

/** Returns the order or loan with this number; refuses DECISION_INVALID if there is none. */
export async function targetNumbered({ tx }: Work, number: string): Promise<Target> {
  const orderId = orderIdIn(number);
  if (orderId !== null) return { type: 'order', id: orderId };
  const loan = await loanNumbered(tx, caseNoIn(number));
  if (loan) return { type: 'loan', id: loan.id };
  throw new Refusal('DECISION_INVALID', { fields: { number: '查無這個訂單編號或案號' } });
}

/**
 * Assigns the receipt to an order or loan. Because a person decided this, the payer's account
 * number only matters for refunds: money that is not shown to be the member's own goes back to it.
 * The money counts from the time at which the bank received it. Refuses DECISION_INVALID if the
 * order or loan cannot take the money.
 */
export async function give(work: Work, row: ReceiptRow, target: Target): Promise<void> {
  const thirdParty = await isThirdParty(work, row, target);
  if (thirdParty) await markThirdParty(work.tx, row.id);
  const reception = await hooks.received[target.type](work, {
    ...row,
    fromBank: null,
    fromAccount: null,
    thirdParty,
    type: 'matched',
    subjectId: target.id,
  });
  if (reception.state === 'suspense') {
    throw new Refusal('DECISION_INVALID', { fields: { orderId: reception.reason } });
  }
}

/**
 * Returns whether a receipt may come from somebody else than the member of the order or loan. Cash
 * comes from no account and counts as the member's own, and a payment of ours that came back is no
 * third party's. A debit by mandate is the money of the member who has authorised it.
 */
async function isThirdParty(work: Work, row: ReceiptRow, target: Target): Promise<boolean> {
  if (row.type === 'atm_cash' || row.seq.startsWith('payment-')) return false;
  const subject = await targetOf(work.tx, target, payerOf(work, row));
  return subject !== null && (await ownerIn(work, row, subject)).payer !== 'own';
}

/** Returns the person behind an order or loan, as operators who assign money to it see them. */
export async function ownerOf(work: Work, row: ReceiptRow, target: Target): Promise<TargetOwner> {
  return ownerIn(work, row, await knownTarget(work, row, target));
}

/** Returns the members to whose verified account the payer's account belongs. */
export async function payingMembersOf(work: Work, row: ReceiptRow) {
  const { bank, hashes } = payerOf(work, row);
  if (bank === null || hashes.length === 0) return [];
  const members = await membersWithAccount(work.tx, { bank, hashes });
  return members.map(({ id, sealedName }) => ({ id, name: nameIn(work, id, sealedName) }));
}

/** Masked name of a member; null if they have none. */
const nameIn = ({ services }: Work, memberId: number, sealed: string | null) =>
  sealed && maskedName(services.secrets.decrypt('verification.profile.name', memberId, sealed));

/** A possible owner of a receipt as pages show it. */
export const suggestionView = ({
  type,
  id,
  loanNo,
  memberId,
  lacking,
  ...signs
}: SuggestedRow) => ({
  type,
  id,
  number: numberOf({ type, id, caseNo: loanNo }),
  caseNo: loanNo,
  memberId,
  lacking,
  because: (['owner', 'account', 'payer', 'amount'] as const).filter((sign) => signs[sign]),
});

async function knownTarget(work: Work, row: ReceiptRow, target: Target): Promise<TargetRow> {
  const subject = await targetOf(work.tx, target, payerOf(work, row));
  if (!subject) throw new Error(`receipt ${row.id} was given to nobody`);
  return subject;
}

async function ownerIn(
  work: Work,
  { seq, fromBank, fromAccount }: ReceiptRow,
  subject: TargetRow,
): Promise<TargetOwner> {
  const { memberId, sealedName, boundBank, boundTail } = subject;
  const named = fromBank !== null && fromAccount !== null;
  const isDebited = (await hooks.debitedMember(work.tx, bankSeqOf(seq))) === memberId;
  const isPayer = subject.isPayer || isDebited;
  return {
    name: nameIn(work, memberId, sealedName),
    bound: boundBank && boundTail && `${boundBank} ${bankName(boundBank)}　末四碼 ${boundTail}`,
    payer: isPayer ? 'own' : named ? 'other' : 'unknown',
  };
}

export type MatchEffect = { target: MatchTarget; owner: TargetOwner };

/**
 * Assigns the receipt and returns what the money did: amount used, amount left over, and the fee
 * kept from the refund. Refuses DECISION_INVALID if the order or loan cannot take the money.
 */
export async function giveAndTell(
  work: Work,
  row: ReceiptRow,
  target: Target,
): Promise<MatchEffect> {
  await give(work, row, target);
  const effect = await usedOf(work.tx, row.id, target);
  const subject = await knownTarget(work, row, target);
  const { caseNo, memberId } = subject;
  const rest = subtract(row.amount, effect.used);
  return {
    target: { ...target, caseNo, memberId, ...effect, rest },
    owner: await ownerIn(work, row, subject),
  };
}

/**
 * Looks in a savepoint at what acts would do, and takes all of it back. The savepoint is released,
 * because an outer one of the same name could not be reached otherwise.
 */
export async function ahead<T>({ tx }: Work, look: () => Promise<T>): Promise<T> {
  await tx.run(sql`savepoint look_ahead`);
  try {
    return await look();
  } finally {
    await tx.run(sql`rollback to savepoint look_ahead`);
    await tx.run(sql`release savepoint look_ahead`);
  }
}

/** Previews the assignment by carrying it out and rolling it back, and refuses the same. */
export const lookAhead = (work: Work, row: ReceiptRow, target: Target): Promise<MatchEffect> =>
  ahead(work, () => giveAndTell(work, row, target));

/**
 * Proposes the order or loan that is certain to be the owner of a receipt; null if the receipt is
 * not in suspense or has none. Runs in a transaction of its own, because a read has none, and
 * changes nothing.
 */
export const proposalFor = (work: Work, receiptId: number): Promise<Proposal | null> =>
  withTransaction(work.services.pool, async (tx) => {
    const row = await lockReceipt(tx, receiptId);
    return row?.state === 'suspense' ? proposalOf({ ...work, tx }, row) : null;
  });

type Proposal = NonNullable<Awaited<ReturnType<typeof proposalOf>>>;

/** `refused` says why the certain owner cannot take the money. */
async function proposalOf(work: Work, row: ReceiptRow) {
  const certain = certainOf(await candidatesFor(work, row));
  if (!certain) return null;
  const { type, id, lacking } = certain;
  const number = numberOf({ type, id, caseNo: certain.loanNo });
  try {
    const { target, owner } = await lookAhead(work, row, { type, id });
    return { number, lacking, target, owner, refused: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const owner = await ownerOf(work, row, { type, id });
    const refused = Object.values(error.fields ?? {})[0] ?? error.message;
    return { number, lacking, target: null, owner, refused };
  }
}
