// SQL of the nightly recomputation of schedules: the loans, and the events that changed schedules.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { PrepaymentMode } from '#contract/law/prepayment.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** Returns the next loans after an id that still have instalments to be paid. */
export const loansInRepayment = (tx: Tx, after: number, limit: number) =>
  tx.many<{ loanId: number; amount: Money; installments: number }>(sql`
    select l.id as loan_id, l.amount, l.installments from lending.loan l
    where l.id > ${after} and l.status between 60 and 80
      and exists (select from servicing.instalment i
        where i.loan_id = l.id and i.current and i.paid_on is null)
    order by l.id limit ${limit}
  `);

export type UsedPrepayment = {
  loanId: number;
  id: number;
  mode: PrepaymentMode | null;
  principal: Money;
  instalmentMin: Money | null;
  goodOn: Day;
};

/** Returns the partial prepayments that were carried out. */
export const usedPrepayments = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<UsedPrepayment>(sql`
    select loan_id, id, mode, principal, instalment_min, good_on
    from servicing.prepayment
    where loan_id = any (${loanIds}) and kind = 'partial' and status = 'used' order by id
  `);

/** Returns the last days of the notices with which loans fell due at once. */
export const accelerations = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<{ loanId: number; payBy: Day }>(sql`
    select loan_id, pay_by from servicing.acceleration
    where loan_id = any (${loanIds}) order by id
  `);
