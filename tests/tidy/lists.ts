// The rules for lists of the office: each has one definition and one reader.
import { isTest, type Problem, type Source } from './source.ts';

const mayExport = ['server/tables/table.ts'];

/** Files that may make a call of kind `export`: what is no list has a file of its own. */
const mayHaveFiles = ['contract/core/endpoint.ts', 'contract/reports/parts.ts'];

/**
 * Pages that still say themselves which filters their list has, a list that may only shrink. The
 * definition of a list has its filters (`contract/core/filters.ts`).
 */
const mayFilter: readonly string[] = [
  'web/banking/office/BatchesPage.tsx',
  'web/banking/office/ReceiptsPage.tsx',
  'web/banking/office/bookings/BookingsPage.tsx',
  'web/banking/office/vouchers/VouchersPage.tsx',
  'web/content/office/ads/AdsPage.tsx',
  'web/content/office/article/ArticlesPage.tsx',
  'web/content/office/policy/PoliciesPage.tsx',
  'web/content/office/support/QuestionsPage.tsx',
  'web/identity/office/ImpersonationsPage.tsx',
  'web/investing/office/RefundsPage.tsx',
  'web/invoices/office/InvoicesPage.tsx',
  'web/ledger/office/AccountLedgerPage.tsx',
  'web/ledger/office/FeesPage.tsx',
  'web/ledger/office/FinancialPages.tsx',
  'web/ledger/office/LedgerPage.tsx',
  'web/ledger/office/TrialBalancePage.tsx',
  'web/messages/office/DeliveriesPage.tsx',
  'web/messages/office/WordingsPage.tsx',
  'web/reports/office/OutstandingPage.tsx',
  'web/reports/office/narrow.ts',
  'web/servicing/office/LoansPage.tsx',
  'web/servicing/office/PayoutsPage.tsx',
  'web/verification/office/MembersPage.tsx',
];
/** Matches a field of a filter bar: `{ kind: 'day', name: 'from', …`. */
const field = /\bkind: '(?:text|day|month|choice)',\s*name: '/g;

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
 * Returns columns, filters and files that are declared outside a list's definition, and lists whose
 * exported file has a second reader.
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
      if (path.endsWith('/tables.ts')) {
        look(source, /^/g, 'a list needs no registration: its reader is its action');
      }
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
    if (path.startsWith('contract/') && !mayHaveFiles.includes(path)) {
      look(source, /\boffice\.export\(/g, 'the file of a list is a format of it: see list()');
    }
    if (path.startsWith('web/') && !mayFilter.includes(path)) {
      look(source, field, 'a filter stands in the definition of its list: take filtersOf');
    }
    if (path.startsWith('web/') && text.includes('<TableButtons') && !mayLabel.includes(path)) {
      look(source, labelled, 'its word stands in the list: take the column from columnsOf');
    }
  }
  return problems;
}
