// The files by which a database is made and changed, and those that take over one of a release.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Postgrator from 'postgrator';

/** A migration as `public.migration` records it. */
export type Migration = { version: number; name: string; md5: string };

export const inDb = (name: string) => fileURLToPath(new URL(`../../db/${name}`, import.meta.url));

/** The files that make an empty database. */
const SCHEMA = inDb('schema/**/*.sql');
/** The same, and every change since they were written. */
export const ALL = inDb('{schema,migrations}/**/*.sql');

/** The release whose databases are taken over: they have its migrations, and none of ours. */
const RELEASE = '0.7.0';

async function listIn(pattern: string): Promise<Migration[]> {
  const files = await new Postgrator({ migrationPattern: pattern, driver: 'pg' }).getMigrations();
  return files
    .map(({ version, name, md5 }) => ({ version, name, md5: md5 ?? '' }))
    .toSorted((a, b) => a.version - b.version);
}

/** Returns the migrations of this program, oldest first. */
export const listMigrations = (): Promise<Migration[]> => listIn(ALL);

/** Returns the migrations of the release, oldest first. */
export function listReleased(): Migration[] {
  const [, ...lines] = readFileSync(inDb(`upgrades/${RELEASE}/migrations.csv`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [version, name = '', md5 = ''] = line.split(',');
    return { version: Number(version), name, md5 };
  });
}

const textsOf = (pattern: string): string[] =>
  globSync(pattern)
    .toSorted()
    .map((file) => readFileSync(file, 'utf8'));

/** A comment on a table or column; its text may have several lines and semicolons. */
const COMMENT = /^comment on [^']*'[\s\S]*?';$/gm;

/**
 * Returns what takes over a database of the release: the statements that change it to what an empty
 * database becomes by `db/schema/`, with the comments from there, and the files of `db/schema/`,
 * which it has then.
 */
export async function readUpgrade(): Promise<{ statements: string; replaces: Migration[] }> {
  const changes = textsOf(inDb(`upgrades/${RELEASE}/*.sql`));
  const comments = textsOf(SCHEMA).flatMap((text) => text.match(COMMENT) ?? []);
  return { statements: [...changes, ...comments].join('\n'), replaces: await listIn(SCHEMA) };
}
