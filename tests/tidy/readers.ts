// Tests read the audit log, the books and the outgoing messages through `tests/readers.ts`, so that
// a changed column is changed in one place.
import { readFileSync } from 'node:fs';
import { type Problem, type Source, isCode, isTest } from './source.ts';

/** Test files that still read them with statements of their own. The list may only shrink. */
const selfReaders = JSON.parse(readFileSync('tests/data/self-readers.json', 'utf8')) as string[];

const statement = /\bfrom (tasks\.audit|notices\.outbox|ledger\.(?:entry|transfer|balance))\b/i;
/** The features that own the tables examine their rows themselves. */
const owners: Readonly<Record<string, string>> = {
  tasks: 'server/tasks/',
  notices: 'server/notices/',
  ledger: 'server/ledger/',
};
/** The readers themselves, and the test that plants faults in these tables. */
const exempt = ['tests/readers.ts', 'server/database/invariants.test.ts'];

/** Returns statements of tests that a reader makes, and files on the list that have none. */
export function readerProblems(sources: readonly Source[], listed = selfReaders): Problem[] {
  const problems: Problem[] = [];
  const found = new Set<string>();
  for (const source of sources) {
    const { path, text } = source;
    if (!isCode(source) || !isTest(source) || exempt.includes(path)) continue;
    const table = statement.exec(text);
    const schema = table?.[1]?.split('.')[0];
    if (!table || path.startsWith(owners[schema ?? ''] ?? '?')) continue;
    found.add(path);
    if (listed.includes(path)) continue;
    const line = text.slice(0, table.index).split('\n').length;
    problems.push({ path, line, says: 'read it by auditOf, booksOf or outboxOf' });
  }
  for (const path of listed) {
    if (!found.has(path)) problems.push({ path, line: 1, says: 'take it off the list' });
  }
  return problems;
}
