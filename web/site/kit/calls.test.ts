// The web's tables of calls say exactly what the contract says.
import { expect, test } from 'vitest';
import { demo, office, site } from '#contract/index.ts';
import type { Feature } from '#contract/core/endpoint.ts';
import { officeCalls } from '../../office/calls.ts';
import { siteCalls } from './calls.ts';
import { lateCalls } from './late-calls.ts';

function linesOf(features: Record<string, Feature>): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(features).map(([feature, calls]) => [
      feature,
      Object.fromEntries(
        Object.entries(calls).map(([name, promise]) => [
          name,
          `${promise.method} ${promise.path} ${promise.access} ${promise.kind}`,
        ]),
      ),
    ]),
  );
}

test('the member site calls what the contract promises, by the same method and path', () => {
  const { banking: _bankOnly, ...members } = site;
  const all: Record<string, Record<string, string>> = { ...siteCalls };
  for (const [feature, late] of Object.entries(lateCalls)) {
    // A call stands in one of the two tables.
    expect(Object.keys(late).filter((name) => name in (all[feature] ?? {}))).toEqual([]);
    all[feature] = { ...all[feature], ...late };
  }
  expect(all).toEqual(linesOf({ ...members, ...demo }));
});

test('the office calls what the contract promises, by the same method and path', () => {
  expect(officeCalls).toEqual(linesOf(office));
});
