// Draws an entity-relationship diagram of each schema from the catalogue of a migrated database.

type Ask = <Row>(sql: string) => Promise<Row[]>;

type Column = {
  schema: string;
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  /** Whether the column alone identifies a row, as its primary key or a unique column. */
  isUnique: boolean;
  isPrimary: boolean;
};

type Reference = { schema: string; table: string; column: string; to: string };

const own = `n.nspname !~ '^pg_'
  and n.nspname not in ('information_schema', 'public', 'graphile_worker', 'month')`;

const columnsSql = `
  select n.nspname as schema, c.relname as table, a.attname as name,
    replace(format_type(a.atttypid, -1), 'timestamp with time zone', 'timestamptz') as type,
    not a.attnotnull as "isNullable",
    exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary
      and a.attnum = any (i.indkey)) as "isPrimary",
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique
      and i.indpred is null and i.indkey::text = a.attnum::text) as "isUnique"
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  where ${own} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  order by n.nspname, c.oid, a.attnum`;

const referencesSql = `
  select n.nspname as schema, c.relname as table, a.attname as column,
    tn.nspname || '.' || t.relname as to
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
  join pg_class t on t.oid = k.confrelid
  join pg_namespace tn on tn.oid = t.relnamespace
  where ${own} and k.contype = 'f'
  order by n.nspname, c.oid, a.attnum`;

/**
 * The table that a column of this name refers to, for columns without a foreign key (decision 024).
 */
const purposes: Readonly<Record<string, string>> = {
  account_id: 'ledger.account',
  audit_id: 'tasks.audit',
  broadcast_id: 'messages.broadcast',
  loan_id: 'lending.loan',
  member_id: 'identity.member',
  notice_id: 'notices.notice',
  order_id: 'investing.order',
  payout_id: 'servicing.payout',
  receipt_id: 'banking.receipt',
  transfer_id: 'ledger.transfer',
};

/** Returns the page of every schema, keyed by its path in the repository. */
export async function schemaPages(ask: Ask): Promise<Record<string, string>> {
  const columns = await ask<Column>(columnsSql);
  const references = await ask<Reference>(referencesSql);
  const schemas = [...new Set(columns.map(({ schema }) => schema))];
  return Object.fromEntries(
    schemas.map((schema) => [
      `docs/schema/${schema}.md`,
      pageOf(
        schema,
        columns.filter((column) => column.schema === schema),
        references.filter((reference) => reference.schema === schema),
      ),
    ]),
  );
}

function pageOf(schema: string, columns: Column[], references: Reference[]): string {
  const targetOf = ({ table, name }: Column) =>
    references.find((reference) => reference.table === table && reference.column === name)?.to;
  const tables = [...new Set(columns.map(({ table }) => table))];
  const entities = tables.flatMap((table) => [
    `  ${table} {`,
    ...columns
      .filter((column) => column.table === table)
      .map((column) => `    ${attributeOf(column, targetOf(column) !== undefined)}`),
    '  }',
  ]);
  const lines = columns.flatMap((column) => {
    const target = targetOf(column) ?? purposes[column.name];
    if (target === undefined) return [];
    const link = targetOf(column) === undefined ? '..' : '--';
    const ends = `${column.isNullable ? '|o' : '||'}${link}${column.isUnique ? 'o|' : 'o{'}`;
    return [{ target, line: `${nameIn(schema, target)} ${ends} ${column.table} : ${column.name}` }];
  });
  const others = [...new Set(lines.map(({ target }) => target))]
    .filter((target) => !target.startsWith(`${schema}.`))
    .toSorted();
  return [
    `# The schema ${schema}`,
    '',
    'Drawn by `npm run diagrams` from the database; do not edit. The tables and their comments are',
    'written in `db/schema/`. A dotted line is an id without a foreign key (decision 024).',
    '',
    '```mermaid',
    'erDiagram',
    ...entities,
    ...others.map((target) => `  ${nameIn(schema, target)}["${target}"]`),
    ...lines.map(({ line }) => `  ${line}`),
    '```',
    '',
  ].join('\n');
}

/** Returns the name of a table, with its schema in front if the table belongs to another schema. */
const nameIn = (schema: string, table: string) =>
  table.startsWith(`${schema}.`) ? table.slice(schema.length + 1) : table.replace('.', '_');

function attributeOf(column: Column, isReference: boolean): string {
  const keys = [
    ...(column.isPrimary ? ['PK'] : []),
    ...(isReference ? ['FK'] : []),
    ...(column.isUnique && !column.isPrimary ? ['UK'] : []),
  ].join(', ');
  return [column.type, column.name, keys, column.isNullable ? '"null"' : '']
    .filter((part) => part !== '')
    .join(' ');
}
