// The SQL of negotiations: what was asked, the terms, who agreed, and the schedule they make.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Hardship, PlanFigures, Wish } from '#contract/servicing/negotiation.ts';
import type { Tx } from '../../database/db.ts';
import type { InstalmentRow } from '../rules.ts';

export type RequestRow = {
  reason: Hardship;
  wish: Wish;
  affordable: Money;
  sealedNote: string | null;
  requestedAt: Date;
};

/** The borrower's own words are sealed under this name, and bound to his loan. */
export const NOTE = 'servicing.negotiation_request.note';

export const requestOf = (tx: Tx, loanId: number) =>
  tx.maybe<RequestRow>(
    'servicing.requestOf',
    `select reason, wish, affordable, note as "sealedNote", requested_at as "requestedAt"
     from servicing.negotiation_request where loan_id = $1`,
    [loanId],
  );

/** Of everything a person wrote of his hardship, once nothing of him is to be kept. */
export const forgetNotes = (tx: Tx, memberId: number) =>
  tx.run(
    'servicing.forgetNotes',
    `update servicing.negotiation_request set note = null
     where loan_id in (select id from lending.loan where member_id = $1)`,
    [memberId],
  );

export const saveRequest = (tx: Tx, loanId: number, row: RequestRow) =>
  tx.run(
    'servicing.saveRequest',
    `insert into servicing.negotiation_request
       (loan_id, reason, wish, affordable, note, requested_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (loan_id) do update set reason = excluded.reason, wish = excluded.wish,
       affordable = excluded.affordable, note = excluded.note,
       requested_at = excluded.requested_at`,
    [loanId, row.reason, row.wish, row.affordable, row.sealedNote, row.requestedAt],
  );

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

const columns = `id, loan_id as "loanId", version, status, base_on as "baseOn",
  rate_bps as "rateBps", installments, grace_months as "graceMonths",
  first_due_on as "firstDueOn", waive_interest as "waiveInterest", waive_late as "waiveLate",
  waive_penalty as "waivePenalty", principal, interest, late_interest as "lateInterest", penalty,
  before, maker_id as "makerId", checker_id as "checkerId", drafted_at as "draftedAt",
  offered_at as "offeredAt", borrower_by as "borrowerBy", agreed_at as "agreedAt",
  investors_by as "investorsBy", ended_at as "endedAt"`;

/** The terms that are being drawn up or agreed to; at most one a loan. */
export const liveNegotiation = (tx: Tx, loanId: number) =>
  tx.maybe<NegotiationRow>(
    'servicing.liveNegotiation',
    `select ${columns} from servicing.negotiation
     where loan_id = $1 and status in ('drafted', 'offered', 'agreed')`,
    [loanId],
  );

/** The newest terms that were ever put to the borrower. */
export const shownNegotiation = (tx: Tx, loanId: number) =>
  tx.maybe<NegotiationRow>(
    'servicing.shownNegotiation',
    `select ${columns} from servicing.negotiation
     where loan_id = $1 and offered_at is not null order by version desc limit 1`,
    [loanId],
  );

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

/** Drafts terms under the loan's next version. */
export const insertNegotiation = (tx: Tx, row: NewNegotiation) =>
  tx.one<{ id: number; version: number }>(
    'servicing.insertNegotiation',
    `insert into servicing.negotiation (loan_id, version, base_on, rate_bps, installments,
       grace_months, first_due_on, waive_interest, waive_late, waive_penalty, principal, interest,
       late_interest, penalty, before, maker_id, drafted_at)
     select $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
       $14, $15, $16
     from servicing.negotiation where loan_id = $1
     returning id, version`,
    [
      row.loanId,
      row.baseOn,
      row.rateBps,
      row.installments,
      row.graceMonths,
      row.firstDueOn,
      row.waiveInterest,
      row.waiveLate,
      row.waivePenalty,
      row.principal,
      row.interest,
      row.lateInterest,
      row.penalty,
      JSON.stringify(row.before),
      row.makerId,
      row.draftedAt,
    ],
  );

export const offer = (tx: Tx, id: number, checkerId: number, now: Date, borrowerBy: Date) =>
  tx.run(
    'servicing.offer',
    `update servicing.negotiation
     set status = 'offered', checker_id = $2, offered_at = $3, borrower_by = $4
     where id = $1 and status = 'drafted'`,
    [id, checkerId, now, borrowerBy],
  );

/** The borrower agrees; each investor gets a line weighed by what he has out then. */
export const markAgreed = (tx: Tx, id: number, now: Date, investorsBy: Date) =>
  tx.run(
    'servicing.markAgreed',
    `with agreed as (
       update servicing.negotiation set status = 'agreed', agreed_at = $2, investors_by = $3
       where id = $1 and status = 'offered' returning id, loan_id
     )
     insert into servicing.agreement (negotiation_id, member_id, weight)
     select a.id, s.member_id, sum(s.remaining) from agreed a
     join servicing.share s on s.loan_id = a.loan_id
     where s.remaining > 0 group by a.id, s.member_id`,
    [id, now, investorsBy],
  );

