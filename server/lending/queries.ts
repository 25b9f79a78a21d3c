// SQL of loans: finding, locking and inserting them, changing their status, and related data.
import type { Day } from '#contract/core/day.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { ServicingTerms } from '#contract/servicing/terms.ts';
import type { Tx } from '../database/db.ts';
import { list, type Sql, sql } from '../database/sql.ts';

/** A loan without its encrypted application. Amounts in NT$, rates in basis points. */
export type LoanRow = {
  id: number;
  caseNo: string;
  memberId: number;
  planId: number;
  planSlug: string;
  planName: string;
  status: LoanStatus;
  /** Requested amount; once approved, the amount that is lent. */
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
  /** Terms that apply during repayment; fixed at the offer. */
  servicingTerms: ServicingTerms;
  offerExpiresAt: Date | null;
  supplement: { item: string; fields?: string[]; reason: string }[];
  supplementBy: Date | null;
  /** In status 10: until when everything for the review must arrive. */
  papersBy: Date | null;
  /** Number of times that documents were requested. */
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
  /** Label of the purpose at the time of the application; null means the label in the code. */
  purposeText: string | null;
};

const LOAN_COLUMNS = sql`l.id, l.case_no, l.member_id, l.plan_id, p.slug as plan_slug,
  p.list_name as plan_name, l.status, l.amount, l.installments, l.purpose, l.purpose_note,
  l.occupation, l.bands, l.score, l.grade, l.rate_bps, l.apr_bps, l.instalment, l.platform_fee,
  l.remittance_fee, l.investor_fee_bps, l.servicing_terms, l.offer_expires_at, l.supplement,
  l.supplement_by, l.papers_by, l.supplement_round, l.listed_at, l.ends_at, l.funded_at,
  l.sign_by, l.signed_at, l.disbursed_on, l.settled_on, l.settle_type, l.reason,
  l.reason_code, l.pinned, l.status_at,
  l.created_at, settings.option_text('loanPurposes', l.purpose, l.created_at) as purpose_text`;
const FROM_LOAN = sql`from lending.loan l join lending.plan p on p.id = l.plan_id`;

/** Columns that a change of status may write besides the status. */
const settable = {
  amount: sql`amount`,
  installments: sql`installments`,
  score: sql`score`,
  grade: sql`grade`,
  rateBps: sql`rate_bps`,
  aprBps: sql`apr_bps`,
  instalment: sql`instalment`,
  platformFee: sql`platform_fee`,
  remittanceFee: sql`remittance_fee`,
  investorFeeBps: sql`investor_fee_bps`,
  servicingTerms: sql`servicing_terms`,
  offerExpiresAt: sql`offer_expires_at`,
  supplement: sql`supplement`,
  supplementBy: sql`supplement_by`,
  papersBy: sql`papers_by`,
  supplementRound: sql`supplement_round`,
  listedAt: sql`listed_at`,
  endsAt: sql`ends_at`,
  fundedAt: sql`funded_at`,
  signBy: sql`sign_by`,
  signedAt: sql`signed_at`,
  disbursedOn: sql`disbursed_on`,
  settledOn: sql`settled_on`,
  settleType: sql`settle_type`,
  reason: sql`reason`,
  reasonCode: sql`reason_code`,
  pinned: sql`pinned`,
} as const satisfies Partial<Record<keyof LoanRow, Sql>>;
const JSON_COLUMNS: readonly string[] = ['score', 'supplement', 'servicingTerms'];
export type LoanSettings = Partial<Pick<LoanRow, keyof typeof settable>>;

export function loanRow(tx: Tx, id: number): Promise<LoanRow | null> {
  return tx.maybe<LoanRow>(sql`
    select ${LOAN_COLUMNS} ${FROM_LOAN} where l.id = ${id}
  `);
}

export function lockLoanRow(tx: Tx, id: number): Promise<LoanRow | null> {
  return tx.maybe<LoanRow>(sql`
    select ${LOAN_COLUMNS} ${FROM_LOAN} where l.id = ${id} for no key update
      of l
  `);
}

/** Returns a member's loans, newest first. */
export function loansOfMember(tx: Tx, memberId: number): Promise<LoanRow[]> {
  return tx.many<LoanRow>(sql`
    select ${LOAN_COLUMNS} ${FROM_LOAN} where l.member_id = ${memberId}
      order by l.id desc
  `);
}

/** Returns the member's one loan in progress, from submitted to legal. */
export function activeLoanId(
  tx: Tx,
  memberId: number,
): Promise<{ id: number; caseNo: string } | null> {
  return tx.maybe<{ id: number; caseNo: string }>(sql`
    select id, case_no from lending.loan where member_id = ${memberId}
    and status in (10, 15, 20, 30, 40, 50, 55, 60, 61, 65, 70, 75, 80)
  `);
}

