// Statements read the tables of their own feature and of earlier ones. Those that read a later
// feature's are on a list, which may only become shorter.
import { featureOf, line as features } from './imports.ts';
import { ownerOf } from './owners.ts';
import { type Problem, type Source, isTest } from './source.ts';

/** Tables of later features that a file reads, by its path. */
export type Reads = Readonly<Record<string, readonly string[]>>;

const read = /\b(?:from|join)\s+(?:lateral\s+|only\s+)?([a-z]+)\."?([a-z_]+)"?(?!\s*\(|[a-z_"])/g;

const isLater = (owner: string, than: string) => features.indexOf(owner) > features.indexOf(than);

/** Returns what the files of the features read of later features, sorted by path and table. */
export function readsOfLater(sources: readonly Source[]): Reads {
  const reads: [string, string[]][] = [];
  for (const { path, text } of sources) {
    const mine = featureOf(path);
    if (!mine || !features.includes(mine) || isTest({ path, text })) continue;
    const tables = [...text.matchAll(read)]
      .filter(([, schema = '', table = '']) => isLater(ownerOf(schema, table), mine))
      .map(([, schema, table]) => `${schema}.${table}`);
    if (tables.length > 0) reads.push([path, [...new Set(tables)].toSorted()]);
  }
  return Object.fromEntries(reads.toSorted(([a], [b]) => a.localeCompare(b)));
}

/** Returns each read that is not on the list, and each entry of the list that nothing needs. */
export function readProblems(sources: readonly Source[], listed: Reads): Problem[] {
  const now = readsOfLater(sources);
  const problems: Problem[] = [];
  const say = (path: string, says: string) => problems.push({ path, line: 1, says });
  for (const path of new Set([...Object.keys(now), ...Object.keys(listed)])) {
    const [reads, known] = [now[path] ?? [], listed[path] ?? []];
    for (const table of reads.filter((one) => !known.includes(one))) {
      say(path, `reads ${table} of a later feature: ask its front.ts or a view of it`);
    }
    for (const table of known.filter((one) => !reads.includes(one))) {
      say(path, `no longer reads ${table}: take it off tests/data/later-reads.json`);
    }
  }
  return problems;
}
