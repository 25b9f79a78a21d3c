// Tests of drafts of long forms: separate per member, deleted on logout, kept after a timeout.
import { beforeEach, expect, test } from 'vitest';
import type { User } from '#contract/identity/calls.ts';
import { dropFormDraft, keepFormDraft, readFormDraft } from './drafts.ts';
import { hasExpired, signIn, signOut } from './session.ts';

const mine = { form: 'basic', memberId: '7' };
const others = { form: 'basic', memberId: '77' };

beforeEach(() => {
  sessionStorage.clear();
  keepFormDraft(mine, { name: '王小明', fundSource: [1, 2] });
  keepFormDraft(others, { name: '林美玲' });
});

test('a draft is read again only by its own member and form', () => {
  expect(readFormDraft(mine)).toEqual({ name: '王小明', fundSource: [1, 2] });
  expect(readFormDraft({ ...mine, form: 'bank' })).toBe(null);
  dropFormDraft(mine);
  expect(readFormDraft(mine)).toBe(null);
  expect(readFormDraft(others)).not.toBe(null);
});

test('what is no draft is ignored', () => {
  sessionStorage.setItem('form-draft:7:basic', '{');
  expect(readFormDraft(mine)).toBe(null);
  sessionStorage.setItem('form-draft:7:basic', '"text"');
  expect(readFormDraft(mine)).toBe(null);
});

test('a logout deletes all drafts, and nothing else', () => {
  sessionStorage.setItem('registerDraft', '{}');
  signOut();
  expect([readFormDraft(mine), readFormDraft(others)]).toEqual([null, null]);
  expect(sessionStorage.getItem('registerDraft')).toBe('{}');
});

test('an expired session keeps them, for the member who returns', async () => {
  signOut({ expired: true });
  expect(hasExpired()).toBe(true);
  expect(readFormDraft(mine)).not.toBe(null);
  const info = { verifiedIDStage: 0, verifiedIDstatus: 0 };
  const user = { id: '7', accessToken: 'token', verification: info } as User;
  await signIn(user, async () => ({ info }));
  expect(hasExpired()).toBe(false);
  expect(readFormDraft(mine)).not.toBe(null);
  expect(readFormDraft(others)).toBe(null);
  signOut();
});
