// SQL of one holding: its loan's instalments, what the investor received for each, and all shares
// in the loan.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import type { ShareState } from './expected-shares.ts';

export type InstalmentRow = {
  no: number;
  dueOn: Day;
  payableUntil: Day;
  principal: Money;
  interest: Money;
  principalPaid: Money;
  interestPaid: Money;
  paidOn: Day | null;
  /** Whether a later schedule replaced it before it was fully paid. */
  isReplaced: boolean;
  /** Unpaid principal of all investors when the loan was closed for good. */
  principalLost: Money;
  interestLost: Money;
};

/**
 * Returns the instalments of the schedule in force, and those of which something was paid under
 * earlier versions of the schedule. If the loan was closed for good, the principal given up on that
 * day is included.
 */
export const instalmentsOfLoan = (tx: Tx, loanId: number, forgivenOn: Day | null) =>
  tx.many<InstalmentRow>(sql`
    select distinct on (i.no) i.no, i.due_on, i.payable_until, i.principal, i.interest,
      i.principal_paid, i.interest_paid, i.paid_on,
      not i.current and i.paid_on is null as is_replaced,
      coalesce(g.principal - i.principal, 0) as principal_lost,
      coalesce(g.interest - i.interest, 0) as interest_lost
    from servicing.instalment i
    left join servicing.instalment g on g.loan_id = i.loan_id and g.no = i.no
      and g.version = i.version - 1 and i.current and i.paid_on = ${forgivenOn}
    where i.loan_id = ${loanId} and (i.current or i.paid_on is not null
      or i.principal_paid + i.interest_paid + i.late_interest_paid + i.penalty_paid > 0)
    order by i.no, i.current desc, i.version desc
  `);

export type ReceivedRow = {
  no: number;
  principal: Money;
  interest: Money;
  lateInterest: Money;
  penalty: Money;
  prepaymentFee: Money;
  fee: Money;
  on: Day;
};

/** Returns what an order received, by instalment and day. */
export const receivedBy = (tx: Tx, orderId: number) =>
  tx.many<ReceivedRow>(sql`
    select instalment_no as no, sum(principal)::bigint as principal,
      sum(interest)::bigint as interest, sum(late_interest)::bigint as late_interest,
      sum(penalty)::bigint as penalty, sum(prepayment_fee)::bigint as prepayment_fee,
      sum(fee)::bigint as fee, distributed_on as "on"
    from servicing.distribution where order_id = ${orderId}
    group by instalment_no, distributed_on order by distributed_on, instalment_no
  `);

/**
 * Returns each order's amount lent, outstanding or lost principal and received interest, earliest
 * order first.
 */
export const sharesOfLoan = (tx: Tx, loanId: number) =>
  tx.many<ShareState & { orderId: number }>(sql`
    select order_id, principal as amount, remaining + forgiven as remaining, interest_received
    from servicing.share where loan_id = ${loanId} order by order_id
  `);

/** Returns the sealed extract of an order's own contract, if it exists yet. */
export const extractOf = (tx: Tx, orderId: number) =>
  tx.maybe<{ stored: unknown }>(sql`
    select stored from lending.contract where kind = 'extract' and order_id = ${orderId}
    order by id desc limit 1
  `);
