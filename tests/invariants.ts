// Reads db/invariants*.sql: queries that must return no rows, each under a line that says why.
import { existsSync, readFileSync } from 'node:fs';

type Rows = <Row>(sql: string) => Promise<Row[]>;

/** Every broken invariant with its first rows; empty when the books hold. */
export async function brokenInvariants(rows: Rows): Promise<{ law: string; rows: unknown[] }[]> {
  const broken: { law: string; rows: unknown[] }[] = [];
  for (const { law, sql } of readInvariants()) {
    const found = await rows<unknown>(sql);
    if (found.length > 0) broken.push({ law, rows: found.slice(0, 5) });
  }
  return broken;
}

/** Statements end with a semicolon at the end of a line; the comment above says the law. */
function readInvariants(): { law: string; sql: string }[] {
  return ['db/invariants.sql', 'db/invariants-bank.sql', 'db/invariants-days.sql'].flatMap(
    readFile,
  );
}

function readFile(file: string): { law: string; sql: string }[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split(/;[ \t]*(?:\n|$)/)
    .map((part) => ({
      law: (part.match(/^--.*$/gm) ?? []).map((line) => line.slice(2).trim()).join(' '),
      sql: part.replace(/^--.*$/gm, '').trim(),
    }))
    .filter(({ sql }) => sql !== '');
}
