// The SQL of loans: finding, locking, inserting and moving them, and what is shown beside them.
import type { Day } from '#contract/core/day.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { ServicingTerms } from '#contract/servicing/terms.ts';
import type { Tx } from '../database/db.ts';

/** A loan as it is read; amounts NT$, rates basis points. The sealed application is apart. */
export type LoanRow = {
  id: number;
  caseNo: string;
  memberId: number;
  planId: number;
  planSlug: string;
  planName: string;
  status: LoanStatus;
  /** What was asked; once approved, what is lent. */
  amount: Money;
  installments: number;
  purpose: number;
  purposeNote: string | null;
  occupation: number;
  bands: Record<string, unknown>;
  score: Record<string, unknown> | null;
  grade: string | null;
  rateBps: number | null;
  aprBps: number | null;
  instalment: Money | null;
  platformFee: Money | null;
  remittanceFee: Money | null;
  investorFeeBps: number | null;
  /** What it is judged by once it runs; of the offer from then on. */
  servicingTerms: ServicingTerms;
  offerExpiresAt: Date | null;
  supplement: { item: string; fields?: string[]; reason: string }[];
  supplementBy: Date | null;
  /** How often papers were asked for. */
  supplementRound: number;
  listedAt: Date | null;
  endsAt: Date | null;
  fundedAt: Date | null;
  signBy: Date | null;
  signedAt: Date | null;
  disbursedOn: Day | null;
  settledOn: Day | null;
  settleType: string | null;
  reason: string | null;
  reasonCode: string | null;
  pinned: boolean;
  statusAt: Date;
  createdAt: Date;
  /** As its purpose was called when it was applied for; null: as the code calls it. */
  purposeText: string | null;
};

const LOAN_COLUMNS = `l.id, l.case_no as "caseNo", l.member_id as "memberId",
  l.plan_id as "planId", p.slug as "planSlug", p.list_name as "planName", l.status, l.amount,
  l.installments, l.purpose, l.purpose_note as "purposeNote", l.occupation, l.bands, l.score,
  l.grade, l.rate_bps as "rateBps", l.apr_bps as "aprBps", l.instalment,
  l.platform_fee as "platformFee", l.remittance_fee as "remittanceFee",
  l.investor_fee_bps as "investorFeeBps", l.servicing_terms as "servicingTerms",
  l.offer_expires_at as "offerExpiresAt", l.supplement,
  l.supplement_by as "supplementBy", l.supplement_round as "supplementRound",
  l.listed_at as "listedAt", l.ends_at as "endsAt", l.funded_at as "fundedAt",
  l.sign_by as "signBy", l.signed_at as "signedAt", l.disbursed_on as "disbursedOn",
  l.settled_on as "settledOn", l.settle_type as "settleType", l.reason,
  l.reason_code as "reasonCode", l.pinned, l.status_at as "statusAt",
  l.created_at as "createdAt",
  settings.option_text('loanPurposes', l.purpose, l.created_at) as "purposeText"`;
const FROM_LOAN = 'from lending.loan l join lending.plan p on p.id = l.plan_id';

/** What a move may write beside the status, by its column. */
const settable = {
  amount: 'amount',
  installments: 'installments',
  score: 'score',
  grade: 'grade',
  rateBps: 'rate_bps',
  aprBps: 'apr_bps',
  instalment: 'instalment',
  platformFee: 'platform_fee',
  remittanceFee: 'remittance_fee',
  investorFeeBps: 'investor_fee_bps',
  servicingTerms: 'servicing_terms',
  offerExpiresAt: 'offer_expires_at',
  supplement: 'supplement',
  supplementBy: 'supplement_by',
  supplementRound: 'supplement_round',
  listedAt: 'listed_at',
  endsAt: 'ends_at',
  fundedAt: 'funded_at',
  signBy: 'sign_by',
  signedAt: 'signed_at',
  disbursedOn: 'disbursed_on',
  settledOn: 'settled_on',
  settleType: 'settle_type',
  reason: 'reason',
  reasonCode: 'reason_code',
  pinned: 'pinned',
} as const satisfies Partial<Record<keyof LoanRow, string>>;
const JSON_COLUMNS: readonly string[] = ['score', 'supplement', 'servicingTerms'];
export type LoanSettings = Partial<Pick<LoanRow, keyof typeof settable>>;

