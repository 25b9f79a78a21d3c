// Whether the books of a test's database hold, read as the superuser.
import { readInvariants } from '../server/database/invariants.ts';

type Rows = <Row>(sql: string) => Promise<Row[]>;

/** Every law that is broken, with the first rows that break it; empty when the books hold. */
export async function brokenInvariants(rows: Rows): Promise<{ law: string; rows: unknown[] }[]> {
  const broken: { law: string; rows: unknown[] }[] = [];
  for (const { name, sql } of readInvariants()) {
    const found = await rows<unknown>(sql);
    if (found.length > 0) broken.push({ law: name, rows: found.slice(0, 5) });
  }
  return broken;
}
