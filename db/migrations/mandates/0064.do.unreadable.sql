-- A debit whose member's data cannot be read would keep back the file of all others.
-- Wider: it is withdrawn for that reason, which an older program never writes.
alter table mandates.debit
  drop constraint debit_withdrawn_check,
  add constraint debit_withdrawn_check check (
    withdrawn in ('paid', 'ceiling', 'stopped', 'deadline', 'unreadable')
  );
