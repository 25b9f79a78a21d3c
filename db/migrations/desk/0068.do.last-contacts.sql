-- The last contact with each late loan, which the queue of collection reads from the index alone.
-- An older program goes on working.
create index contact_last on servicing.contact (loan_id, happened_at);
