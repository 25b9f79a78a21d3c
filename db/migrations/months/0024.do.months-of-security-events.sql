-- Exchanges the table of security events for the one with months, and creates the first months.
-- What is dropped here was made by 0021, so older programs go on working.
update app.schema set oldest_program = greatest(oldest_program, 17);

select app.begin_months('tasks', 'security_event', 'at');
drop function app.begin_months;
drop schema month_new;

-- Deletes the months of security events that ended 180 days ago, and alarms by the day. From the
-- first partition, which holds everything from before there were months, it deletes rows.
create or replace function tasks.forget_security_events() returns bigint language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  old constant timestamptz := now() - interval '180 days';
  dropped constant bigint := app.drop_months('tasks.security_event', old);
  forgotten bigint;
begin
  delete from tasks.security_alarm where raised_at < old;
  delete from tasks.security_event
  where at < app.month_start((old at time zone 'Asia/Taipei')::date);
  get diagnostics forgotten = row_count;
  return dropped + forgotten;
end $$;

select app.prepare_months(((now() at time zone 'Asia/Taipei') + interval '3 months')::date);
