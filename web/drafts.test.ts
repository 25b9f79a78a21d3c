// Tests of drafts of long forms: separate per member, deleted on logout, kept after a timeout.
import { beforeEach, expect, test } from 'vitest';
import type { User } from '#contract/identity/calls.ts';
import type { Look } from '#contract/identity/impersonation.ts';
import {
  beforeLogout,
  dropFormDraft,
  keepFormDraft,
  readFormDraft,
  sendBeforeLogout,
} from './drafts.ts';
import { keepUnsent, readUnsent } from './lending/apply/apply-draft.ts';
import { beginImpersonation, hasExpired, signIn, signOut } from './session.ts';

const mine = { form: 'basic', userId: '7' };
const others = { form: 'basic', userId: '77' };

const application = { values: { amount: 80_000 }, reached: 1, version: 0, device: 'here' };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
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

test('a logout deletes all drafts and other personal data, and nothing else', () => {
  keepUnsent('7', application);
  const tab = { registerDraft: '{"email":"a@example.com"}', 'signing:LC-1': '2' };
  for (const [name, value] of Object.entries(tab)) sessionStorage.setItem(name, value);
  localStorage.setItem('contract-read:LC-1', '{"most":1}');
  localStorage.setItem('theme', 'dark');
  signOut();
  expect([readFormDraft(mine), readFormDraft(others), readUnsent('7')]).toEqual([null, null, null]);
  expect([{ ...sessionStorage }, { ...localStorage }]).toEqual([{}, { theme: 'dark' }]);
});

test('an impersonation touches no storage but that of its own tab', () => {
  keepUnsent('7', application);
  beginImpersonation({ id: '8', accessToken: 'token' } as User, {} as Look);
  expect(readFormDraft(mine)).toBe(null);
  signOut();
  expect(readUnsent('7')).toEqual(application);
});

test('what was not sent yet is sent before a logout, but not waited for without end', async () => {
  const sent: string[] = [];
  const undo = beforeLogout(async () => void sent.push('one'));
  const stuck = beforeLogout(() => new Promise<never>(() => {}));
  await sendBeforeLogout(10);
  undo();
  stuck();
  await sendBeforeLogout(10);
  expect(sent).toEqual(['one']);
});

test('an expired session keeps them, for the member who returns', async () => {
  keepUnsent('7', application);
  keepUnsent('77', application);
  signOut({ expired: true });
  expect(hasExpired()).toBe(true);
  expect(readFormDraft(mine)).not.toBe(null);
  const info = { verifiedIDStage: 0, verifiedIDstatus: 0 };
  const user = { id: '7', accessToken: 'token', verification: info } as User;
  await signIn(user, async () => ({ info }));
  expect(hasExpired()).toBe(false);
  expect(readFormDraft(mine)).not.toBe(null);
  expect(readFormDraft(others)).toBe(null);
  expect([readUnsent('7'), readUnsent('77')]).toEqual([application, null]);
  signOut();
});
