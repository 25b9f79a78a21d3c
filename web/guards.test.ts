// Every route of the specification for four persons: who sees it, and where the others are led.
// tests/data/guards.json was written from the specification ("Access guard"), not from the routes.
import { readFileSync } from 'node:fs';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import routes from './routes.ts';
import { detour, type MemberStatus, type Need, type SessionUser } from './session.ts';

type Route = { file: string; path?: string; index?: boolean; children?: readonly Route[] };

const persons = {
  visitor: { user: null, verificationStatus: 0 },
  unconfirmed: { user: {} as SessionUser, verificationStatus: 1 },
  'confirmed without identity': { user: {} as SessionUser, verificationStatus: 3 },
  verified: { user: {} as SessionUser, verificationStatus: 4 },
} satisfies Record<string, { user: SessionUser | null; verificationStatus: MemberStatus }>;

const needs: Record<string, Need> = {
  'site/SignedIn.tsx': 'signedIn',
  'site/Member.tsx': 'member',
  'site/Verified.tsx': 'verified',
};

const table = JSON.parse(readFileSync('tests/data/guards.json', 'utf8')) as Record<string, string>;
const specified = JSON.parse(readFileSync('tests/data/routes.json', 'utf8')) as string[];

const treeOf = (all: readonly Route[]): RouteObject[] =>
  all.map(({ file: id, path, index, children = [] }) =>
    index ? { id, index } : { id, ...(path !== undefined && { path }), children: treeOf(children) },
  );

const cases = Object.entries(table).flatMap(([path, outcomes]) =>
  outcomes.split(' ').map((outcome, i) => [Object.keys(persons)[i]!, path, outcome] as const),
);

test('the table has every route of the specification', () => {
  expect(Object.keys(table).toSorted()).toEqual(specified.toSorted());
  expect(cases).toHaveLength(specified.length * 4);
});

test.each(cases)('%s at %s: %s', async (who, path, outcome) => {
  const address = path.replaceAll(/\{[^}]+\}/g, '7');
  const matched = matchRoutes(treeOf((await routes) as Route[]), address) ?? [];
  expect(matched.at(-1)?.route.path).not.toBe('*');
  const need = matched.map(({ route }) => needs[route.id ?? '']).find((one) => one !== undefined);
  const target = need ? detour(persons[who as keyof typeof persons], need, address) : null;
  const places = {
    shown: null,
    login: `/member/login?redirectTo=${encodeURIComponent(address)}`,
    confirm: '/member/verifyStatus',
    identity: '/member/profile',
  };
  expect(target).toBe(places[outcome as keyof typeof places]);
});
