// Tests what the comments of the tables say about personal data: they name every column that can
// store text, and are correct.
import { beforeAll, expect, test } from 'vitest';
import { encryptedColumns } from '../server/adapters/secrets.ts';
import { useServer } from './server.ts';
import { reasons, readTableComments, type TableComment, ways } from './table-comments.ts';

const server = useServer();

/** Types of columns that can contain neither text nor bytes nor addresses. */
const harmless = `'bigint', 'integer', 'smallint', 'numeric', 'boolean', 'date',
  'timestamp with time zone', 'timestamp without time zone', 'interval', 'oid', 'uuid'`;

let comments: [string, TableComment][];
beforeAll(async () => {
  comments = [...(await readTableComments(server.rows))];
});

const named = (which: readonly (typeof ways)[number][] = ways) =>
  comments.flatMap(([table, { columns }]) =>
    which.flatMap((way) => columns[way].map((column) => `${table}.${column}`)),
  );

test('every column that can hold text is named once, and no other is', async () => {
  // Whoever adds a column must state in the table's comment which personal data the column contains
  // and how the data is protected, and for the table why and for how long.
  const rows = await server.rows<{ name: string }>(
    `select concat_ws('.', c.table_schema, c.table_name, c.column_name) as name
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema not in
         ('pg_catalog', 'information_schema', 'graphile_worker', 'month', 'public')
       and t.table_type = 'BASE TABLE' and data_type not in (${harmless})`,
  );
  expect(rows.length).toBeGreaterThan(200);
  expect(named().toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('the sealed columns are those that the secrets know, and nothing else', () => {
  expect(named(['sealed']).toSorted()).toEqual(Object.keys(encryptedColumns).toSorted());
});

test('each table says why it is kept, and the purpose exactly if a column is personal', () => {
  const wrong = comments.filter(([, { reason, purpose, columns }]) => {
    const isPersonal = ways.some((way) => way !== 'plain' && columns[way].length > 0);
    return (
      !reasons.includes(reason as never) || purpose === '' || isPersonal !== (purpose !== null)
    );
  });
  expect(wrong.map(([table]) => table)).toEqual([]);
});
