// SQL of a borrower's view of their loans: funding, schedule, virtual account and the amounts still
// owed.
import type { Day } from '#contract/core/day.ts';
import type { LateTally } from '#contract/law/late.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type FundingRow = { loanId: number; funded: Money; investors: number };

/** Returns for each loan the sum of reserved and paid orders, and the number of its investors. */
export function fundingOf(tx: Tx, loanIds: readonly number[]): Promise<FundingRow[]> {
  return tx.many<FundingRow>(sql`
    select f.loan_id, f.reserved + f.paid as funded,
      (select count(distinct o.member_id)::int from investing."order" o
       where o.loan_id = f.loan_id and o.stored_status in (0, 5, 10, 20)) as investors
    from investing.funding f where f.loan_id = any (${loanIds})
  `);
}

export type InstalmentRow = LateTally & {
  loanId: number;
  no: number;
  dueOn: Day;
  payableUntil: Day;
  principal: Money;
  interest: Money;
  principalPaid: Money;
  interestPaid: Money;
  chargedUntil: Day | null;
  lateInterestOwed: Money;
  penaltyOwed: Money;
  accelerated: boolean;
  paidOn: Day | null;
  /** Charges from the time before a negotiation that fall due with this instalment. */
  arrearsCharges: Money;
  version: number;
  /** Rate and interest-only periods of the negotiated terms; null under the original contract. */
  newRateBps: number | null;
  newGraceMonths: number | null;
};

/** Returns the current schedules of loans, first instalment first. */
export function currentInstalments(tx: Tx, loanIds: readonly number[]): Promise<InstalmentRow[]> {
  return tx.many<InstalmentRow>(sql`
    select i.loan_id, i.version, no, due_on, payable_until, principal, interest, principal_paid,
      interest_paid, charged_until, late_interest_owed, penalty_owed, accelerated, paid_on,
      late_principal_days as principal_days, late_penalty_parts as penalty_parts,
      late_interest_charged, penalty_charged,
      arrears_late_interest + arrears_penalty as arrears_charges, n.rate_bps as new_rate_bps,
      n.grace_months as new_grace_months
    from servicing.instalment i
    left join lateral (select rate_bps, grace_months from servicing.negotiation
      where loan_id = i.loan_id and status = 'in_force' order by version desc limit 1) n on true
    where i.loan_id = any (${loanIds}) and current
    order by i.loan_id, no
  `);
}

/** Returns the virtual accounts into which loans are repaid. */
export function loanAccounts(tx: Tx, loanIds: readonly number[]) {
  return tx.many<{ loanId: number; account: string }>(sql`
    select subject_id as loan_id, account from banking.virtual_account
    where subject_type = 'loan' and subject_id = any (${loanIds})
  `);
}

/**
 * Returns, for each loan, the money received but not yet allocated, and the outstanding principal.
 */
export function loanBalances(tx: Tx, loanIds: readonly number[]) {
  return tx.many<{ loanId: number; kind: string; balance: Money }>(sql`
    select loan_id, kind, balance from ledger.balance
    where loan_id = any (${loanIds}) and kind in ('borrower_prepaid', 'loan_receivable')
  `);
}

export type InstructionRow = {
  loanId: number;
  kind: 'partial' | 'full';
  mode: 'shortenTerm' | 'lowerPayment' | null;
  principal: Money;
  goodOn: Day;
};

/** Returns the prepayment instructions for which the money has not arrived yet. */
export const openInstructions = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<InstructionRow>(sql`
    select loan_id, kind, mode, principal, good_on
    from servicing.prepayment where loan_id = any (${loanIds}) and status = 'open'
  `);

export type NoticeRow = {
  loanId: number;
  payBy: Day | null;
  accelerated: boolean;
  declared: boolean;
  court: Money;
  /** Whether the collection of the written-off loan has ended. */
  isClosed: boolean;
};

/**
 * Returns the open violation notices of loans and the court costs that borrowers owe for them, also
 * after a negotiation, when the loan is repaying again.
 */
export function noticesOf(tx: Tx, loanIds: readonly number[]): Promise<NoticeRow[]> {
  return tx.many<NoticeRow>(sql`
    select l.id as loan_id, a.pay_by, a.from_no is not null as accelerated,
      coalesce(a.cause = 'declared', false) as declared,
      coalesce((select sum(c.amount - c.repaid - c.forgiven)::bigint from servicing.court_cost c
        where c.loan_id = l.id), 0) as court,
      servicing.is_closed(l.id) as is_closed
    from lending.loan l
    left join servicing.acceleration a on a.loan_id = l.id and a.ended_on is null
    where l.id = any (${loanIds}) and l.disbursed_on is not null
  `);
}
