-- The bank account of a member to which payments go at an instant; no row if there is none. An
-- approved change counts from its effective time on, even if the job that records it has not run
-- yet. PostgreSQL inlines the function into the statement that calls it, so that the member's
-- accounts are found by an index.
create function verification.account_in_force(member bigint, at timestamptz)
returns setof verification.bank_account
language sql stable as $$
  select * from verification.bank_account
  where member_id = member
    and (status = 'in_force' or (status = 'coming' and in_force_from <= at))
  order by status = 'coming' desc limit 1
$$;
