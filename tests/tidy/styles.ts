// Rule for stylesheets of features: styles are utilities in the component, so a feature has at most
// one short stylesheet besides those of the list below.
import type { Problem, Source } from './source.ts';

/**
 * Maximum number of lines of a feature's stylesheet; print, rich text and drawings need no more.
 */
const LINES_MAX = 120;

/**
 * Stylesheets that a feature has besides, from before the rule, with the number of lines that each
 * may have; their rules become utilities when their pages are changed. The list may only become
 * shorter: no stylesheet is added, and no number is raised
 * (docs/decisions/026-one-way-to-style.md).
 */
export const remaining: Readonly<Record<string, number>> = {
  'web/content/about.css': 123,
  'web/content/card.css': 53,
  'web/content/content.css': 6,
  'web/content/office/article-text.css': 76,
  'web/content/office/content.css': 156,
  'web/content/reading/cover.css': 40,
  'web/content/reading/news-lines.css': 39,
  'web/content/reading/reading.css': 269,
  'web/content/shared.css': 86,
  'web/content/support/support.css': 364,
  'web/identity/ways.css': 45,
  'web/investing/cases/case-list.css': 219,
  'web/investing/cases/grade.css': 21,
  'web/investing/investing.css': 45,
  'web/investing/own.css': 276,
  'web/lending/apply/apply.css': 88,
  'web/lending/lending.css': 5,
  'web/lending/office/plans/plan-editing.css': 25,
  'web/lending/plans/calculator.css': 53,
  'web/lending/plans/plans.css': 254,
  'web/office/case.css': 114,
  'web/office/kit/tables.css': 72,
  'web/office/shell.css': 43,
  'web/reports/office/reports.css': 124,
  'web/site/errors.css': 25,
  'web/site/home/home.css': 149,
  'web/site/home/parts.css': 344,
  'web/site/kit/flow.css': 137,
  'web/site/layout/consent.css': 25,
  'web/site/layout/impersonation-banner.css': 38,
  'web/site/layout/notice-cards.css': 51,
  'web/site/layout/offline.css': 16,
  'web/site/layout/shell.css': 332,
  'web/site/style/style.css': 19,
  'web/verification/office/members.css': 85,
};

/**
 * Stylesheets with which a build begins: they import others and name the folders to read, and
 * contain no styles.
 */
const entries = ['web/site/site.css', 'web/site/members.css', 'web/office/office.css'];

const featureOf = (path: string) =>
  entries.includes(path) ? undefined : /^web\/(?!ui\/)([^/]+)\/.*\.css$/.exec(path)?.[1];

/**
 * Returns every stylesheet that is not allowed, every stylesheet that is too long, and every entry
 * of the list that is not needed.
 */
export function styleProblems(
  sources: readonly Source[],
  allowed: Readonly<Record<string, number>> = remaining,
): Problem[] {
  const problems: Problem[] = [];
  const say = (path: string, says: string) => problems.push({ path, line: 1, says });
  const sheets = sources.filter(({ path }) => featureOf(path));
  const first = new Map<string, string>();
  for (const { path, text } of sheets) {
    const lines = text.replace(/\n$/, '').split('\n').length;
    const limit = allowed[path];
    if (limit !== undefined) {
      if (lines > limit) say(path, `${lines} lines, of ${limit}: use utilities in the component`);
      continue;
    }
    if (lines > LINES_MAX) say(path, `${lines} lines, of ${LINES_MAX}: use utilities`);
    const feature = featureOf(path) ?? '';
    const other = first.get(feature);
    if (other) say(path, `${feature} has a sheet already: ${other}`);
    else first.set(feature, path);
  }
  for (const path of Object.keys(allowed)) {
    if (!sheets.some((sheet) => sheet.path === path)) say(path, 'is gone: take it off the list');
  }
  return problems;
}