export const endNegotiation = (tx: Tx, id: number, status: NegotiationStatus, now: Date) =>
  tx.run(
    'servicing.endNegotiation',
    'update servicing.negotiation set status = $2, ended_at = $3 where id = $1',
    [id, status, now],
  );

/** An investor agrees; answers 0 where he has before, or has no say. */
export const agree = (tx: Tx, id: number, memberId: number, now: Date) =>
  tx.run(
    'servicing.agree',
    `update servicing.agreement set agreed_at = $3
     where negotiation_id = $1 and member_id = $2 and agreed_at is null`,
    [id, memberId, now],
  );

/** Principal that has agreed, and that of all. */
export const consentOf = (tx: Tx, id: number) =>
  tx.one<{ agreed: Money; total: Money }>(
    'servicing.consentOf',
    `select coalesce(sum(weight) filter (where agreed_at is not null), 0)::bigint as agreed,
       coalesce(sum(weight), 0)::bigint as total
     from servicing.agreement where negotiation_id = $1`,
    [id],
  );

export const ownAgreement = (tx: Tx, id: number, memberId: number) =>
  tx.maybe<{ weight: Money; agreedAt: Date | null }>(
    'servicing.ownAgreement',
    `select weight, agreed_at as "agreedAt" from servicing.agreement
     where negotiation_id = $1 and member_id = $2`,
    [id, memberId],
  );

/** The loan of a member's own funded order. */
export const loanOfOrder = (tx: Tx, orderId: number, memberId: number) =>
  tx.maybe<{ loanId: number }>(
    'servicing.loanOfOrder',
    `select loan_id as "loanId" from investing."order"
     where id = $1 and member_id = $2 and stored_status = 20`,
    [orderId, memberId],
  );

/** Negotiations whose borrower or investors let the last second pass. */
export const negotiationsOver = (tx: Tx, before: Date) =>
  tx.many<{ id: number; loanId: number }>(
    'servicing.negotiationsOver',
    `select id, loan_id as "loanId" from servicing.negotiation
     where (status = 'offered' and borrower_by <= $1)
       or (status = 'agreed' and investors_by <= $1)
     order by id`,
    [before],
  );

/** The newest loan of a member that terms were put to him for. */
export const negotiatedLoanOf = (tx: Tx, memberId: number) =>
  tx.maybe<{ loanId: number }>(
    'servicing.negotiatedLoanOf',
    `select l.id as "loanId" from lending.loan l
     where l.member_id = $1 and exists (select from servicing.negotiation n
       where n.loan_id = l.id and n.offered_at is not null)
     order by l.id desc limit 1`,
    [memberId],
  );

/** What each order of a loan still has out. */
export const remainingOf = (tx: Tx, loanId: number) =>
  tx.many<{ orderId: number; remaining: Money }>(
    'servicing.remainingOf',
    `select order_id as "orderId", remaining from servicing.share
     where loan_id = $1 and remaining > 0 order by order_id`,
    [loanId],
  );

/** Takes all unpaid rows out of force; answers how many. */
export const retireUnpaid = (tx: Tx, loanId: number) =>
  tx.run(
    'servicing.retireUnpaid',
    `update servicing.instalment set current = false
     where loan_id = $1 and current and paid_on is null`,
    [loanId],
  );

/** The highest number and version of a loan's rows, those no longer in force included. */
export const lastRow = (tx: Tx, loanId: number) =>
  tx.one<{ touched: number; version: number }>(
    'servicing.lastRow',
    `select max(version) as version, coalesce(max(no) filter (where principal_paid + interest_paid
       + late_interest_paid + penalty_paid > 0 or paid_on is not null), 0) as touched
     from servicing.instalment where loan_id = $1`,
    [loanId],
  );

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

/** The rows of new terms, with the old debt each carries. */
export const insertNegotiated = (tx: Tx, rows: readonly NegotiatedInstalment[]) =>
  tx.run(
    'servicing.insertNegotiated',
    `insert into servicing.instalment (loan_id, version, no, due_on, payable_until, principal,
       interest, interest_accrued, arrears_interest, late_interest_owed, arrears_late_interest,
       penalty_owed, arrears_penalty)
     select loan_id, version, no, due_on, payable_until, principal, interest, accrued, accrued,
       late, late, penalty, penalty
     from unnest($1::bigint[], $2::integer[], $3::integer[], $4::date[], $5::date[], $6::bigint[],
       $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
       as r (loan_id, version, no, due_on, payable_until, principal, interest, accrued, late,
         penalty)`,
    [
      rows.map((row) => row.loanId),
      rows.map((row) => row.version),
      rows.map((row) => row.no),
      rows.map((row) => row.dueOn),
      rows.map((row) => row.payableUntil),
      rows.map((row) => row.principal),
      rows.map((row) => row.interest),
      rows.map((row) => row.interestAccrued),
      rows.map((row) => row.lateInterestOwed),
      rows.map((row) => row.penaltyOwed),
    ],
  );
