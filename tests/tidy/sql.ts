// Rule 6: a table is written only by the feature that owns it, and every statement has a
// unique name, by which a connection caches its plan.
import { featureOf } from './imports.ts';
import { ownerOf } from './owners.ts';
import { type Problem, type Source, isTest } from './source.ts';

/** Code outside the features, and the owners whose tables it may write. */
const others: { path: RegExp; owners: string[] }[] = [
  { path: /^server\/queue\.ts$/, owners: ['graphile_worker'] },
  { path: /^server\/database\/migrate\.ts$/, owners: ['public'] },
  { path: /^server\/demonstration\//, owners: ['sandbox', 'app'] },
  {
    path: /^server\/((http|database|tables|chains|files|jobs|keys)\/|[a-z-]+\.ts$)/,
    owners: ['app'],
  },
];

const verbs = 'insert\\s+into|delete\\s+from|merge\\s+into';
const more = 'truncate(?:\\s+table)?|copy|update(?:\\s+only)?';
const write = new RegExp(`\\b(?:${verbs}|${more})\\s+([a-z_]+)\\."?([a-z_]+)`, 'gi');
const unqualified = new RegExp(`\\b(?:${verbs})\\s+([a-z_]+)\\b(?!\\s*\\.)`, 'gi');

/**
 * Returns every write to a table that belongs to another feature, or whose statement names no
 * schema.
 */
export function sqlProblems(sources: readonly Source[]): Problem[] {
  const problems: Problem[] = [];
  for (const source of sources) {
    if (!/^server\/.*\.ts$/.test(source.path) || isTest(source)) continue;
    const feature = featureOf(source.path);
    const allowed =
      others.find(({ path }) => path.test(source.path))?.owners ?? (feature ? [feature] : []);
    const lineOf = (index = 0) => source.text.slice(0, index).split('\n').length;
    for (const match of source.text.matchAll(write)) {
      const owner = ownerOf(match[1]?.toLowerCase() ?? '', match[2]?.toLowerCase() ?? '');
      if (allowed.includes(owner)) continue;
      const says = `only ${owner} writes its tables; ask one of its actions`;
      problems.push({ path: source.path, line: lineOf(match.index), says });
    }
    for (const match of source.text.matchAll(unqualified)) {
      const says = `name the schema of ${match[1]} where it is written`;
      problems.push({ path: source.path, line: lineOf(match.index), says });
    }
  }
  return problems;
}

/**
 * These files use PostgreSQL before a pool exists, or check the books with statements from a file.
 */
const speaksItself = /^server\/database\//;

/**
 * Files that may insert text which is not from a template: names from the catalogue, types and
 * enumerations.
 */
const mayTrust = [
  'server/files/orphans.ts',
  'server/keys/encrypted-fields.ts',
  'server/reports/credit/credit-queries.ts',
  'server/reports/credit/vintage-queries.ts',
  'server/tasks/security/security-queries.ts',
];

/**
 * The migration that creates and drops monthly partitions: such statements take no parameters, and
 * its names come from the catalogue and its constants.
 */
const mayBuild = 'db/schema/0208.do.months.sql';

/**
 * Returns statements that are not `sql` templates, and text that is put together inside the
 * database. The text of a template comes only from the source, so that no data from a client can
 * become part of a statement.
 */
export function untemplatedStatements(sources: readonly Source[]): Problem[] {
  const problems: Problem[] = [];
  const look = (source: Source, pattern: RegExp, says: string) => {
    for (const { index } of source.text.matchAll(pattern)) {
      const line = source.text.slice(0, index).split('\n').length;
      problems.push({ path: source.path, line, says });
    }
  };
  for (const source of sources) {
    const isOurs = /^server\/.*\.ts$/.test(source.path) && !isTest(source);
    if (isOurs && !speaksItself.test(source.path)) {
      look(source, /\.query\s*\(/g, 'ask by a statement of Tx');
    }
    // Report queries are exempt, because they are planned for their actual values, and their texts
    // are assembled from constants in the same file.
    if (isOurs && !/^server\/(database\/db|reports\/.*queries)\.ts$/.test(source.path)) {
      look(source, /\.planned\s*[<(]/g, 'ask by a statement of Tx');
    }
    if (isOurs && !speaksItself.test(source.path) && !mayTrust.includes(source.path)) {
      look(source, /\btrusted\(/g, 'write the text into the template, or say here why not');
    }
    if (isOurs) look(source, /\bas "[a-z]+[A-Z]/g, 'columns become fields by themselves (db.ts)');
    if (/^db\/(schema|migrations|upgrades)\//.test(source.path) && source.path !== mayBuild) {
      const built = /\bexecute\s+(?!function\b|procedure\b|on\b)/gi;
      look(source, built, 'a function takes parameters; it puts no text together');
    }
  }
  return problems;
}