/** Returns the newest loan of the member that has a contract. */
export function contractLoan(tx: Tx, memberId: number): Promise<LoanRow | null> {
  return tx.maybe<LoanRow>(sql`
    select ${LOAN_COLUMNS} ${FROM_LOAN} where l.member_id = ${memberId}
      and l.status in (50, 55, 60, 61, 65, 70, 75, 80, 90, 95)
    order by l.id desc limit 1
  `);
}

/** Returns the loans of all accounts of a person, which decide whether this person may apply. */
export function pastLoans(tx: Tx, memberIds: readonly number[]) {
  return tx.many<{ status: LoanStatus; statusAt: Date; unsigned: boolean; lost: boolean }>(sql`
    select l.status, l.status_at, l.sign_by is not null and l.signed_at is null as unsigned,
      exists (select from servicing.write_off w where w.loan_id = l.id)
        and not exists (select from lending.lifted_loss f where f.loan_id = l.id) as lost
    from lending.loan l where l.member_id = any (${memberIds})
  `);
}

/** Returns the next case number of a day; its row stays locked until the end of the transaction. */
export async function nextCaseNumber(tx: Tx, day: Day): Promise<number> {
  const { taken } = await tx.one<{ taken: number }>(sql`
    insert into lending.case_number as n (day, next) values (${day}, 2)
    on conflict (day) do update set next = n.next + 1 returning next - 1 as taken
  `);
  return taken;
}

export function insertLoan(
  tx: Tx,
  loan: {
    caseNo: string;
    memberId: number;
    planId: number;
    amount: Money;
    installments: number;
    purpose: number;
    purposeNote: string | null;
    occupation: number;
    application: string;
    bands: object;
    papersBy: Date;
    now: Date;
  },
): Promise<{ id: number }> {
  return tx.one<{ id: number }>(sql`
    insert into lending.loan (case_no, member_id, plan_id, status, amount, installments, purpose,
      purpose_note, occupation, application, bands, papers_by, status_at, created_at)
    values (${loan.caseNo}, ${loan.memberId}, ${loan.planId}, 10, ${loan.amount},
      ${loan.installments}, ${loan.purpose}, ${loan.purposeNote}, ${loan.occupation},
      ${loan.application}, ${JSON.stringify(loan.bands)}, ${loan.papersBy}, ${loan.now},
      ${loan.now}) returning id
  `);
}

/**
 * Writes the new status and the fields that change with it; the caller has already locked the row.
 */
export function writeMove(
  tx: Tx,
  id: number,
  to: LoanStatus,
  now: Date,
  set: LoanSettings,
): Promise<number> {
  const all = Object.keys(settable) as (keyof typeof settable)[];
  const keys = all.filter((key) => set[key] !== undefined);
  const changes = keys.map((key) => {
    const json = JSON_COLUMNS.includes(key) && set[key] !== null;
    return sql`${settable[key]} = ${json ? JSON.stringify(set[key]) : set[key]}`;
  });
  const columns = list([sql`status = ${to}`, sql`status_at = ${now}`, ...changes]);
  return tx.run(sql`update lending.loan set ${columns} where id = ${id}`);
}

export const writePin = (tx: Tx, id: number, pinned: boolean) =>
  tx.run(sql`update lending.loan set pinned = ${pinned} where id = ${id}`);

export const writeEnd = (tx: Tx, id: number, endsAt: Date) =>
  tx.run(sql`update lending.loan set ends_at = ${endsAt} where id = ${id}`);

/** Makes the last day for documents of an application later; returns 0 if it is not earlier. */
export const writePapersBy = (tx: Tx, id: number, until: Date) =>
  tx.run(sql`
    update lending.loan set papers_by = ${until}
    where id = ${id} and status = 10 and papers_by < ${until}
  `);

/** Stores the score of an application with the loan, for its reviewer. */
export function writeScore(tx: Tx, id: number, score: object): Promise<number> {
  return tx.run(sql`update lending.loan set score = ${JSON.stringify(score)} where id = ${id}`);
}

/** Returns the encrypted application of a loan. */
export function encryptedApplication(
  tx: Tx,
  id: number,
): Promise<{ memberId: number; application: string }> {
  return tx.one<{ memberId: number; application: string }>(sql`
    select member_id, application from lending.loan where id = ${id}
  `);
}

/**
 * Returns loans, or only this one, whose time limit in a status has expired: for accepting an
 * offer, sending documents, or signing.
 */
