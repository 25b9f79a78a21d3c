// SQL of negotiations: the request, the terms, who agreed, and the resulting schedule.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Hardship, PlanFigures, Wish } from '#contract/servicing/negotiation.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import type { InstalmentRow } from '../rules.ts';

export type RequestRow = {
  reason: Hardship;
  wish: Wish;
  affordable: Money;
  sealedNote: string | null;
  requestedAt: Date;
};

/** Column name with which the borrower's note is encrypted; the text is also bound to the loan. */
export const NOTE = 'servicing.negotiation_request.note';

export const requestOf = (tx: Tx, loanId: number) =>
  tx.maybe<RequestRow>(sql`
    select reason, wish, affordable, note as sealed_note, requested_at
    from servicing.negotiation_request where loan_id = ${loanId}
  `);

/**
 * Deletes the notes in which a member described their hardship, when their personal data must be
 * deleted.
 */
export const forgetNotes = (tx: Tx, memberId: number) =>
  tx.run(sql`
    update servicing.negotiation_request set note = null
    where loan_id in (select id from lending.loan where member_id = ${memberId})
  `);

export const saveRequest = (tx: Tx, loanId: number, row: RequestRow) =>
  tx.run(sql`
    insert into servicing.negotiation_request
      (loan_id, reason, wish, affordable, note, requested_at)
    values (${loanId}, ${row.reason}, ${row.wish}, ${row.affordable}, ${row.sealedNote},
      ${row.requestedAt})
    on conflict (loan_id) do update set reason = excluded.reason, wish = excluded.wish,
      affordable = excluded.affordable, note = excluded.note,
      requested_at = excluded.requested_at
  `);

export type NegotiationStatus =
  | 'drafted'
  | 'returned'
  | 'offered'
  | 'agreed'
  | 'in_force'
  | 'lapsed'
  | 'short'
  | 'void';

export type NegotiationRow = {
  id: number;
  loanId: number;
  version: number;
  status: NegotiationStatus;
  baseOn: Day;
  rateBps: number;
  installments: number;
  graceMonths: number;
  firstDueOn: Day;
  waiveInterest: number;
  waiveLate: number;
  waivePenalty: number;
  principal: Money;
  interest: Money;
  lateInterest: Money;
  penalty: Money;
  before: PlanFigures;
  makerId: number;
  checkerId: number | null;
  draftedAt: Date;
  offeredAt: Date | null;
  borrowerBy: Date | null;
  agreedAt: Date | null;
  investorsBy: Date | null;
  endedAt: Date | null;
};

const columns = sql`id, loan_id, version, status, base_on, rate_bps, installments, grace_months,
  first_due_on, waive_interest, waive_late, waive_penalty, principal, interest, late_interest,
  penalty, before, maker_id, checker_id, drafted_at, offered_at, borrower_by, agreed_at,
  investors_by, ended_at`;

/** Returns the terms being drafted or agreed to; at most one for each loan. */
export const liveNegotiation = (tx: Tx, loanId: number) =>
  tx.maybe<NegotiationRow>(sql`
    select ${columns} from servicing.negotiation
    where loan_id = ${loanId} and status in ('drafted', 'offered', 'agreed')
  `);

/** Returns the terms of loans that came into force. */
export const termsOfLoans = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<NegotiationRow>(sql`
    select ${columns} from servicing.negotiation
    where loan_id = any (${loanIds}) and status = 'in_force' order by id
  `);

/** Returns the newest terms that were ever offered to the borrower. */
export const visibleNegotiation = (tx: Tx, loanId: number) =>
  tx.maybe<NegotiationRow>(sql`
    select ${columns} from servicing.negotiation
    where loan_id = ${loanId} and offered_at is not null order by version desc limit 1
  `);

export type NewNegotiation = Omit<
  NegotiationRow,
  | 'id'
  | 'version'
  | 'status'
  | 'checkerId'
  | 'offeredAt'
  | 'borrowerBy'
  | 'agreedAt'
  | 'investorsBy'
  | 'endedAt'
>;

/** Stores drafted terms as the loan's next version. */
export const insertNegotiation = (tx: Tx, row: NewNegotiation) =>
  tx.one<{ id: number; version: number }>(sql`
    insert into servicing.negotiation (loan_id, version, base_on, rate_bps, installments,
      grace_months, first_due_on, waive_interest, waive_late, waive_penalty, principal, interest,
      late_interest, penalty, before, maker_id, drafted_at)
    select ${row.loanId}, coalesce(max(version), 0) + 1, ${row.baseOn}, ${row.rateBps},
      ${row.installments}, ${row.graceMonths}, ${row.firstDueOn}, ${row.waiveInterest},
      ${row.waiveLate}, ${row.waivePenalty}, ${row.principal}, ${row.interest},
      ${row.lateInterest}, ${row.penalty},
      ${JSON.stringify(row.before)}, ${row.makerId}, ${row.draftedAt}
    from servicing.negotiation where loan_id = ${row.loanId}
    returning id, version
  `);

export const offer = (tx: Tx, id: number, checkerId: number, now: Date, borrowerBy: Date) =>
  tx.run(sql`
    update servicing.negotiation
    set status = 'offered', checker_id = ${checkerId}, offered_at = ${now}, borrower_by =
      ${borrowerBy}
    where id = ${id} and status = 'drafted'
  `);

/**
 * Records the borrower's agreement, and adds a line for each investor, weighted by their
 * outstanding principal at that time.
 */
