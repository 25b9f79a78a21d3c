// Compares two versions of a policy by paragraphs: kept, added, removed or changed.
import { diffArrays, diffChars } from 'diff';
import type { PolicyChange } from '#contract/content/calls.ts';
import { plain } from './body.ts';

/**
 * Two paragraphs count as one changed paragraph if at least this part of the longer one is
 * unchanged.
 */
const UNCHANGED_PART = 0.4;

/**
 * If turning one paragraph into the other takes more edits than this, the two are not compared,
 * because that would take seconds and find little in common.
 */
const EDITS_MAX = 1_000;

const whole = (kind: 'same' | 'added' | 'removed', text: string): PolicyChange => ({
  kind,
  parts: [{ text, kind }],
});

/**
 * Returns the paragraphs of the later text, and those that were removed from the earlier one, in
 * order.
 */
export function differences(earlier: string, later: string): PolicyChange[] {
  return lineDifferences(plain(earlier), plain(later));
}

/** Compares like `differences`, but for two texts without tags. */
export function lineDifferences(earlier: string, later: string): PolicyChange[] {
  const lines = (text: string) => text.split('\n').filter(Boolean);
  const [old, now] = [lines(earlier), lines(later)];
  const runs = diffArrays(old, now, { maxEditLength: EDITS_MAX }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
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

/** Pairs removed and added paragraphs at the same position, one by one. */
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

/**
 * Returns the number of characters that both texts contain, at any position; no more than this many
 * characters can be unchanged.
 */
function shared(old: string, now: string): number {
  const counts = new Map<string, number>();
  for (const sign of old) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let both = 0;
  for (const sign of now) {
    const left = counts.get(sign) ?? 0;
    if (left > 0) both += sign.length;
    counts.set(sign, left - 1);
  }
  return both;
}

function within(old: string, now: string): PolicyChange | null {
  const least = UNCHANGED_PART * Math.max(old.length, now.length);
  if (shared(old, now) < least) return null;
  const runs = diffChars(old, now, { maxEditLength: EDITS_MAX }) ?? [];
  const parts = runs.map(({ value, added, removed }) => ({
    text: value,
    kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
  }));
  const kept = parts
    .filter(({ kind }) => kind === 'same')
    .reduce((n, { text }) => n + text.length, 0);
  return kept >= least ? { kind: 'changed', parts } : null;
}
