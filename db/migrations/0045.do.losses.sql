-- The day on which what was left of a share was given up: without it no statement of a past month
-- can tell what was lost by then from what was still out.
alter table servicing.share add column forgiven_on date;

update servicing.share s set forgiven_on = t.happened_on
from ledger.transfer t where t.id = 'closing:' || s.loan_id and s.forgiven > 0;

alter table servicing.share add constraint share_forgiven_on_a_day
  check ((forgiven > 0) = (forgiven_on is not null));
