-- Applications lapse if what the review needs has not arrived within 30 days. Those that wait
-- already get two weeks at least from the day on which this rule began, until the end of a day in
-- Taipei as new ones do. A demonstration counts by its own clock.
alter table lending.loan add column papers_by timestamptz;
update lending.loan
set papers_by = (date_trunc('day', greatest(
      status_at + interval '30 days',
      now() + interval '14 days' + coalesce((
        select make_interval(days => (value ->> 'days')::integer,
          secs => coalesce(value ->> 'seconds', '0')::integer)
        from app.setting where key = 'clock'), interval '0')
    ) at time zone 'Asia/Taipei') + interval '1 day') at time zone 'Asia/Taipei'
  - interval '1 millisecond'
where status = 10;
