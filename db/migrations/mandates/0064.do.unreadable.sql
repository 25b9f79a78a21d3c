-- A debit is withdrawn if the data of its member cannot be read: it would keep back the file of all
-- others. An older process never writes this reason, and shows it as it is.
alter table mandates.debit
  drop constraint debit_withdrawn_check,
  add constraint debit_withdrawn_check
    check (withdrawn in ('paid', 'ceiling', 'stopped', 'deadline', 'unreadable'));
