// What every change at the office has in common: its version, its figures, its line of history.
import { Refusal } from '#contract/refusals.ts';
import type { Work } from '../action.ts';
import { recordMove } from '../tasks/actions.ts';
import { historyOf, type HistoryRow } from './article-office-queries.ts';
import { unknownKeys } from './body.ts';
import { figuresNow } from './figures.ts';
import { bumpStamp } from './support-queries.ts';

/** Refuses CONTENT_CHANGED where somebody else came first, and says who. */
export function assertVersion(
  row: { version: number; updatedBy?: string | null },
  version: number | undefined,
): void {
  if (row.version === version) return;
  throw new Refusal('CONTENT_CHANGED', { data: { by: row.updatedBy ?? null } });
}

/** Refuses FIGURE_UNKNOWN for a key in braces that stands for nothing. */
export async function assertFigures(work: Work, texts: readonly string[]): Promise<void> {
  const keys = unknownKeys(texts, await figuresNow(work));
  if (keys.length > 0) throw new Refusal('FIGURE_UNKNOWN', { data: { keys } });
}

type Fields = Record<string, unknown>;

/** Of two states of a text the fields that differ, as they were and as they are. */
function changed(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const differ = (key: string) => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  const keys = Object.keys(after).filter(differ);
  const only = (of: Fields) => Object.fromEntries(keys.map((key) => [key, of[key] ?? null]));
  return { before: only(before), after: only(after) };
}

/** One line of history, and pages that were kept are gone. */
export async function recordChange(
  work: Work,
  of: {
    type: string;
    id: number;
    action: string;
    from?: string | number | null;
    to?: string | number | null;
    before?: Fields;
    after?: Fields;
    reason?: string | null;
  },
): Promise<void> {
  const { type, id, before = {}, after = {}, ...move } = of;
  await recordMove(work, { ...move, subject: { type, id }, snapshot: changed(before, after) });
  await bumpStamp(work.tx);
}

export async function historyView(work: Work, type: string, id: number) {
  return (await historyOf(work.tx, type, id)).map(
    ({ at, who, action, changed: fields }: HistoryRow) => ({
      at: at.toISOString(),
      who: who ?? '系統',
      action,
      changed: fields,
    }),
  );
}
