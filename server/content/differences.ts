// Two versions of a policy side by side: paragraphs kept, added, removed, or changed within.
import { diffArrays, diffChars } from 'diff';
import type { PolicyChange } from '#contract/content.ts';
import { plain } from './body.ts';

/** Two paragraphs are one that changed where at least this part of the longer one stayed. */
const KEPT_PART = 0.4;

const whole = (kind: 'same' | 'added' | 'removed', text: string): PolicyChange => ({
  kind,
  parts: [{ text, kind }],
});

/** The paragraphs of the later text, and of the earlier one what is gone, in their order. */
export function differences(earlier: string, later: string): PolicyChange[] {
  return lineDifferences(plain(earlier), plain(later));
}

/** The same of two texts without tags. */
export function lineDifferences(earlier: string, later: string): PolicyChange[] {
  const lines = (text: string) => text.split('\n').filter(Boolean);
  const runs = diffArrays(lines(earlier), lines(later));
  const changes: PolicyChange[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at]!;
    const next = runs[at + 1];
    if (run.removed && next?.added) {
      changes.push(...paired(run.value, next.value));
      at += 1;
    } else {
      const kind = run.added ? 'added' : run.removed ? 'removed' : 'same';
      changes.push(...run.value.map((text) => whole(kind, text)));
    }
  }
  return changes;
}

/** Removed and added paragraphs that stand in the same place, matched one by one. */
function paired(before: readonly string[], after: readonly string[]): PolicyChange[] {
  const changes: PolicyChange[] = [];
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const [old, now] = [before[at], after[at]];
    const change = old !== undefined && now !== undefined ? within(old, now) : null;
    if (change) changes.push(change);
    else {
      if (old !== undefined) changes.push(whole('removed', old));
      if (now !== undefined) changes.push(whole('added', now));
    }
  }
  return changes;
}

function within(old: string, now: string): PolicyChange | null {
  const parts = diffChars(old, now).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
  }));
  const kept = parts
    .filter(({ kind }) => kind === 'same')
    .reduce((n, { text }) => n + text.length, 0);
  return kept >= KEPT_PART * Math.max(old.length, now.length) ? { kind: 'changed', parts } : null;
}
