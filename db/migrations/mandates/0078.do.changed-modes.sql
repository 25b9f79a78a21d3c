-- An order whose member has chosen to transfer instead is not debited any more.
-- Wider: a debit is withdrawn for that reason, which an older program never writes.
alter table mandates.debit
  drop constraint debit_withdrawn_check,
  add constraint debit_withdrawn_check check (
    withdrawn in ('paid', 'ceiling', 'stopped', 'deadline', 'unreadable', 'transfer')
  );
