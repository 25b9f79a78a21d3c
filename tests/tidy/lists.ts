// The rules for lists of the office: each has one definition and one reader.
import { isTest, type Problem, type Source } from './source.ts';

const mayExport = ['server/tables/table.ts'];

/** Pages that show another table beside the list that they export. */
const mayLabel = [
  'web/banking/office/statements/StatementPage.tsx',
  'web/mandates/office/CollectionFilesPage.tsx',
  'web/servicing/office/CollectionsPage.tsx',
];

const han = '\\p{Script=Han}';
/**
 * Matches a column of an exported file, its heading with the function that fills it: `['金額', (row)
 * => row.amount]`.
 */
const headed = new RegExp(
  `\\[\\s*['"\`][^'"\`]*${han}[^'"\`]*['"\`],\\s*\\(\\{?[\\w\\s,]*\\}?\\)\\s*=>`,
  'gu',
);
/** Matches a column of a page with its own label: `label: '金額'` beside a `cell`. */
const labelled = /\blabel: ['"`][^'"`]*['"`],\s*(?:(?:numeric|head|whole): true,\s*)*cell:/g;

/**
 * Returns columns that are declared outside a list's definition, and lists whose exported file has
 * a second reader.
 */
export function listProblems(sources: readonly Source[]): Problem[] {
  const problems: Problem[] = [];
  const look = ({ path, text }: Source, pattern: RegExp, says: string) => {
    for (const { index } of text.matchAll(pattern)) {
      problems.push({ path, line: text.slice(0, index).split('\n').length, says });
    }
  };
  for (const source of sources) {
    const { path, text } = source;
    if (isTest(source)) continue;
    if (path.startsWith('server/') && path.endsWith('.ts')) {
      look(source, headed, 'a column stands in the list of contract/<feature>/lists.ts');
      if (!mayExport.includes(path) && path !== 'server/database/db.ts') {
        look(source, /\binPages\(/g, 'one reader serves page and file: see server/tables/table.ts');
      }
      if (!path.endsWith('rules.ts'))
        look(
          source,
          /\b(?:const|function) \w+(?:Beyond|Below|ForFile|ForTable|ForExport)\b/g,
          'one reader serves page and file: let it take a Part',
        );
    }
    if (path.startsWith('web/') && text.includes('<TableButtons') && !mayLabel.includes(path)) {
      look(source, labelled, 'its word stands in the list: take the column from columnsOf');
    }
  }
  return problems;
}
