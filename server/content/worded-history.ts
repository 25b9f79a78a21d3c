// The history of what is changed in place: answers and ads, with the words before and after.
import type { FieldChange } from '#contract/content-support.ts';
import type { Work } from '../action.ts';
import { type Fields, valuesView } from '../tasks/actions.ts';
import { plain } from './body.ts';
import { lineDifferences } from './differences.ts';

/** Fields that hold words; an answer is HTML, whose tags nobody reads. */
const WORDS = new Set(['question', 'answer', 'category', 'title', 'text', 'label', 'alt', 'link']);
const asText = (field: string, value: string) => (field === 'answer' ? plain(value) : value);

const plainOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null;

function fieldChange(field: string, before: unknown, after: unknown): FieldChange {
  const [was, is] = [plainOf(before), plainOf(after)];
  if (!WORDS.has(field) || typeof was !== 'string' || typeof is !== 'string') {
    return { field, before: was, after: is, changes: null };
  }
  const [old, now] = [asText(field, was), asText(field, is)];
  return { field, before: old, after: now, changes: lineDifferences(old, now) };
}

const changesOf = (before: Fields | null, after: Fields | null): FieldChange[] =>
  Object.keys(after ?? {}).map((name) => fieldChange(name, before?.[name], after?.[name]));

export async function wordedHistory(work: Work, type: 'question' | 'ad', id: number) {
  return (await valuesView(work, type, id)).map(({ before, after, ...entry }) => ({
    ...entry,
    fields: entry.action === `${type}.created` ? [] : changesOf(before, after),
  }));
}
