-- The account number, hashed, to which payments of a member went that were ordered at an instant.
-- The same number may be entered again, as another row.
create function verification.account_hash_at(member bigint, at timestamptz)
returns text language sql stable begin atomic
  select e.account_hash from verification.bank_account e
  where e.member_id = member and e.in_force_from <= at
  order by e.in_force_from desc, e.id desc limit 1;
end;
