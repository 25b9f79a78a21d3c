-- Negotiations: the papers a borrower sends with his request, and what each order had out.
create table servicing.negotiation_paper (
  upload_id bigint primary key,
  loan_id bigint not null,
  created_at timestamptz not null
);
create index negotiation_paper_loan on servicing.negotiation_paper (loan_id);

-- Frozen when the borrower agrees: every document of the terms states these, whenever it is made.
create table servicing.negotiated_share (
  negotiation_id bigint not null references servicing.negotiation,
  order_id bigint not null,
  remaining bigint not null check (remaining > 0),
  primary key (negotiation_id, order_id)
);
