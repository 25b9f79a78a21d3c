-- An answer to a warning about somebody who is paid serves all payments to them, whichever task
-- asks: their payouts of each day and their refunds are tasks about different things.
alter table tasks.flag_answer add column member_id bigint;
comment on column tasks.flag_answer.member_id is 'once';
comment on table tasks.flag_answer is
  'kept: traces, for good, and about a member five years after closing; '
  'personal: office; clear: facts answer; plain: code';
create index flag_answer_member on tasks.flag_answer (member_id) where member_id is not null;
-- The payments that went back to the payer of a receipt are shown with the next one.
create index payment_source on banking.payment (source_id) where source_id is not null;
