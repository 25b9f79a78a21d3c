// Tests which calls can have a scope, that is, which calls a token may ever be allowed to make.
import { expect, test } from 'vitest';
import { office, site } from '../index.ts';
import type { Endpoint } from '../core/endpoint.ts';
import { scopes, scopeText } from './scopes.ts';

const callsOf = (contract: Record<string, Record<string, Endpoint>>) =>
  Object.entries(contract).flatMap(([feature, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => ({ feature, name, endpoint })),
  );
const open = callsOf(site).filter(({ endpoint }) => endpoint.scope);

/** Features about money between people; all others hold accounts, identities and papers. */
const features = new Set(['investing']);

test('each scope opens calls, and has words for its owner', () => {
  const used = new Set(open.map(({ endpoint }) => endpoint.scope));
  expect([...used].toSorted()).toEqual(scopes.toSorted());
  expect(Object.keys(scopeText)).toEqual([...scopes]);
});

test('no call of the office has one', () => {
  expect(callsOf(office).filter(({ endpoint }) => endpoint.scope)).toEqual([]);
});

test.each(open)('$feature.$name may be made by a program', ({ feature, endpoint }) => {
  const { access, himself, kind, refusals, scope } = endpoint;
  expect(features.has(feature)).toBe(true);
  expect(refusals).not.toContain('STEP_UP_REQUIRED');
  expect(himself).toBeUndefined();
  expect(['member', 'signedIn', 'verified']).toContain(access);
  expect(endpoint.files).toBeUndefined();
  // A secret, a long stream or a command that changes what already exists is closed to programs.
  const kinds = scope === 'orders:place' ? ['batched'] : ['read', 'document'];
  expect(kinds).toContain(kind);
});
