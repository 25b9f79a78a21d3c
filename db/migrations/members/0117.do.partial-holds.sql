-- A hold may be of a part, because the order of a court names an amount, and may have an end. Null:
-- all that the member is owed, and until two persons lift it.
alter table verification.payout_hold
  add column held_up_to bigint check (held_up_to > 0),
  add column ends_on date;

-- Whether a hold keeps back one payout or refund. A hold of a part keeps back the oldest of what is
-- not sent, payouts first, until the amount is reached: in whole payments, so that never less is
-- kept back than the court names.
create function verification.keeps_back(member bigint, purpose text, subject bigint)
returns boolean language sql stable begin atomic
  select exists (
    select from verification.payout_hold h
    where h.member_id = member and h.ended_at is null
      and (h.held_up_to is null or h.held_up_to > (
        select coalesce(sum(w.amount), 0) from (
          select 'payout' as purpose, id, amount from servicing.payout p
          where p.member_id = member and p.status = 'payable'
          union all
          select 'refund', id, amount from investing.refund r
          where r.member_id = member and r.status = 'payable'
        ) w where (w.purpose, w.id) < (keeps_back.purpose, keeps_back.subject))));
end;
