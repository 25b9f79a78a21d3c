-- Invariants of the records of a loan and their transfers: every query must return no rows.

-- name: a distribution counts on the accounting day of its transfer, for the holder of its share
-- Rows of years that were closed before 0093 keep the day that the investor was told.
select d.batch, d.order_id, d.distributed_on, t.booked_on from servicing.distribution d
left join ledger.transfer t on t.id = d.batch
left join servicing.share s on s.order_id = d.order_id
where t.booked_on is distinct from coalesce(d.accounting_day, d.distributed_on)
  or (s.member_id, s.loan_id, t.loan_id) is distinct from (d.member_id, d.loan_id, d.loan_id);

-- name: a share counts as lent on the accounting day of the disbursement of its loan
select s.order_id, s.loan_id, s.lent_on, t.booked_on from servicing.share s
join (
  select t.loan_id, max(t.booked_on) as booked_on from ledger.transfer t
  where t.kind = 'disbursement'
    and not exists (select from ledger.transfer u where u.id = t.id || ':undone')
  group by t.loan_id
) t using (loan_id)
where t.booked_on <> coalesce(s.accounting_day, s.lent_on);
