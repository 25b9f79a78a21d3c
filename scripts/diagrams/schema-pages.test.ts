// Tests that the diagrams in docs/schema/ match the schemas of the current database.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { schemaPages } from './schema-pages.ts';

const server = useServer();

test('every schema has its diagram, and none is outdated: run npm run diagrams', async () => {
  const pages = await schemaPages((sql) => server.rows(sql));
  const files = globSync('docs/schema/*.md').map((path) => [
    path.replaceAll('\\', '/'),
    readFileSync(path, 'utf8'),
  ]);
  expect(Object.fromEntries(files)).toEqual(pages);
  expect(Object.keys(pages).length).toBeGreaterThan(12);
});

test('a new table and a new key make a page outdated', async () => {
  const before = await schemaPages((sql) => server.rows(sql));
  await server.rows('create table reports.planted (loan_id bigint references lending.loan)');
  try {
    const after = await schemaPages((sql) => server.rows(sql));
    const added = after['docs/schema/reports.md']
      ?.split('\n')
      .filter((line) => !before['docs/schema/reports.md']?.includes(line));
    expect(added).toEqual([
      '  planted {',
      '    bigint loan_id FK "null"',
      '  lending_loan |o--o{ planted : loan_id',
    ]);
  } finally {
    await server.rows('drop table reports.planted');
  }
});
