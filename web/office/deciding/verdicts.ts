// Field by field: what was found right, what wrong, and what nobody has looked at yet.
import type { ReactNode } from 'react';

/** One thing declared that a paper must prove. */
export type Checkable = {
  field: string;
  label: string;
  value: ReactNode;
  /** The paper that shows it, by the name it was sent under. */
  paper?: string;
};
/** What is asked for again together, under one reason. */
export type CheckGroup = { item: string; title: string; rows: readonly Checkable[] };

/** By field: true as declared, false not. */
export type Verdicts = Readonly<Record<string, boolean>>;

export const fieldsOf = (groups: readonly CheckGroup[]) =>
  groups.flatMap(({ rows }) => rows.map(({ field }) => field));

export function tallyOf(groups: readonly CheckGroup[], verdicts: Verdicts) {
  const fields = fieldsOf(groups);
  return {
    all: fields.length,
    left: fields.filter((field) => !(field in verdicts)).length,
    wrong: fields.filter((field) => verdicts[field] === false).length,
  };
}

/** The next field without a verdict after one, around to the first; undefined where all have. */
export function nextOpen(
  fields: readonly string[],
  verdicts: Verdicts,
  after: string,
): string | undefined {
  const at = fields.indexOf(after);
  return [...fields.slice(at + 1), ...fields.slice(0, at + 1)].find(
    (field) => !(field in verdicts),
  );
}

/** The groups with something wrong, and in each what it is. */
export function wrongIn(groups: readonly CheckGroup[], verdicts: Verdicts) {
  return groups.flatMap(({ item, title, rows }) => {
    const wrong = rows.filter(({ field }) => verdicts[field] === false);
    return wrong.length > 0 ? [{ item, title, rows: wrong }] : [];
  });
}

/** What was looked over stays while the page is open, for whoever takes a decision back. */
const kept = new Map<string, Verdicts>();

export const keptVerdicts = (task: string): Verdicts => kept.get(task) ?? {};

export function keepVerdicts(task: string, verdicts: Verdicts): Verdicts {
  kept.set(task, verdicts);
  return verdicts;
}