export const markAgreed = (tx: Tx, id: number, now: Date, investorsBy: Date) =>
  tx.run(sql`
    with agreed as (
      update servicing.negotiation set status = 'agreed', agreed_at = ${now}, investors_by =
        ${investorsBy}
      where id = ${id} and status = 'offered' returning id, loan_id
    )
    insert into servicing.agreement (negotiation_id, member_id, weight)
    select a.id, s.member_id, sum(s.remaining) from agreed a
    join servicing.share s on s.loan_id = a.loan_id
    where s.remaining > 0 group by a.id, s.member_id
  `);

export const endNegotiation = (tx: Tx, id: number, status: NegotiationStatus, now: Date) =>
  tx.run(sql`
    update servicing.negotiation set status = ${status}, ended_at = ${now} where id = ${id}
  `);

/** Hash of all agreements and weights, which a law of the books compares with the rows. */
export const agreementsHash = (tx: Tx, id: number) =>
  tx.one<{ agreements: string }>(sql`select servicing.agreements_hash(${id}) as agreements`);

/** Records an investor's agreement; returns 0 if they agreed before or may not agree. */
export const agree = (tx: Tx, id: number, memberId: number, now: Date) =>
  tx.run(sql`
    update servicing.agreement set agreed_at = ${now}
    where negotiation_id = ${id} and member_id = ${memberId} and agreed_at is null
  `);

/** Agreed principal, and total principal. */
export const consentOf = (tx: Tx, id: number) =>
  tx.one<{ agreed: Money; total: Money }>(sql`
    select coalesce(sum(weight) filter (where agreed_at is not null), 0)::bigint as agreed,
      coalesce(sum(weight), 0)::bigint as total
    from servicing.agreement where negotiation_id = ${id}
  `);

export const ownAgreement = (tx: Tx, id: number, memberId: number) =>
  tx.maybe<{ weight: Money; agreedAt: Date | null }>(sql`
    select weight, agreed_at from servicing.agreement
    where negotiation_id = ${id} and member_id = ${memberId}
  `);

/** Returns the loan of the member's own funded order. */
export const loanOfOrder = (tx: Tx, orderId: number, memberId: number) =>
  tx.maybe<{ loanId: number }>(sql`
    select loan_id from investing."order"
    where id = ${orderId} and member_id = ${memberId} and stored_status = 20
  `);

/** Returns negotiations whose deadline for the borrower or the investors has passed. */
export const negotiationsOver = (tx: Tx, before: Date) =>
  tx.many<{ id: number; loanId: number }>(sql`
    select id, loan_id from servicing.negotiation
    where (status = 'offered' and borrower_by <= ${before})
      or (status = 'agreed' and investors_by <= ${before})
    order by id
  `);

/** Returns the member's newest loan for which terms were offered. */
export const negotiatedLoanOf = (tx: Tx, memberId: number) =>
  tx.maybe<{ loanId: number }>(sql`
    select l.id as loan_id from lending.loan l
    where l.member_id = ${memberId} and exists (select from servicing.negotiation n
      where n.loan_id = l.id and n.offered_at is not null)
    order by l.id desc limit 1
  `);

/** Returns the outstanding principal of each order of a loan. */
export const remainingOf = (tx: Tx, loanId: number) =>
  tx.many<{ orderId: number; remaining: Money }>(sql`
    select order_id, remaining from servicing.share
    where loan_id = ${loanId} and remaining > 0 order by order_id
  `);

/** Takes all unpaid instalments out of force; returns their number. */
export const retireUnpaid = (tx: Tx, loanId: number) =>
  tx.run(sql`
    update servicing.instalment set current = false
    where loan_id = ${loanId} and current and paid_on is null
  `);

/**
 * Returns the highest number and version of a loan's instalments, including those no longer in
 * force.
 */
export const lastRow = (tx: Tx, loanId: number) =>
  tx.one<{ touched: number; version: number }>(sql`
    select max(version) as version, coalesce(max(no) filter (where principal_paid + interest_paid
      + late_interest_paid + penalty_paid > 0 or paid_on is not null), 0) as touched
    from servicing.instalment where loan_id = ${loanId}
  `);

export type NegotiatedInstalment = Pick<
  InstalmentRow,
  | 'loanId'
  | 'version'
  | 'no'
  | 'dueOn'
  | 'payableUntil'
  | 'principal'
  | 'interest'
  | 'interestAccrued'
  | 'lateInterestOwed'
  | 'penaltyOwed'
>;

/** Inserts the instalments of new terms, each with the arrears it carries. */
export const insertNegotiated = (tx: Tx, rows: readonly NegotiatedInstalment[]) =>
  tx.run(sql`
    insert into servicing.instalment (loan_id, version, no, due_on, payable_until, principal,
      interest, interest_accrued, arrears_interest, late_interest_owed, arrears_late_interest,
      penalty_owed, arrears_penalty)
    select loan_id, version, no, due_on, payable_until, principal, interest, accrued, accrued,
      late, late, penalty, penalty
    from unnest(${rows.map((row) => row.loanId)}::bigint[],
      ${rows.map((row) => row.version)}::integer[], ${rows.map((row) => row.no)}::integer[],
      ${rows.map((row) => row.dueOn)}::date[], ${rows.map((row) => row.payableUntil)}::date[],
      ${rows.map((row) => row.principal)}::bigint[],
      ${rows.map((row) => row.interest)}::bigint[],
      ${rows.map((row) => row.interestAccrued)}::bigint[],
      ${rows.map((row) => row.lateInterestOwed)}::bigint[],
      ${rows.map((row) => row.penaltyOwed)}::bigint[])
      as r (loan_id, version, no, due_on, payable_until, principal, interest, accrued, late,
        penalty)
  `);
