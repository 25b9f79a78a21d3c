-- What happened about each member, for the office's member page: the audit rows and the receipts
-- whose subject is the member's. Both tables store what a row is about, but not whose that is, and
-- a member may have thousands of orders. Triggers keep this table (decision 067).
create table verification.happening (
  member_id bigint not null,
  at timestamptz not null,
  source text not null check (source in ('audit', 'receipt')),
  -- Id of the audit row or the receipt.
  source_id bigint not null,
  -- Action of the audit row; null for a receipt.
  action text,
  primary key (member_id, at, source, source_id) include (action)
);
comment on table verification.happening is 'kept: traces; personal: none; plain: source action';
create unique index happening_receipt on verification.happening (source_id)
  where source = 'receipt';

-- The subjects that belong to a member.
create view verification.owned as
  select 'member' as type, id, id as member_id from identity.member
  union all
  select 'screening', id, id from identity.member
  union all
  select 'order', id, member_id from investing."order"
  union all
  select 'loan', id, member_id from lending.loan
  union all
  select 'refund', id, member_id from investing.refund
  union all
  select 'financial_statement', id, member_id from verification.financial_statement
  union all
  select 'account_change', id, member_id from verification.account_change
  union all
  select 'payout_hold', id, id from identity.member;

-- Each row's owner is looked up by itself (`offset 0`), so that no plan reads all subjects.
create function verification.note_audit() returns trigger language plpgsql as $$
begin
  insert into verification.happening (member_id, at, source, source_id, action)
  select o.member_id, f.at, 'audit', f.id, f.action
  from fresh f cross join lateral (select member_id from verification.owned
    where type = f.subject_type and id = f.subject_id offset 0) o;
  return null;
end $$;
create trigger audit_noted after insert on tasks.audit
  referencing new table as fresh
  for each statement execute function verification.note_audit();

-- A receipt that waits in suspense gets its subject later, and may get another.
create function verification.note_receipt() returns trigger language plpgsql as $$
declare
  noted bigint[];
begin
  if tg_op = 'INSERT' then
    noted := array(select id from fresh);
  else
    noted := array(select f.id from fresh f join stale s using (id)
      where (f.subject_type, f.subject_id) is distinct from (s.subject_type, s.subject_id));
    delete from verification.happening where source = 'receipt' and source_id = any (noted);
  end if;
  -- While the migration adds the earlier receipts, a row of it may be there that is not seen yet.
  insert into verification.happening (member_id, at, source, source_id)
  select o.member_id, f.at, 'receipt', f.id
  from fresh f cross join lateral (select member_id from verification.owned
    where type = f.subject_type and id = f.subject_id offset 0) o
  where f.id = any (noted)
  on conflict (source_id) where source = 'receipt' do update set member_id = excluded.member_id;
  return null;
end $$;
create trigger receipt_noted after insert on banking.receipt
  referencing new table as fresh
  for each statement execute function verification.note_receipt();
create trigger receipt_noted_anew after update on banking.receipt
  referencing old table as stale new table as fresh
  for each statement execute function verification.note_receipt();
