// Test that the program cannot change what is written once: a column whose comment begins with
// `once` gets its value with the row and never another (decision 101).
import { Client, type DatabaseError } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useServer } from './server.ts';

const server = useServer();

type Table = { name: string; once: string[]; others: string[] };

let tables: Table[];
let program: Client;

beforeAll(async () => {
  tables = await server.rows<Table>(`
    select a.attrelid::regclass::text as name,
      array_agg(quote_ident(a.attname)) filter (where isOnce) as once,
      coalesce(array_agg(quote_ident(a.attname)) filter (where not isOnce), '{}') as others
    from pg_attribute a
    cross join lateral (values
      (coalesce(col_description(a.attrelid, a.attnum) ~ '^once\\M', false))) o (isOnce)
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
    where a.attnum > 0 and not a.attisdropped
    group by a.attrelid having bool_or(isOnce) order by 1`);
  program = new Client({ connectionString: server.programUrl });
  await program.connect();
});
afterAll(() => program.end());

/** Returns PostgreSQL's code for what the program's role tries, and undoes it. */
async function codeOf(statement: string): Promise<string> {
  await program.query('begin');
  const code = await program.query(statement).then(
    () => 'done',
    (error: DatabaseError) => error.code ?? error.message,
  );
  await program.query('rollback');
  return code;
}

test('a column that is written once cannot be updated by the program', async () => {
  const columns = tables.flatMap(({ name, once }) => once.map((column) => ({ name, column })));
  expect(columns.length).toBeGreaterThan(350);
  const updated: string[] = [];
  for (const { name, column } of columns) {
    const code = await codeOf(`update ${name} set ${column} = default`);
    if (code !== '42501') updated.push(`${name}.${column} ${code}`);
  }
  expect(updated).toEqual([]);
});

test('the other columns can be updated, and their rows be locked', async () => {
  const refused: string[] = [];
  for (const { name, others } of tables) {
    const [column] = others;
    if (!column) continue;
    const statements = [
      `update ${name} set ${column} = ${column} where false`,
      `select from ${name} for update`,
    ];
    for (const statement of statements) {
      const code = await codeOf(statement);
      if (code !== 'done') refused.push(`${statement}: ${code}`);
    }
  }
  expect(refused).toEqual([]);
});
