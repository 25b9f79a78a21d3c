// SQL of undoing: reads what a transfer moved, so that the opposite transfer can be posted.
import type { AccountKind } from '#contract/ledger/kinds.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/**
 * Returns the entries of these transfers in order; `about` is the loan to which the transfer
 * belongs.
 */
export const entriesOf = (tx: Tx, ids: readonly string[]) =>
  tx.many<{
    transferId: string;
    about: number | null;
    account: AccountKind;
    loan: number;
    order: number;
    member: number;
    amount: Money;
  }>(sql`
    select t.id as transfer_id, t.loan_id as about, a.kind as account, a.loan_id as loan,
      a.order_id as "order", a.member_id as member, e.amount
    from ledger.transfer t join ledger.entry e on e.transfer_id = t.id
    join ledger.account a on a.id = e.account_id
    where t.id = any (${ids}::text[]) order by t.id, e.line
  `);
