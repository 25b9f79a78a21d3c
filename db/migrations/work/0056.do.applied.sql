-- Applications by the day on which they were sent, which the front page of the office counts. An
-- older program goes on working.
create index loan_applied on lending.loan (created_at);
