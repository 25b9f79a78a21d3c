// Describes the schema of a database line by line, so that two databases can be compared.

type Ask = <Row>(sql: string) => Promise<Row[]>;

/**
 * Schemas of the program. The months of a partitioned table depend on the day on which they were
 * made, so each is compared only in its columns and checks, without its name.
 */
const own = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')`;
const table = `case when n.nspname = 'month' then 'month of ' ||
    (select i.inhparent::regclass::text from pg_inherits i where i.inhrelid = c.oid)
  else n.nspname || '.' || c.relname end`;

const statements: Readonly<Record<string, string>> = {
  schema: `select n.nspname || ' ' || coalesce(n.nspacl::text, '') as line
    from pg_namespace n where ${own}`,
  extension: `select extname || ' ' || extnamespace::regnamespace::text as line from pg_extension`,
  table: `select distinct concat_ws(' ', ${table}, c.relkind, c.relpersistence, c.reloptions,
      case when n.nspname <> 'month' then pg_get_partkeydef(c.oid) end,
      case when n.nspname <> 'month' then c.relacl::text end,
      c.relrowsecurity, c.relowner::regrole) as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${own} and c.relkind in ('r', 'p', 'v', 'S')`,
  column: `select distinct concat_ws(' ', ${table}, (select count(*) from pg_attribute b
        where b.attrelid = c.oid and b.attnum between 1 and a.attnum and not b.attisdropped),
      a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end, 'identity=' || a.attidentity::text,
      'generated=' || a.attgenerated::text, pg_get_expr(d.adbin, d.adrelid), a.attacl) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${own} and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`,
  constraint: `select distinct concat_ws(' ', ${table},
      case when n.nspname <> 'month' then k.conname end, pg_get_constraintdef(k.oid)) as line
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where ${own} and (n.nspname <> 'month' or k.contype = 'c')`,
  index: `select pg_get_indexdef(i.indexrelid) as line from pg_index i
    join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where ${own} and n.nspname <> 'month'`,
  routine: `select case p.prokind when 'a' then (select concat_ws(' ', p.oid::regprocedure,
      a.aggtransfn, a.aggtranstype::regtype) from pg_aggregate a where a.aggfnoid = p.oid)
      else pg_get_functiondef(p.oid) end || ' ' || coalesce(p.proacl::text, '') as line
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${own} and not exists (select from pg_depend d where d.objid = p.oid
      and d.deptype = 'e')`,
  trigger: `select pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text as line from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${own} and not t.tgisinternal and n.nspname <> 'month'`,
  view: `select c.oid::regclass || ' ' || pg_get_viewdef(c.oid) as line from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where ${own} and c.relkind = 'v'`,
  sequence: `select concat_ws(' ', s.seqrelid::regclass, s.seqtypid::regtype, s.seqstart,
      s.seqincrement, s.seqmax, s.seqcycle) as line
    from pg_sequence s join pg_class c on c.oid = s.seqrelid
    join pg_namespace n on n.oid = c.relnamespace where ${own}`,
  policy: `select concat_ws(' ', polrelid::regclass, polname, polroles::text,
      pg_get_expr(polqual, polrelid)) as line from pg_policy`,
  comment: `select concat_ws(' ', d.classoid::regclass, d.objoid::regclass, a.attname,
      d.description) as line
    from pg_description d join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and d.objsubid > 0
    where ${own} and n.nspname <> 'month'`,
};

/** Returns one line for each part of the schema, sorted, with its kind in front. */
export async function schemaLines(ask: Ask): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, sql] of Object.entries(statements)) {
    const rows = await ask<{ line: string }>(sql);
    lines.push(...rows.map(({ line }) => `${kind} ${line}`));
  }
  return lines.toSorted();
}
