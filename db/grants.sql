-- What the program's role may do. Run by the owner at the end of every migration, so that new
-- tables are covered; `baixi.program` names the role. Nothing is granted besides what stands here.
do $$
declare
  program constant name := current_setting('baixi.program');
  found record;
begin
  for found in
    select nspname as schema from pg_namespace
    where nspname not in ('public', 'information_schema') and nspname !~ '^pg_'
      and pg_has_role(nspowner, 'USAGE')
  loop
    execute format('grant usage on schema %I to %I', found.schema, program);
    execute format('revoke all on all tables in schema %I from %I', found.schema, program);
    execute format('grant select, insert, update, delete on all tables in schema %I to %I',
      found.schema, program);
    execute format('grant usage, select on all sequences in schema %I to %I',
      found.schema, program);
  end loop;
  execute format('grant select on public.migration to %I', program);

  -- Append only: a table that refuses changes by its trigger refuses them by its rights as well,
  -- because only the owner can switch the trigger off.
  for found in
    select distinct t.tgrelid::regclass as name from pg_trigger t
    where t.tgfoid = 'door.refuse_change'::regproc
  loop
    execute format('revoke update, delete on %s from %I', found.name, program);
  end loop;

  -- Money moves through ledger.post alone, and nothing in the ledger is ever deleted.
  execute format('revoke delete on all tables in schema ledger from %I', program);
  execute format('revoke insert, update on ledger.kind, ledger.account, ledger.transfer,
    ledger.entry from %I', program);

  -- Security events are added to and read. A function with the owner's rights forgets old ones.
  execute format('revoke update, delete on tasks.security_event, tasks.security_alarm from %I',
    program);

  -- A function with the owner's rights is for the program and for nobody else.
  for found in
    select p.oid::regprocedure as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname !~ '^pg_' and pg_has_role(p.proowner, 'USAGE')
  loop
    execute format('revoke all on function %s from public', found.name);
    execute format('grant execute on function %s to %I', found.name, program);
  end loop;

  -- The worker's tables hide their rows from everybody but their owner, unless a policy says more.
  for found in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid
        and p.polname = 'program' and p.polroles = array[program::regrole::oid])
  loop
    execute format('drop policy if exists program on %s', found.name);
    execute format('create policy program on %s to %I using (true) with check (true)',
      found.name, program);
  end loop;

  if pg_has_role((select datdba from pg_database where datname = current_database()), 'USAGE') then
    execute format('revoke create, temporary on database %I from public', current_database());
    execute format('grant connect on database %I to %I', current_database(), program);
  end if;
end $$;
