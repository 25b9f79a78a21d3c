// SQL of the accounts from which money of third parties came, and of payments back to them.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { REFUND_REASON } from '#contract/investing/refund-words.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** A receipt with its payer as the bank reported them, and as two persons entered them. */
export type SourceRow = {
  bank: string;
  day: Day;
  seq: string;
  fromBank: string | null;
  fromAccount: string | null;
  fromName: string | null;
  /** Why a person was asked for the account; null if nobody was. */
  why: string | null;
  confirmed: boolean;
  bankCode: string | null;
  account: string | null;
  holder: string | null;
};

export const sourceRow = (tx: Tx, receiptId: number) =>
  tx.one<SourceRow>(sql`
    select r.bank, r.bank_date as day, r.seq, r.from_bank, r.from_account, r.from_name, s.why,
      s.confirmed_by is not null as confirmed, s.bank_code, s.account, s.holder
    from banking.receipt r left join banking.payer_source s on s.receipt_id = r.id
    where r.id = ${receiptId}
  `);

/**
 * Asks for the account; what was confirmed before does not count any more, and a question that is
 * not answered yet stays.
 */
export const askSource = (tx: Tx, receiptId: number, why: string, now: Date) =>
  tx.run(sql`
    insert into banking.payer_source (receipt_id, why, asked_at)
    values (${receiptId}, ${why}, ${now})
    on conflict (receipt_id) do update set why = excluded.why, asked_at = excluded.asked_at,
      bank_code = null, account = null, holder = null, entered_by = null, confirmed_by = null,
      confirmed_at = null
    where payer_source.confirmed_by is not null
  `);

/** Withdraws what one person entered and the other did not confirm. */
export const unenterSource = (tx: Tx, receiptId: number) =>
  tx.run(sql`
    update banking.payer_source set bank_code = null, account = null, holder = null,
      entered_by = null
    where receipt_id = ${receiptId} and confirmed_by is null
  `);

export const enterSource = (
  tx: Tx,
  receiptId: number,
  entered: { bankCode: string; account: string; holder: string; by: number },
) =>
  tx.run(sql`
    update banking.payer_source set bank_code = ${entered.bankCode}, account = ${entered.account},
      holder = ${entered.holder}, entered_by = ${entered.by}
    where receipt_id = ${receiptId}
  `);

export const confirmSource = (tx: Tx, receiptId: number, by: number, now: Date) =>
  tx.run(sql`
    update banking.payer_source set confirmed_by = ${by}, confirmed_at = ${now}
    where receipt_id = ${receiptId}
  `);

/** Records that two persons assign money that is not shown to be the member's own. */
export const markThirdParty = (tx: Tx, receiptId: number) =>
  tx.run(sql`update banking.receipt set third_party = true where id = ${receiptId}`);

/** The payments to the payer of the receipt `r`: the confirmed ones, and the last returned one. */
const paidToSource = sql`(
  select jsonb_build_object(
      'paid', count(*) filter (where p.status = 'confirmed'),
      'firstPaidOn', min(p.settled_on) filter (where p.status = 'confirmed'),
      'returned', (array_agg(jsonb_build_object('on', p.settled_on, 'reason', p.reason)
        order by p.id desc) filter (where p.status = 'returned' and p.batch_id is not null))[1])
    from banking.payment p where p.source_id = r.id)`;
/** As `paidToSource` returns it. */
export type PaidToSource = {
  paid: number;
  firstPaidOn: Day | null;
  returned: { on: Day | null; reason: string | null } | null;
};

/** The payer of the receipt `r`, as a `SourceRow`. */
const sourceOfReceipt = sql`(
  select jsonb_build_object('bank', f.bank, 'day', f.bank_date, 'seq', f.seq,
      'fromBank', f.from_bank, 'fromAccount', f.from_account, 'fromName', f.from_name,
      'why', s.why, 'confirmed', s.confirmed_by is not null, 'bankCode', s.bank_code,
      'account', s.account, 'holder', s.holder)
    from banking.receipt f left join banking.payer_source s on s.receipt_id = f.id
    where f.id = r.id)`;

/**
 * The items of a batch that go back to a third party, with the receipt from which the money is and
 * the number of the order or loan; items to members are left out.
 */
export const sourcedItems = (tx: Tx, batchId: number, limit: number) =>
  tx.many<{
    id: number;
    receiptId: number;
    amount: Money;
    orderId: number | null;
    caseNo: string | null;
    reason: keyof typeof REFUND_REASON | null;
    source: SourceRow;
    history: PaidToSource;
  }>(sql`
    select i.subject_id as id, r.id as receipt_id, i.amount, f.order_id, l.case_no, f.reason,
      ${sourceOfReceipt} as source, ${paidToSource} as history
    from banking.batch b
    join banking.batch_item i on i.batch_id = b.id
    left join investing.refund f on b.kind = 'refund' and f.id = i.subject_id
    left join servicing.payout o on b.kind = 'payout' and o.id = i.subject_id
    left join lending.loan l on l.id = o.loan_id
    join banking.receipt r on r.id = coalesce(f.receipt_id, o.receipt_id,
      case when b.kind = 'return' then i.subject_id end)
    where b.id = ${batchId} order by i.subject_id limit ${limit}
  `);

/** The payers of receipts, with the payments that went back to each. */
export const sourcesOf = (tx: Tx, receiptIds: readonly number[]) =>
  tx.many<{ receiptId: number; source: SourceRow; history: PaidToSource }>(sql`
    select r.id as receipt_id, ${sourceOfReceipt} as source, ${paidToSource} as history
    from banking.receipt r where r.id = any (${receiptIds})
  `);
