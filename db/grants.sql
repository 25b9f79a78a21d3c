-- Rights of the program's database role. The owner runs this after every migration, so that new
-- tables are covered; the setting `baixi.program` names the role. The role has no other rights.
do $$
declare
  program constant name := current_setting('baixi.program');
  found record;
begin
  for found in
    select nspname as schema from pg_namespace
    where nspname not in ('public', 'information_schema', 'month') and nspname !~ '^pg_'
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
  execute format('revoke insert, update, delete on app.schema from %I', program);

  -- The monthly partitions are read and written through their tables only, whose rights count.
  execute format('revoke all on all tables in schema month from %I', program);

  -- Columns that are written once (decision 101). The right on the table would include them, so the
  -- program gets a right on each of the other columns; one of them lets it lock rows as well.
  for found in
    select a.attrelid::regclass as name,
      string_agg(quote_ident(a.attname), ', ') filter (where d.description is null) as others
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_description d on d.objoid = c.oid and d.objsubid = a.attnum
      and d.classoid = 'pg_class'::regclass and d.description ~ '^once\M'
    where c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'USAGE')
    group by a.attrelid having count(d.description) > 0
  loop
    execute format('revoke update on %s from %I', found.name, program);
    if found.others is not null then
      execute format('grant update (%s) on %s to %I', found.others, found.name, program);
    end if;
  end loop;

  -- Append-only tables. A trigger already refuses changes, but the owner can switch it off, so the
  -- program's role also loses the rights to change these tables.
  for found in
    select distinct t.tgrelid::regclass as name from pg_trigger t
    where t.tgfoid = 'app.refuse_change'::regproc
  loop
    execute format('revoke update, delete on %s from %I', found.name, program);
  end loop;

  -- Money moves only through `ledger.post`, and nothing in the ledger is ever deleted.
  execute format('revoke delete on all tables in schema ledger from %I', program);
  execute format('revoke insert, update on ledger.kind, ledger.account, ledger.transfer,
    ledger.entry, ledger.shortfall from %I', program);

  -- Tiles of the proof log only grow.
  execute format('revoke delete on proofs.tile from %I', program);

  -- Security events can only be added and read. Old events are deleted by a function that runs with
  -- the owner's rights.
  execute format('revoke update, delete on tasks.security_event, tasks.security_alarm from %I',
    program);

  -- Only the program may call functions that run with the owner's rights, so everybody else loses
  -- the right to execute them.
  for found in
    select p.oid::regprocedure as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname !~ '^pg_' and pg_has_role(p.proowner, 'USAGE')
  loop
    execute format('revoke all on function %s from public', found.name);
    execute format('grant execute on function %s to %I', found.name, program);
  end loop;

  -- Row security hides the worker process's rows from every role except their owner, so a policy
  -- must give the program access.
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
