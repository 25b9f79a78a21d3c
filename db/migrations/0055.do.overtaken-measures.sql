-- A measure proposed on a loan whose disbursement came back has nothing left to be decided about.
alter table servicing.measure drop constraint measure_status_check,
  add constraint measure_status_check
    check (status in ('proposed', 'approved', 'returned', 'overtaken'));
