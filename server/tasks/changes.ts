// Functions shared by all versioned changes: the conflict check, the changed fields, the history.
import { Refusal } from '#contract/refusals.ts';
import type { Work } from '../work.ts';
import { historyOf } from './queries.ts';

/** Refuses CONTENT_CHANGED if somebody else saved first, and says who. */
export function assertVersion(
  row: { version: number; updatedBy?: string | null },
  version: number | undefined,
): void {
  if (row.version === version) return;
  throw new Refusal('CONTENT_CHANGED', { data: { by: row.updatedBy ?? null } });
}

export type Fields = Record<string, unknown>;

/** Returns the changed fields with old and new value. */
export function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const differ = (key: string) => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  const keys = Object.keys(after).filter(differ);
  const only = (of: Fields) => Object.fromEntries(keys.map((key) => [key, of[key] ?? null]));
  return { before: only(before), after: only(after) };
}

/** Returns the changes of a subject, newest first, with the names of the changed fields. */
export async function historyView(work: Work, type: string, id: number) {
  const rows = await historyOf(work.tx, type, id, false);
  return rows.map((row) => entryOf(row));
}

const entryOf = ({ at, who, action, changed }: Awaited<ReturnType<typeof historyOf>>[number]) => ({
  at,
  who: who ?? '系統',
  action,
  changed,
});

/**
 * Returns the changes of a subject, newest first, with the old and new value of each changed field.
 */
export async function valuesView(work: Work, type: string, id: number) {
  const rows = await historyOf(work.tx, type, id, true);
  return rows.map((row) => ({ ...entryOf(row), before: row.before, after: row.after }));
}
