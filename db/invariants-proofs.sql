-- Invariants of the proof log: every query must return no rows.

-- name: the log begins with 0 and has no gaps
select count(*) as leaves, max(position) + 1 as size from proofs.leaf
having count(*) <> coalesce(max(position) + 1, 0);

-- name: a leaf has the hash of its text, and commits to its opening
select position from proofs.leaf
where hash <> sha256('\x00'::bytea || convert_to(leaf, 'UTF8'))
  or kind <> leaf::jsonb->>'kind'
  or (opening is not null and leaf::jsonb->>'commitment'
    <> encode(sha256(convert_to(opening, 'UTF8')), 'hex'));

-- name: the lowest tiles hold the hashes of the leaves in order
select place from proofs.tile t
where level = 0 and hashes <> (
  select string_agg(hash, ''::bytea order by position) from proofs.leaf
  where position / 256 = t.place);

-- name: the tiles of each level cover the whole log
select t.level, count(*) from proofs.tile t
group by t.level
having sum(octet_length(hashes) / 32)
  <> floor((select count(*) from proofs.leaf) / power(256, t.level));

-- name: the newest checkpoint covers the whole log
select c.size from (select size from proofs.checkpoint order by id desc limit 1) c
where c.size <> (select count(*) from proofs.leaf);

-- name: every listing, signature and settlement since the log began has its leaf
select a.id, a.subject_id as loan_id, a.action, k.kind
from tasks.audit a
join (values ('40', 'listing', null), ('55', 'contract', 'contractSha256'),
    ('55', 'confirmation', 'contractSha256'), ('90', 'settlement', null)
  ) as k (to_status, kind, needs) on k.to_status = a.to_status
where a.subject_type = 'loan' and a.from_status <> a.to_status
  and a.recorded_at > (select at from proofs.beginning)
  and (k.needs is null or a.snapshot ? k.needs)
  and not exists (select from proofs.leaf f where f.loan_id = a.subject_id and f.kind = k.kind)
  and not exists (select from proofs.pending p where p.loan_id = a.subject_id and p.kind = k.kind);

-- name: every disbursement that was confirmed since the log began has its leaf
select p.id, p.reference from banking.payment p
where p.purpose = 'disbursement' and p.status = 'confirmed'
  and p.created_at > (select at from proofs.beginning)
  and not exists (select from proofs.leaf f where f.loan_id = p.subject_id
    and f.kind = 'disbursement' and f.opening::jsonb->>'reference' = p.reference)
  and not exists (select from proofs.pending f where f.loan_id = p.subject_id
    and f.kind = 'disbursement' and f.opening::jsonb->>'reference' = p.reference);

-- name: every funded order of a loan that was signed since the log began has its leaf
select o.id, o.loan_id from investing."order" o join lending.loan l on l.id = o.loan_id
where o.stored_status = 20 and l.status >= 55 and l.status <= 95
  and exists (select from tasks.audit a where a.subject_type = 'loan' and a.subject_id = l.id
    and a.to_status = '55' and a.recorded_at > (select at from proofs.beginning))
  and not exists (select from proofs.leaf f where f.order_id = o.id and f.kind = 'order')
  and not exists (select from proofs.pending p where p.loan_id = l.id and p.order_id = o.id
    and p.kind = 'order');

-- name: a leaf of an order says its amount and case
select f.position, o.id from proofs.leaf f
left join investing."order" o on o.id = f.order_id
left join lending.loan l on l.id = o.loan_id
where f.kind = 'order' and (o.id is null or f.loan_id <> o.loan_id
  or (f.opening::jsonb->>'amount')::bigint <> o.amount
  or f.opening::jsonb->>'case' <> l.case_no);
