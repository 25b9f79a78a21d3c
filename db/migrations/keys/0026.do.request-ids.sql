-- The request or job that caused a message or asked for a job, so that the lines that the worker
-- logs later can be found by it. Older programs leave the columns empty.
alter table notices.outbox
  add column request_id text,
  -- The span of the request, as a traceparent header names it; null if traces are off.
  add column trace_parent text;
alter table app.job add column retry_request_id text;
