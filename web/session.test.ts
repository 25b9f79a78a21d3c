// Tests of the session: member status by both readings of the specification, redirects, safe return
// paths, and what another tab of the browser does.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { memberStatusOf } from '#contract/verification/calls.ts';
import {
  currentSession,
  detour,
  hasExpired,
  refreshVerification,
  safeReturn,
  signOut,
  startSession,
  statusOf,
  type MemberStatus,
} from './session.ts';

const at = '2026-11-20T08:00:00+08:00';

describe('the client status', () => {
  const google = true;
  test.each<[string | null, boolean, number, number, MemberStatus]>([
    // Columns: e-mail confirmed, Google, stage, status, expected member status.
    [null, false, 0, 0, 1],
    [null, false, 4, 3, 1],
    [null, google, 0, 0, 3],
    [null, google, 4, 3, 4],
    [at, false, -1, 0, 3],
    [at, false, 0, 0, 3],
    [at, false, 0, 3, 3],
    [at, false, 1, 0, 2],
    [at, false, 3, 0, 2],
    [at, false, 4, 1, 2],
    [at, false, 4, 2, 2],
    [at, false, 3, 3, 2],
    [at, false, 4, 3, 4],
  ])(
    '%s, google %s, stage %i, status %i → %i',
    (emailVerifiedAt, isGoogleLogin, stage, status, n) => {
      const verification = { verifiedIDStage: stage, verifiedIDstatus: status };
      expect(statusOf({ emailVerifiedAt, isGoogleLogin }, verification)).toBe(n);
      // The server must derive the same number.
      expect(memberStatusOf({ emailVerifiedAt, isGoogleLogin, verification })).toBe(n);
    },
  );

  test('without a user or without verification info nobody is logged in', () => {
    expect(statusOf(null, null)).toBe(0);
    expect(statusOf(null, { verifiedIDStage: 4, verifiedIDstatus: 3 })).toBe(0);
    expect(statusOf({ emailVerifiedAt: at, isGoogleLogin: false }, null)).toBe(0);
  });
});

describe('where a page redirects a visitor', () => {
  const user = {} as NonNullable<Parameters<typeof detour>[0]['user']>;
  const login = '/member/login?redirectTo=%2Faccount%2Finvest%3Fpage%3D2';
  const verify = '/member/verifyStatus';
  test.each([
    [null, 0, 'signedIn', login],
    [null, 0, 'member', login],
    [null, 0, 'verified', login],
    [user, undefined, 'signedIn', verify],
    [user, undefined, 'member', verify],
    [user, 1, 'signedIn', null],
    [user, 1, 'member', verify],
    [user, 1, 'verified', verify],
    [user, 2, 'member', null],
    [user, 3, 'member', null],
    [user, 3, 'verified', '/member/profile'],
    [user, 2, 'verified', '/member/profile'],
    [user, 4, 'verified', null],
  ] as const)('%# status %s needing %s', (who, verificationStatus, need, target) => {
    const path = '/account/invest?page=2';
    expect(detour({ user: who, verificationStatus }, need, path)).toBe(target);
  });
});

test('an unreadable verification is null, and nothing throws (decision 004)', async () => {
  const user = { accessToken: 'token', email: 'a@example.com', verificationStatus: 4 };
  localStorage.setItem('user', JSON.stringify(user));
  await refreshVerification(() => Promise.reject(new Error('503')));
  const { phase, verification, verificationStatus } = currentSession();
  expect({ phase, verification, verificationStatus }).toEqual({
    phase: 'known',
    verification: null,
    verificationStatus: undefined,
  });
  signOut();
  expect(currentSession().verificationStatus).toBe(0);
});

describe('a change of the stored user in another tab', () => {
  const never = () => new Promise<never>(() => {});
  const store = (id: string) => {
    const user = { id, accessToken: `token of ${id}`, email: `${id}@example.com` };
    localStorage.setItem('user', JSON.stringify(user));
  };
  /** Starts the session of member 1 and counts the reloads of the page. */
  function open() {
    store('1');
    sessionStorage.setItem('form-draft:1:bank', '{}');
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    onTestFinished(startSession(never));
    onTestFinished(() => {
      reload.mockRestore();
      signOut();
    });
    return reload;
  }
  const tell = (key: string, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  const showAgain = () =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

  test('a logout reloads the page without a question and deletes the drafts', () => {
    const reload = open();
    tell('logout', 'now');
    localStorage.removeItem('user');
    tell('user', null);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(hasExpired()).toBe(true);
    expect(sessionStorage.getItem('form-draft:1:bank')).toBe(null);
  });

  test('an expired session reloads the page and keeps the drafts', () => {
    const reload = open();
    localStorage.removeItem('user');
    tell('user', null);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(sessionStorage.getItem('form-draft:1:bank')).toBe('{}');
  });

  test('another member reloads the page; the same one, signed in again, does not', () => {
    const reload = open();
    store('1');
    tell('user', 'changed');
    expect(reload).not.toHaveBeenCalled();
    store('2');
    tell('user', 'changed');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('a page that is restored from memory after a logout is reloaded', () => {
    const reload = open();
    showAgain();
    expect(reload).not.toHaveBeenCalled();
    localStorage.removeItem('user');
    showAgain();
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

test.each([
  [null, '/'],
  ['', '/'],
  ['/account/loan?x=1#a', '/account/loan?x=1#a'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/\t/evil.example', '/'],
  ['/..//evil.example', '/'],
  ['/.//evil.example/x', '/'],
  ['/%2e//evil.example', '/'],
  ['/account/../..//evil.example', '/'],
  ['/member/../account?x=1#a', '/account?x=1#a'],
])('returning to %j leads to %s', (given, path) => {
  expect(safeReturn(given)).toBe(path);
});
