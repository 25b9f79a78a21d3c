-- What the pages of a large house are read by, a page at a time: each index serves those named here.

-- A member's orders and holdings, the newest first; counted by status without opening a row.
create index order_member_newest on investing."order" (member_id, created_at desc, id desc)
  include (stored_status);
drop index investing.order_member;
-- Cases that were offered, by state: counted, and those that ended in the order they did.
create index loan_offered on lending.loan (status, pinned desc, id) where listed_at is not null;
create index loan_ended on lending.loan (status_at desc, id)
  where status in (96, 98, 99) and listed_at is not null;
-- The inbox: how many wait in each queue, how many nobody took, and since when.
create index task_waiting on tasks.task (kind, due_at, assignee_id, created_at)
  where status = 'open';
-- All that happened to a member: what is about his thousands of orders, from the indexes alone.
create index audit_about on tasks.audit (subject_type, subject_id, id) include (at, action);
drop index tasks.audit_subject;
create index receipt_about on banking.receipt (subject_type, subject_id) include (id, at);
drop index banking.receipt_subject;
create index refund_member on investing.refund (member_id);
