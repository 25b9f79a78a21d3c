// Change history of content edited in place (articles, answers, ads), with text before and after.
import type { PolicyChange } from '#contract/content/calls.ts';
import type { FieldChange } from '#contract/content/office.ts';
import type { Work } from '../work.ts';
import { type Fields, valuesView } from '../tasks/front.ts';
import { plain } from './article/body.ts';
import { lineDifferences } from './article/differences.ts';

/** Fields that contain text; `HTML` lists the fields whose tags are stripped. */
const WORDS = new Set([
  'title',
  'excerpt',
  'category',
  'author',
  'person',
  'role',
  'quote',
  'question',
  'text',
  'label',
  'alt',
  'link',
]);
const HTML = new Set(['body', 'answer']);
/** The longest field; only its paragraphs that differ are listed. */
const LONG = 'body';
const isChange = ({ kind }: PolicyChange) => kind !== 'same';
const asText = (field: string, value: string) => (HTML.has(field) ? plain(value) : value);
const isWords = (field: string) => WORDS.has(field) || HTML.has(field);

function plainOf(value: unknown) {
  if (Array.isArray(value)) return value.length > 0 ? value.join('、') : null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null;
}

function fieldChange(field: string, before: unknown, after: unknown): FieldChange {
  const [was, is] = [plainOf(before), plainOf(after)];
  if (!isWords(field) || typeof was !== 'string' || typeof is !== 'string') {
    return { field, before: was, after: is, changes: null };
  }
  const [old, now] = [asText(field, was), asText(field, is)];
  const changes = lineDifferences(old, now);
  if (field !== LONG) return { field, before: old, after: now, changes };
  return { field, before: null, after: null, changes: changes.filter(isChange) };
}

/** Returns the change of each field of `after` against `before`. */
export const changesOf = (before: Fields | null, after: Fields | null): FieldChange[] =>
  Object.keys(after ?? {}).map((name) => fieldChange(name, before?.[name], after?.[name]));

export async function wordedHistory(work: Work, type: 'article' | 'question' | 'ad', id: number) {
  // A decision also has a row of its task, which says nothing more.
  const rows = (await valuesView(work, type, id)).filter(
    ({ action }) => !action.startsWith('task.'),
  );
  return rows.map(({ before, after, ...entry }) => ({
    ...entry,
    fields: entry.action === `${type}.created` ? [] : changesOf(before, after),
  }));
}
