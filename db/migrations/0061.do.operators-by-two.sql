-- Who works at the office is decided by two admins, and new roles take part in money a day later.
alter table identity.operator
  -- When a second admin agreed to the invitation; null until then.
  add column approved_at timestamptz,
  -- Roles that do not count before the hold ends. Real time.
  add column held_roles text[] not null default '{}',
  add column held_until timestamptz,
  add constraint operator_hold check ((held_until is null) = (held_roles = '{}'));
update identity.operator set approved_at = created_at;
