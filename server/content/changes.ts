// Steps that every content change shares: checking figures, writing history, clearing caches.
import type { ActionName } from '#contract/core/action-words.ts';
import type { SubjectType } from '#contract/core/subject-words.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Work } from '../work.ts';
import { changedFields, type Fields, recordMove } from '../tasks/front.ts';
import { unknownKeys } from './article/body.ts';
import { figuresNow } from './article/figures.ts';
import { bumpStamp } from './answers/support-queries.ts';

/** Refuses FIGURE_UNKNOWN for a placeholder key that matches no figure. */
export async function assertFigures(work: Work, texts: readonly string[]): Promise<void> {
  const keys = unknownKeys(texts, await figuresNow(work));
  if (keys.length > 0) throw new Refusal('FIGURE_UNKNOWN', { data: { keys } });
}

/** Writes one line of history and invalidates cached pages. */
export async function recordChange(
  work: Work,
  of: {
    type: SubjectType;
    id: number;
    action: ActionName;
    from?: string | number | null;
    to?: string | number | null;
    before?: Fields;
    after?: Fields;
    reason?: string | null;
  },
): Promise<void> {
  const { type, id, before = {}, after = {}, ...move } = of;
  await recordMove(work, {
    ...move,
    subject: { type, id },
    snapshot: changedFields(before, after),
  });
  await bumpStamp(work.tx);
}
