-- Penalties and shared prepayment fees are part of what investors earned on a loan. The report on
-- returns left them out of the sums of a month, although it counts them for each ended loan.
alter table servicing.lent add column charges_received bigint not null default 0;

update servicing.lent l set charges_received = s.charges
from (
  select loan_id, sum(penalty_received + prepayment_fee_received) as charges
  from servicing.share group by loan_id
) s
where s.loan_id = l.loan_id and s.charges <> 0;

create or replace function servicing.add_up_shares() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into servicing.lent as l
    select loan_id, sum(principal), sum(remaining), sum(interest_received), sum(late_received),
      sum(fee_charged), sum(forgiven), sum(penalty_received + prepayment_fee_received)
    from fresh group by loan_id
    on conflict (loan_id) do update set principal = l.principal + excluded.principal,
      remaining = l.remaining + excluded.remaining,
      interest_received = l.interest_received + excluded.interest_received,
      late_received = l.late_received + excluded.late_received,
      fee_charged = l.fee_charged + excluded.fee_charged,
      forgiven = l.forgiven + excluded.forgiven,
      charges_received = l.charges_received + excluded.charges_received;
    return null;
  end if;
  -- Added up anew from the shares themselves where one was taken away, else by what has changed.
  if tg_op = 'DELETE' then
    delete from servicing.lent where loan_id in (select loan_id from stale);
    insert into servicing.lent
    select loan_id, sum(principal), sum(remaining), sum(interest_received), sum(late_received),
      sum(fee_charged), sum(forgiven), sum(penalty_received + prepayment_fee_received)
    from servicing.share where loan_id in (select loan_id from stale) group by loan_id;
    return null;
  end if;
  update servicing.lent l set principal = l.principal + d.principal,
    remaining = l.remaining + d.remaining,
    interest_received = l.interest_received + d.interest_received,
    late_received = l.late_received + d.late_received,
    fee_charged = l.fee_charged + d.fee_charged, forgiven = l.forgiven + d.forgiven,
    charges_received = l.charges_received + d.charges_received
  from (
    select loan_id, sum(way * principal) as principal, sum(way * remaining) as remaining,
      sum(way * interest_received) as interest_received, sum(way * late_received) as late_received,
      sum(way * fee_charged) as fee_charged, sum(way * forgiven) as forgiven,
      sum(way * (penalty_received + prepayment_fee_received)) as charges_received
    from (select 1 as way, * from fresh union all select -1, * from stale) changed
    group by loan_id
  ) d
  where l.loan_id = d.loan_id;
  return null;
end $$;
