-- Applications lapse if what the review needs has not arrived within 30 days. Those that wait
-- already get two weeks at least from the day on which this rule began.
alter table lending.loan add column papers_by timestamptz;
update lending.loan
set papers_by = greatest(status_at + interval '30 days', now() + interval '14 days')
where status = 10;