export function loanRow(tx: Tx, id: number): Promise<LoanRow | null> {
  return tx.maybe<LoanRow>(
    'lending.loanRow',
    `select ${LOAN_COLUMNS} ${FROM_LOAN} where l.id = $1`,
    [id],
  );
}

export function lockLoanRow(tx: Tx, id: number): Promise<LoanRow | null> {
  return tx.maybe<LoanRow>(
    'lending.lockLoanRow',
    `select ${LOAN_COLUMNS} ${FROM_LOAN} where l.id = $1 for no key update of l`,
    [id],
  );
}

/** A member's loans, newest first. */
export function loansOfMember(tx: Tx, memberId: number): Promise<LoanRow[]> {
  return tx.many<LoanRow>(
    'lending.loansOfMember',
    `select ${LOAN_COLUMNS} ${FROM_LOAN} where l.member_id = $1 order by l.id desc`,
    [memberId],
  );
}

/** The one loan of a member that is under way, from submitted to legal. */
export function activeLoanId(tx: Tx, memberId: number): Promise<{ id: number } | null> {
  return tx.maybe<{ id: number }>(
    'lending.activeLoanId',
    `select id from lending.loan where member_id = $1
       and status in (10, 15, 20, 30, 40, 50, 55, 60, 61, 65, 70, 75, 80)`,
    [memberId],
  );
}

/** The newest loan of a member that has come as far as a contract. */
export function contractLoan(tx: Tx, memberId: number): Promise<LoanRow | null> {
  return tx.maybe<LoanRow>(
    'lending.contractLoan',
    `select ${LOAN_COLUMNS} ${FROM_LOAN} where l.member_id = $1
       and l.status in (50, 55, 60, 61, 65, 70, 75, 80, 90, 95)
     order by l.id desc limit 1`,
    [memberId],
  );
}

/** What qualifies or bars a person: the statuses of the loans of all his accounts. */
export function pastLoans(tx: Tx, memberIds: readonly number[]) {
  return tx.many<{ status: LoanStatus; statusAt: Date; unsigned: boolean; lost: boolean }>(
    'lending.pastLoans',
    `select l.status, l.status_at as "statusAt",
       l.sign_by is not null and l.signed_at is null as unsigned,
       exists (select from servicing.write_off w where w.loan_id = l.id)
         and not exists (select from lending.lifted_loss f where f.loan_id = l.id) as lost
     from lending.loan l where l.member_id = any ($1)`,
    [memberIds],
  );
}

/** The next case number of a day; the row is held to the end of the transaction. */
export async function nextCaseNumber(tx: Tx, day: Day): Promise<number> {
  const { taken } = await tx.one<{ taken: number }>(
    'lending.nextCaseNumber',
    `insert into lending.case_number as n (day, next) values ($1, 2)
     on conflict (day) do update set next = n.next + 1 returning next - 1 as taken`,
    [day],
  );
  return taken;
}

export function insertLoan(
  tx: Tx,
  loan: {
    caseNo: string;
    memberId: number;
    planId: number;
    amount: number;
    installments: number;
    purpose: number;
    purposeNote: string | null;
    occupation: number;
    application: string;
    bands: object;
    now: Date;
  },
): Promise<{ id: number }> {
  return tx.one<{ id: number }>(
    'lending.insertLoan',
    `insert into lending.loan (case_no, member_id, plan_id, status, amount, installments, purpose,
       purpose_note, occupation, application, bands, status_at, created_at)
     values ($1, $2, $3, 10, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning id`,
    [
      loan.caseNo,
      loan.memberId,
      loan.planId,
      loan.amount,
      loan.installments,
      loan.purpose,
      loan.purposeNote,
      loan.occupation,
      loan.application,
      JSON.stringify(loan.bands),
      loan.now,
    ],
  );
}

/** Writes the new status and what goes with it; the row is locked already. */
export function writeMove(
  tx: Tx,
  id: number,
  to: LoanStatus,
  now: Date,
  set: LoanSettings,
): Promise<number> {
  const all = Object.keys(settable) as (keyof typeof settable)[];
  const keys = all.filter((key) => set[key] !== undefined);
  // A statement's name stands for one text only, and is cut off after 63 characters.
  const which = all.map((key) => (keys.includes(key) ? '1' : '0')).join('');
  const columns = keys.map((key, i) => `, ${settable[key]} = $${i + 4}`).join('');
  const values = keys.map((key) => {
    const value = set[key];
    const json = JSON_COLUMNS.includes(key);
    return json && value !== null ? JSON.stringify(value) : value;
  });
  return tx.run(
    `lending.writeMove.${which}`,
    `update lending.loan set status = $2, status_at = $3${columns} where id = $1`,
    [id, to, now, ...values],
  );
}