export function overdueLoans(
  tx: Tx,
  now: Date,
  only: number | null = null,
): Promise<{ id: number; status: LoanStatus }[]> {
  return tx.many<{ id: number; status: LoanStatus }>(sql`
    select id, status from lending.loan l
    where not exists (select from verification.payout_hold h
        where h.member_id = l.member_id and h.ended_at is null)
      and (${only}::bigint is null or l.id = ${only})
      and ((status = 30 and offer_expires_at < ${now}) or (status = 15 and supplement_by < ${now})
      -- Nothing lapses as long as the identity is with our reviewer.
      or (status = 10 and coalesce(papers_by, status_at + interval '30 days') < ${now}
        and not exists (
        select from verification.profile p
        where p.member_id = l.member_id and p.stage = 4 and p.status = 1))
      or (status = 50 and sign_by < ${now} and not exists (
        -- The bank took money of it back: that case is cancelled for it, without a ban.
        select from investing."order" o
        where o.loan_id = l.id and o.stored_status = 20 and o.paid_amount < o.amount)))
    order by id
  `);
}

/**
 * Makes the deadlines of a member's loans later by the time since an instant, or since the loan
 * came into its status; returns the loans with their new deadlines.
 */
export const extendTerms = (tx: Tx, memberId: number, since: Date, now: Date) =>
  tx.many<{ id: number; until: Date }>(sql`
    update lending.loan l set
      supplement_by = case when l.status = 15 then l.supplement_by + s.still
        else l.supplement_by end,
      papers_by = case when l.status = 10 then l.papers_by + s.still else l.papers_by end,
      offer_expires_at = case when l.status = 30 then l.offer_expires_at + s.still
        else l.offer_expires_at end,
      sign_by = case when l.status = 50 then l.sign_by + s.still else l.sign_by end
    from (select id, ${now}::timestamptz - greatest(${since}::timestamptz, status_at) as still
      from lending.loan where member_id = ${memberId} and status in (10, 15, 30, 50)) s
    where s.id = l.id
    returning l.id, case l.status when 10 then l.papers_by when 15 then l.supplement_by
      when 30 then l.offer_expires_at else l.sign_by end as until
  `);

/**
 * Returns a member's debt in NT$: outstanding principal plus the amounts of loans that are not
 * disbursed yet. `except` is the loan that is being decided.
 */
export function outstandingOf(tx: Tx, memberId: number, except: number | null) {
  return tx.one<{ outstanding: Money }>(sql`
    select coalesce(sum(case when l.status < 60 then l.amount else b.balance end), 0)::bigint
      as outstanding
    from lending.loan l
      left join (select loan_id, sum(balance) as balance from ledger.balance
        where kind = 'loan_receivable' group by loan_id) b on b.loan_id = l.id
    where l.member_id = ${memberId} and l.id is distinct from ${except} and l.status between 10
      and 95
  `);
}

/** Returns the holidays and workdays that operators added to the published calendar. */
export function addedDays(tx: Tx): Promise<{ day: Day; business: boolean }[]> {
  return tx.many<{ day: Day; business: boolean }>(sql`select day, business from servicing.holiday`);
}

/** Returns the progress of a member's verification, for rules that depend on it. */
export function verificationOf(tx: Tx, memberId: number) {
  return tx.maybe<{
    stage: number;
    status: number;
    city: string | null;
    occupation: number | null;
    annualIncome: number | null;
    isPep: boolean | null;
  }>(sql`
    select stage, status, city, occupation, annual_income, is_pep
    from verification.profile where member_id = ${memberId}
  `);
}

/**
 * Returns the monthly income of the newest income proof that was not rejected; null if there is
 * none.
 */
export function provenIncome(tx: Tx, memberId: number): Promise<{ income: Money } | null> {
  return tx.maybe<{ income: Money }>(sql`
    select monthly_income as income from verification.financial_statement
    where member_id = ${memberId} and status in (1, 3) order by id desc limit 1
  `);
}

/** The newest proof of income that was not refused, an approved one before others. */
export function newestProof(tx: Tx, memberId: number) {
  return tx.maybe<{
    monthlyIncome: Money;
    from: Day;
    to: Day;
    isApproved: boolean;
    filenames: string[];
  }>(sql`
    select monthly_income, from_day as "from", to_day as "to",
      status = 3 as is_approved, array(select filename from verification.upload u
        where u.id = any (f.uploads) order by u.id) as filenames
    from verification.financial_statement f
    where member_id = ${memberId} and status in (1, 3) order by status desc, id desc limit 1
  `);
}

/**
 * Returns the names of a member's uploads, newest first; their bytes are read only by the
 * verification module.
 */
export function uploadsOf(tx: Tx, memberId: number) {
  return tx.many<{
    id: number;
    name: string;
    filename: string;
    contentType: string;
    sentAt: Date;
  }>(sql`
    select id, name, filename, content_type, created_at as sent_at
    from verification.upload where member_id = ${memberId} order by id desc limit 50
  `);
}
