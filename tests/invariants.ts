// Checks the invariants of a test's database, read as the superuser.
import { readInvariants } from '../server/database/invariants.ts';

type Rows = <Row>(sql: string) => Promise<Row[]>;

/** Returns every broken invariant with the first rows that break it; empty if all hold. */
export async function brokenInvariants(rows: Rows): Promise<{ law: string; rows: unknown[] }[]> {
  const broken: { law: string; rows: unknown[] }[] = [];
  for (const { name, sql } of readInvariants()) {
    const found = await rows<unknown>(sql);
    if (found.length > 0) broken.push({ law: name, rows: found.slice(0, 5) });
  }
  return broken;
}