export const writePin = (tx: Tx, id: number, pinned: boolean) =>
  tx.run('lending.writePin', 'update lending.loan set pinned = $2 where id = $1', [id, pinned]);

export const writeEnd = (tx: Tx, id: number, endsAt: Date) =>
  tx.run('lending.writeEnd', 'update lending.loan set ends_at = $2 where id = $1', [id, endsAt]);

/** Keeps the score of an application beside it, for whoever reviews it. */
export function writeScore(tx: Tx, id: number, score: object): Promise<number> {
  return tx.run('lending.writeScore', 'update lending.loan set score = $2 where id = $1', [
    id,
    JSON.stringify(score),
  ]);
}

/** The sealed application of a loan. */
export function sealedApplication(
  tx: Tx,
  id: number,
): Promise<{ memberId: number; application: string }> {
  return tx.one<{ memberId: number; application: string }>(
    'lending.sealedApplication',
    'select member_id as "memberId", application from lending.loan where id = $1',
    [id],
  );
}

/** Loans whose term in a status has run out: offers, supplements, signatures. */
export function overdueLoans(tx: Tx, now: Date): Promise<{ id: number; status: LoanStatus }[]> {
  return tx.many<{ id: number; status: LoanStatus }>(
    'lending.overdueLoans',
    `select id, status from lending.loan l
     where (status = 30 and offer_expires_at < $1) or (status = 15 and supplement_by < $1)
       or (status = 50 and sign_by < $1 and not exists (
         -- The bank took money of it back: that case is cancelled for it, without a ban.
         select from investing."order" o
         where o.loan_id = l.id and o.stored_status = 20 and o.paid_amount < o.amount))
     order by id`,
    [now],
  );
}

/**
 * What a member owes and asked for, in NT$: principal outstanding, and the amounts of loans not
 * paid out yet; `except` is the loan that is being decided.
 */
export function outstandingOf(tx: Tx, memberId: number, except: number | null) {
  return tx.one<{ outstanding: Money }>(
    'lending.outstandingOf',
    `select coalesce(sum(case when l.status < 60 then l.amount else b.balance end), 0)::bigint
       as outstanding
     from lending.loan l
       left join (select loan_id, sum(balance) as balance from ledger.balance
         where kind = 'loan_receivable' group by loan_id) b on b.loan_id = l.id
     where l.member_id = $1 and l.id is distinct from $2 and l.status between 10 and 95`,
    [memberId, except],
  );
}

/** Days that operators added to the published calendar. */
export function addedDays(tx: Tx): Promise<{ day: Day; business: boolean }[]> {
  return tx.many<{ day: Day; business: boolean }>(
    'lending.addedDays',
    'select day, business from servicing.holiday',
  );
}

/** How far a member's verification has come, for what depends on it. */
export function verificationOf(tx: Tx, memberId: number) {
  return tx.maybe<{
    stage: number;
    status: number;
    city: string | null;
    occupation: number | null;
    annualIncome: number | null;
  }>(
    'lending.verificationOf',
    `select stage, status, city, occupation, annual_income as "annualIncome"
     from verification.profile where member_id = $1`,
    [memberId],
  );
}

/** The monthly income of the newest income proof that was not sent back; null without one. */
export function provenIncome(tx: Tx, memberId: number): Promise<{ income: Money } | null> {
  return tx.maybe<{ income: Money }>(
    'lending.provenIncome',
    `select monthly_income as income from verification.financial_statement
     where member_id = $1 and status in (1, 3) order by id desc limit 1`,
    [memberId],
  );
}

/** What a member uploaded, newest first, by name: the bytes are read through verification. */
export function uploadsOf(tx: Tx, memberId: number) {
  return tx.many<{ id: number; name: string; filename: string; contentType: string }>(
    'lending.uploadsOf',
    `select id, name, filename, content_type as "contentType"
     from verification.upload where member_id = $1 order by id desc limit 50`,
    [memberId],
  );
}
