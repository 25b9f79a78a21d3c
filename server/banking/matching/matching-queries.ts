// SQL of the order or loan that a receipt pays: candidates, its member, and the money's effect.
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

type Target = { type: 'order' | 'loan'; id: number };

export type TargetRow = {
  caseNo: string;
  memberId: number;
  sealedName: string | null;
  /** Bank and last digits of the member's account in force; null if there is none. */
  boundBank: string | null;
  boundTail: string | null;
  /** True if this account is the payer's. */
  isPayer: boolean;
};

/** Returns the subject's case number and its member; null if the subject does not exist. */
export const targetOf = (
  tx: Tx,
  { type, id }: Target,
  payer: { bank: string | null; hashes: readonly string[] },
) =>
  tx.maybe<TargetRow>(sql`
    select l.case_no, m.id as member_id, p.name as sealed_name, b.bank_code as bound_bank,
      b.account_tail as bound_tail,
      coalesce(b.account_hash = any (${payer.hashes}) and b.bank_code = ${payer.bank}, false)
        as is_payer
    from (
      select loan_id, member_id from investing."order" where ${type}::text = 'order' and id =
        ${id}::bigint
      union all select ${id}::bigint, null where ${type}::text = 'loan'
    ) t join lending.loan l on l.id = t.loan_id
    join identity.member m on m.id = coalesce(t.member_id, l.member_id)
    left join verification.profile p on p.member_id = m.id
    left join verification.bank_account b on b.member_id = m.id and b.status = 'in_force'
  `);

/**
 * NT$ of a receipt that its order kept, or that its loan used for amounts due, and the fee kept
 * from the refund of the rest.
 */
export const usedOf = (tx: Tx, receiptId: number, { type, id }: Target) =>
  tx.one<{ used: Money; fee: Money }>(sql`
    select (coalesce((select -sum(e.amount) from ledger.entry e
      join ledger.account a on a.id = e.account_id and a.kind = 'order_funds'
      where e.transfer_id = 'order:' || ${id}::bigint || ':receipt:' || ${receiptId}::bigint), 0)
    + coalesce((select sum(amount) from servicing.allocation
      where ${type}::text = 'loan' and loan_id = ${id}::bigint and receipt_id =
        ${receiptId}::bigint), 0))::bigint
    as used,
    coalesce((select r.fee from ledger.transfer t join investing.refund r on r.id = t.memo::bigint
      where t.id = 'order:' || ${id}::bigint || ':receipt:' || ${receiptId}::bigint || ':back'), 0)
    as fee
  `);

/** Members whose account in force is one of these. */
export const membersWithAccount = (tx: Tx, of: { bank: string; hashes: readonly string[] }) =>
  tx.many<{ id: number; sealedName: string | null }>(sql`
    select b.member_id as id, p.name as sealed_name from verification.bank_account b
    left join verification.profile p on p.member_id = b.member_id
    where b.account_hash = any (${of.hashes}) and b.bank_code = ${of.bank}
      and b.status = 'in_force'
    order by b.member_id limit 5
  `);

/** A receipt in suspense with its open task. */
export type UnmatchedRow = {
  id: number;
  taskId: number;
  why: string;
  /** What a second person said who gave it back. */
  returned: string | null;
};

const unmatched = (operatorId: number) => sql`from tasks.task t
    join banking.receipt r on r.id = t.subject_id and r.state = 'suspense' and r.sign = '+'
    where t.kind = 'unmatched_payment' and t.subject_type = 'receipt' and t.status = 'open'
      and (t.assignee_id is null or t.assignee_id = ${operatorId})
      and not exists (select from tasks.held_decision h
        where h.task_id = t.id and h.failure is null)
      and not exists (select from banking.booking b
        where b.receipt_id = r.id and b.state = 'checking')`;

/** Receipts with an open task that nobody else has taken and no booking waits for, oldest first. */
export const unmatchedReceipts = (tx: Tx, operatorId: number, limit: number) =>
  tx.many<UnmatchedRow>(sql`
    select r.id, t.id as task_id, coalesce(t.detail ->> 'why', '') as why,
      t.detail ->> 'returned' as returned
    ${unmatched(operatorId)}
    order by r.bank_date, r.id limit ${limit}
  `);

export const countUnmatched = async (tx: Tx, operatorId: number): Promise<number> =>
  (await tx.one<{ total: number }>(sql`select count(*) as total ${unmatched(operatorId)}`)).total;

/** Returns the loan with a case number. */
export const loanNumbered = (tx: Tx, caseNo: string) =>
  tx.maybe<{ id: number }>(sql`select id from lending.loan where case_no = ${caseNo}`);

export type SuggestedRow = {
  type: 'order' | 'loan';
  id: number;
  loanNo: string;
  memberId: number;
  lacking: Money;
  /** True if the money was paid to the virtual account of this order or loan. */
  owner: boolean;
  /**
   * True if the virtual account of this order or loan is easily mistaken for the account that was
   * paid to.
   */
  account: boolean;
  payer: boolean;
  amount: boolean;
};

/**
 * Finds open orders and running loans as possible owners of a receipt: those whose account is one
 * of `accounts`, whose member has bound an account with this keyed hash, or that lack exactly the
 * amount. The owner of `paidTo` comes first, and then those with the strongest evidence.
 */
export const suggestionsFor = (
  tx: Tx,
  of: {
    paidTo: string;
    accounts: readonly string[];
    payerHashes: readonly string[];
    bank: string | null;
    amount: Money;
  },
) =>
  tx.many<SuggestedRow>(sql`
    with payer as (
      select member_id from verification.bank_account
      where account_hash = any (${of.payerHashes}) and bank_code = ${of.bank} and status =
        'in_force'
    ), near as (
      select subject_type, subject_id, account = ${of.paidTo} as owner
      from banking.virtual_account where account = any (${of.accounts})
    ), open_order as (
      select 'order' as type, o.id, l.case_no, o.member_id, o.amount - o.paid_amount as lacking
      from investing."order" o join lending.loan l on l.id = o.loan_id
      where (o.stored_status in (0, 5)
          and (o.amount - o.paid_amount = ${of.amount} or o.member_id in (select member_id from
            payer)))
        or o.id in (select subject_id from near where subject_type = 'order')
      limit 200
    ), due as (
      select 'loan' as type, l.id, l.case_no, l.member_id,
        (select coalesce(sum(i.principal - i.principal_paid + i.interest - i.interest_paid), 0)
         from (select * from servicing.instalment where loan_id = l.id and current
           and paid_on is null order by no limit 1) i)::bigint as lacking
      from lending.loan l
      where (l.status in (60, 61, 65, 70, 75, 80, 95)
          and (l.instalment = ${of.amount} or l.member_id in (select member_id from payer)))
        or l.id in (select subject_id from near where subject_type = 'loan')
      limit 200
    )
    select c.type, c.id, c.case_no as loan_no, c.member_id, c.lacking,
      coalesce(n.owner, false) as owner, coalesce(not n.owner, false) as account,
      p.member_id is not null as payer, c.lacking = ${of.amount} as amount
    from (select * from open_order union all select * from due) c
    left join near n on n.subject_type = c.type and n.subject_id = c.id
    left join (select distinct member_id from payer) p on p.member_id = c.member_id
    order by coalesce(n.owner, false) desc,
      (n.subject_id is not null)::int * 4 + (p.member_id is not null)::int * 2
        + (c.lacking = ${of.amount})::int desc, c.type, c.id desc
    limit 12
  `);
