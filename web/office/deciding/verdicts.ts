// Verdicts field by field: what is right, what is wrong, and what is not checked yet.
import type { ReactNode } from 'react';

/** A declared value that a document must prove. */
export type Checkable = {
  field: string;
  label: string;
  value: ReactNode;
  /** Name of the upload field whose document proves the value. */
  paper?: string;
};
/** Fields that the member must submit again together, with one reason. */
export type CheckGroup = { item: string; title: string; rows: readonly Checkable[] };

/** Verdict by field: true if the declared value is right, false if it is wrong. */
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

/**
 * Returns the next field without a verdict, wrapping around to the first; undefined if all have
 * one.
 */
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

/** Returns the groups that contain wrong fields, each with these fields. */
export function wrongIn(groups: readonly CheckGroup[], verdicts: Verdicts) {
  return groups.flatMap(({ item, title, rows }) => {
    const wrong = rows.filter(({ field }) => verdicts[field] === false);
    return wrong.length > 0 ? [{ item, title, rows: wrong }] : [];
  });
}

/**
 * Verdicts by task, stored as long as the page is open, because an operator may undo a decision.
 */
const storedVerdicts = new Map<string, Verdicts>();

export const verdictsOf = (task: string): Verdicts => storedVerdicts.get(task) ?? {};

export function keepVerdicts(task: string, verdicts: Verdicts): Verdicts {
  storedVerdicts.set(task, verdicts);
  return verdicts;
}
