// SQL that compares the leaves of the log with what they are about; each statement returns the
// leaves that differ.
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** `index` is null for something that should have a leaf and has none. */
export type Difference = { index: number | null; kind: string; how: string };

/** Leaf and opening as JSON; null instead of an error if somebody has broken the text. */
const text = sql`case when f.leaf is json object then f.leaf::jsonb end`;
const opened = sql`case when f.opening is json object then f.opening::jsonb end`;

/** Leaves whose columns contradict their text or opening. */
export const contradictions = (tx: Tx) =>
  tx.many<Difference>(sql`
    select position as index, kind, 'contradicts its text' as how from proofs.leaf f
    where hash <> sha256('\\x00'::bytea || convert_to(leaf, 'UTF8'))
      or kind is distinct from ${text}->>'kind'
      or (kind = 'order') <> (order_id is not null)
      or nullifier is distinct from ${text}->>'nullifier'
      or encode(sha256(convert_to(opening, 'UTF8')), 'hex')
        is distinct from ${text}->>'commitment'
    order by position
  `);

/** Leaves of orders that differ from the order, its investor or its case. */
export const differentOrders = (tx: Tx) =>
  tx.many<Difference>(sql`
    select f.position as index, f.kind, 'differs from the order' as how
    from proofs.leaf f
    left join investing."order" o on o.id = f.order_id
    left join lending.loan l on l.id = f.loan_id
    where f.kind = 'order' and (
      o.loan_id is distinct from f.loan_id
      or (o.amount, o.member_id::text, l.case_no) is distinct from
        ((${opened}->>'amount')::bigint, ${opened}->>'member', ${opened}->>'case')
      or 'P' || lpad(f.order_id::text, greatest(8, length(f.order_id::text)), '0')
        is distinct from ${opened}->>'order'
      or (l.status between 55 and 95 and o.stored_status <> 20))
    order by f.position
  `);

/** Leaves of listings and settlements that differ from the loan. */
export const differentLoans = (tx: Tx) =>
  tx.many<Difference>(sql`
    select f.position as index, f.kind, 'differs from the loan' as how
    from proofs.leaf f left join lending.loan l on l.id = f.loan_id
    where f.loan_id is not null and (
      l.case_no is distinct from ${opened}->>'case'
      or (f.kind = 'listing' and (l.amount, l.rate_bps, l.installments) is distinct from
        ((${opened}->>'amount')::bigint, (${opened}->>'rateBps')::integer,
          (${opened}->>'installments')::smallint))
      or (f.kind = 'settlement' and (l.status <> 90
        or l.settle_type is distinct from ${opened}->>'how')))
    order by f.position
  `);

/** Leaves of contracts and confirmations without the document, or without the audit row. */
export const differentContracts = (tx: Tx) =>
  tx.many<Difference>(sql`
    select f.position as index, f.kind, 'differs from the sealed contract' as how
    from proofs.leaf f
    where f.kind in ('contract', 'confirmation') and (
      not exists (select from lending.contract c where c.loan_id = f.loan_id and c.kind = 'final'
          and c.sha256 = ${opened}->>'sha256')
        and not exists (select from tasks.audit a where a.subject_type = 'loan'
          and a.subject_id = f.loan_id and a.action = 'loan.signed'
          and a.snapshot->'replaced' ? (${opened}->>'sha256'))
      or not exists (select from tasks.audit a where a.subject_type = 'loan'
        and a.subject_id = f.loan_id and a.action = 'loan.signed'
        and a.snapshot->>'contractSha256' = ${opened}->>'sha256'
        and (f.kind = 'contract' or a.snapshot->>'stepUp' = ${opened}->>'stepUp')))
    order by f.position
  `);

/** Leaves of disbursements that differ from the payment at the bank. */
export const differentPayments = (tx: Tx) =>
  tx.many<Difference>(sql`
    select f.position as index, f.kind, 'differs from the payment' as how
    from proofs.leaf f
    where f.kind in ('disbursement', 'disbursement_return')
      and not exists (select from banking.payment p where p.purpose = 'disbursement'
        and p.subject_id = f.loan_id and p.reference = ${opened}->>'reference')
    order by f.position
  `);

/** Heads of a chain that differ from the chain. */
export const differentHeads = (tx: Tx) =>
  tx.many<Difference>(sql`
    select f.position as index, f.kind, 'differs from the chain' as how
    from proofs.leaf f
    where f.loan_id is null and ${text}->>'hash' is distinct from (
      case f.kind
        when 'audit_head' then (select encode(s.hash, 'hex') from tasks.seal s
          where s.position = (${text}->>'position')::bigint)
        else (select encode(s.hash, 'hex') from ledger.seal s
          where s.position = (${text}->>'position')::bigint)
      end)
    order by f.position
  `);

/** Listed cases and funded orders of signed loans since the log began that have no leaf. */
export const missingLeaves = (tx: Tx) =>
  tx.many<Difference>(sql`
    select null::bigint as index, kind, 'has no leaf: ' || label as how from (
      select 'listing' as kind, l.case_no as label from lending.loan l
      where l.listed_at is not null and l.status >= 40 and l.status < 96
        and exists (select from tasks.audit a where a.subject_type = 'loan'
          and a.subject_id = l.id and a.to_status = '40'
          and a.recorded_at > (select at from proofs.beginning))
        and not exists (select from proofs.leaf f where f.loan_id = l.id and f.kind = 'listing')
        and not exists (select from proofs.pending p
          where p.loan_id = l.id and p.kind = 'listing')
      union all
      select 'order', 'P' || o.id from investing."order" o join lending.loan l on l.id = o.loan_id
      where o.stored_status = 20 and l.status between 55 and 95
        and exists (select from tasks.audit a where a.subject_type = 'loan'
          and a.subject_id = l.id and a.to_status = '55'
          and a.recorded_at > (select at from proofs.beginning))
        and not exists (select from proofs.leaf f where f.order_id = o.id and f.kind = 'order')
        and not exists (select from proofs.pending p
          where p.loan_id = l.id and p.order_id = o.id and p.kind = 'order')
    ) missing
  `);

/** Tiles and checkpoints that no leaf explains. */
export const surplus = (tx: Tx) =>
  tx.many<Difference>(sql`
    select null::bigint as index, 'tile' as kind, level || '/' || place as how from proofs.tile
    where (place * 256 + octet_length(hashes) / 32) * power(256, level)
      > (select count(*) from proofs.leaf)
    union all
    select position, kind, 'is in no checkpoint' from proofs.leaf
    where position < 0 or position >= (select size from proofs.checkpoint order by id desc limit 1)
  `);
