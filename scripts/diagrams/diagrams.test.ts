// Tests that the state pages in docs/ match the current tables of state transitions.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loanMoves } from '../../contract/lending/loan-status.ts';
import { orderMoves } from '../../contract/investing/order-status.ts';
import { pages } from './diagrams.ts';

describe('the pages of states', () => {
  it.each(Object.entries(pages))(
    '%s is current: run node scripts/diagrams/diagrams.ts',
    (path, text) => {
      expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(text);
    },
  );

  it.each([
    ['docs/loan-states.md', loanMoves],
    ['docs/order-states.md', orderMoves],
  ] as const)('%s draws each allowed move once and no other', (path, moves) => {
    const edges = Object.entries(moves).flatMap(([from, ends]) =>
      ends.map((to: number) => `s${from} --> s${to}`),
    );
    const drawn = pages[path]!.match(/s\d+ --> s\d+/g);
    expect(drawn).toEqual(edges);
  });
});
