// Tests the list of personal data: it contains every column that can store text, and is correct.
import { expect, test } from 'vitest';
import { encryptedColumns } from '../server/adapters/secrets.ts';
import { personalData, ways } from './data/personal-data.ts';
import { useServer } from './server.ts';

const server = useServer();

/** Types of columns that can contain neither text nor bytes nor addresses. */
const harmless = `'bigint', 'integer', 'smallint', 'numeric', 'boolean', 'date',
  'timestamp with time zone', 'timestamp without time zone', 'interval', 'oid', 'uuid'`;

const named = (way?: (typeof ways)[number]) =>
  Object.entries(personalData).flatMap(([table, row]) =>
    (way ? [way] : ways).flatMap((one) =>
      (row[one]?.split(' ') ?? []).map((column) => `${table}.${column}`),
    ),
  );

test('every column that can hold text is on the list once, and no other is', async () => {
  // Whoever adds a column must state in the list which personal data the column contains, why, for
  // how long and how the data is protected.
  const rows = await server.rows<{ name: string }>(
    `select concat_ws('.', c.table_schema, c.table_name, c.column_name) as name
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker', 'month')
       and t.table_type = 'BASE TABLE' and data_type not in (${harmless})`,
  );
  expect(rows.length).toBeGreaterThan(200);
  expect(named().toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('the sealed columns are those that the secrets know, and nothing else', () => {
  expect(named('sealed').toSorted()).toEqual(Object.keys(encryptedColumns).toSorted());
});

test('if a column is personal, the list says why and until when', () => {
  const silent = Object.entries(personalData).filter(
    ([, { why, kept, plain: _plain, ...personal }]) =>
      Object.keys(personal).length > 0 && !(why && kept),
  );
  expect(silent.map(([table]) => table)).toEqual([]);
});
