// Runs docs/ledger.sql statement by statement and prints each result as a text table.
import { readFileSync } from 'node:fs';
import pg from 'pg';

const SOURCE = new URL('../../docs/ledger.sql', import.meta.url);

/** Returns the statements of the file, each with the comment above it. */
function statements(): { comment: string; sql: string }[] {
  return readFileSync(SOURCE, 'utf8')
    .split(/;\n/)
    .map((part) => ({
      comment: (part.match(/^--.*$/gm) ?? []).join('\n'),
      sql: part.replace(/^--.*$/gm, '').trim(),
    }))
    .filter(({ sql }) => sql !== '');
}

/** No CJK characters occur here, so the length equals the display width. */
function table(fields: string[], rows: unknown[][]): string {
  const cells = rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
  const width = fields.map((name, k) =>
    Math.max(name.length, ...cells.map((row) => row[k]?.length ?? 0)),
  );
  const line = (row: string[]) => row.map((cell, k) => cell.padEnd(width[k] ?? 0)).join(' | ');
  const rule = width.map((length) => '-'.repeat(length)).join('-+-');
  return [line(fields), rule, ...cells.map(line)].map((text) => text.trimEnd()).join('\n');
}

/**
 * Returns the comments and results of docs/ledger.sql on an empty ledger; leaves nothing behind.
 */
export async function explainLedger(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const out: string[] = [];
  try {
    await client.query('begin');
    for (const { comment, sql } of statements()) {
      out.push(comment, '');
      await client.query('savepoint here');
      try {
        const result = await client.query({ text: sql, rowMode: 'array' });
        out.push(
          table(
            result.fields.map(({ name }) => name),
            result.rows as unknown[][],
          ),
        );
      } catch (error) {
        await client.query('rollback to savepoint here');
        out.push(`refused: ${(error as Error).message}`);
      }
      out.push('');
    }
  } finally {
    await client.query('rollback');
    await client.end();
  }
  return `${out.join('\n')}\n`;
}
