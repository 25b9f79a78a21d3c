// The signed-in user: stored data, verification status, and the pages that they may see.
import { useSyncExternalStore } from 'react';
import type { User } from '#contract/identity/calls.ts';
import type { Look } from '#contract/identity/impersonation.ts';
import {
  dropDraftsOfOthers,
  dropOfTab,
  dropPersonal,
  tellOtherTabs,
  tellsLogout,
} from './drafts.ts';
import { now } from './ui/clock.ts';

export type Verification = {
  verifiedIDStage: number;
  verifiedIDstatus: number;
  isFinancialStatus?: boolean;
  items?: Record<string, boolean>;
  supplement?: { item: string; fields: string[]; reason: string }[];
};

/**
 * Status numbers of the specification in its reading B. `undefined` means that a user is signed in
 * but their verification could not be loaded.
 */
export const memberStatus = {
  notLoggedIn: 0,
  emailNotVerified: 1,
  profileNotVerified: 2,
  profileNotVerifying: 3,
  profileVerified: 4,
} as const;
export type MemberStatus = 0 | 1 | 2 | 3 | 4;

type Who = Pick<User, 'emailVerifiedAt' | 'isGoogleLogin'>;

/**
 * Returns the member status, with the conditions of the specification's reading A and the numbers
 * of its reading B; the first match wins.
 */
export function statusOf(user: Who | null, verification: Verification | null): MemberStatus {
  if (!user || !verification) return memberStatus.notLoggedIn;
  if (!user.emailVerifiedAt && !user.isGoogleLogin) return memberStatus.emailNotVerified;
  const { verifiedIDStage: stage, verifiedIDstatus: status } = verification;
  if (stage === 4 && status === 3) return memberStatus.profileVerified;
  return stage <= 0 ? memberStatus.profileNotVerifying : memberStatus.profileNotVerified;
}

/** A member; if `look` is set, an operator impersonates the member in this tab. */
export type SessionUser = User & { look?: Look };

export type Session = {
  /** `unknown` on the server and until the page is hydrated. */
  phase: 'unknown' | 'known';
  /** True while the user is known but the first answer about the verification is still loading. */
  isReading: boolean;
  user: SessionUser | null;
  verification: Verification | null;
  verificationStatus: MemberStatus | undefined;
  /** True for stage 4 and status 3. */
  isVerified: boolean;
  isFinancialStatus: boolean;
  hasShowNotification: boolean;
};

const USER_KEY = 'user';
/** The impersonation is stored per tab, so that it does not affect anybody's own session. */
const LOOK_KEY = 'impersonation';
const NOTICE_CARDS_KEY = 'hasShowNotification';

const unknown: Session = {
  phase: 'unknown',
  isReading: false,
  user: null,
  verification: null,
  verificationStatus: undefined,
  isVerified: false,
  isFinancialStatus: false,
  hasShowNotification: true,
};
let session: Session = unknown;
const listeners = new Set<() => void>();

/**
 * Updates the session. Without verification data the user's status is undefined until the server
 * has answered.
 */
function put(
  user: SessionUser | null,
  verification: Verification | null,
  { isReading = false } = {},
): void {
  const verificationStatus = user && !verification ? undefined : statusOf(user, verification);
  session = {
    phase: 'known',
    isReading,
    user,
    verification,
    verificationStatus,
    isVerified: verificationStatus === memberStatus.profileVerified,
    isFinancialStatus: verification?.isFinancialStatus ?? user?.isFinancialStatus ?? false,
    hasShowNotification: readNoticeCards(),
  };
  mark(user);
  for (const listen of listeners) listen();
}

/**
 * Sets the attributes on which the stylesheet depends, so that the header is right before
 * hydration.
 */
function mark(user: SessionUser | null): void {
  const { dataset } = document.documentElement;
  dataset['session'] = user ? 'in' : 'out';
  if (user?.look) dataset['impersonation'] = '';
  else delete dataset['impersonation'];
}

function readNoticeCards(): boolean {
  try {
    return sessionStorage.getItem(NOTICE_CARDS_KEY) === 'true';
  } catch {
    return true;
  }
}

export function readUser(): SessionUser | null {
  try {
    const stored = sessionStorage.getItem(LOOK_KEY) ?? localStorage.getItem(USER_KEY) ?? 'null';
    const user = JSON.parse(stored) as SessionUser | null;
    return user?.accessToken ? user : null;
  } catch {
    return null;
  }
}

function storeUser(user: SessionUser | null): void {
  try {
    const looked = sessionStorage.getItem(LOOK_KEY) !== null;
    if (user?.look) sessionStorage.setItem(LOOK_KEY, JSON.stringify(user));
    else sessionStorage.removeItem(LOOK_KEY);
    // A member signed in on this browser stays signed in when an impersonation ends.
    if (user?.look || (looked && !user)) return;
    if (user) localStorage.setItem(USER_KEY, JSON.stringify(user));
    else localStorage.removeItem(USER_KEY);
  } catch {
    // Storage may be full or forbidden; the session then lasts only as long as the page.
  }
}

export function currentSession(): Session {
  return session;
}

type FetchVerification = () => Promise<{ info: Verification }>;

/** Loads the verification state from the server; after a failure the status stays undefined. */
export async function refreshVerification(fetchIt: FetchVerification): Promise<void> {
  const user = session.user ?? readUser();
  if (!user) {
    put(null, null);
    return;
  }
  try {
    const { info } = await fetchIt();
    // The user may have changed meanwhile: logged out, or confirmed the e-mail.
    const latest = session.user ?? user;
    if (readUser()?.accessToken !== user.accessToken) return;
    const fresh = { ...latest, verification: info, verificationStatus: statusOf(latest, info) };
    storeUser(fresh);
    put(fresh, info);
  } catch {
    if (readUser()) put(user, null);
  }
}

/**
 * Returns the verification stored with the user; null if the stored user has none, because another
 * program wrote it.
 */
function storedVerification(user: SessionUser | null): Verification | null {
  const stored = user?.verification as Partial<Verification> | null | undefined;
  const isWhole = Number.isInteger(stored?.verifiedIDStage ?? NaN);
  return isWhole ? (stored as Verification) : null;
}

/**
 * Follows what another tab stored. If the member of this page was logged out or replaced, the page
 * is reloaded, because it shows and caches what only that member may see.
 */
function followOtherTab(fetchIt: FetchVerification): void {
  const other = readUser();
  if (session.user && session.user.id !== other?.id) {
    ranOut = true;
    window.location.reload();
    return;
  }
  const verification = storedVerification(other);
  const isReading = other !== null && verification === null;
  put(other, verification, { isReading });
  if (isReading) void refreshVerification(fetchIt);
}

/**
 * Called at start-up: uses the stored user at once, then the server's answer, and follows changes
 * in other tabs.
 */
export function startSession(fetchIt: FetchVerification): () => void {
  const user = readUser();
  const stored = storedVerification(user);
  put(user, stored, { isReading: user !== null && stored === null });
  if (user) void refreshVerification(fetchIt);
  const onStorage = (event: StorageEvent) => {
    const { key } = event;
    if (tellsLogout(event)) dropPersonal();
    if (key === USER_KEY || key === null) followOtherTab(fetchIt);
  };
  // A page that the back button restores from memory has missed the changes of the other tabs.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    ranOut = false;
    followOtherTab(fetchIt);
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onShow);
  };
}

/**
 * Called after login: stores the user, enables the notification cards, loads the verification and
 * calculates the status.
 */
export async function signIn(user: User, fetchIt: FetchVerification): Promise<void> {
  ranOut = false;
  dropDraftsOfOthers(user.id);
  storeUser(user);
  try {
    sessionStorage.removeItem(NOTICE_CARDS_KEY);
    sessionStorage.removeItem('notice-cards');
  } catch {
    // Without session storage the cards are not shown.
  }
  put(user, user.verification);
  await refreshVerification(fetchIt);
}

/** Starts an impersonation in this tab; the caller then loads a new page. */
export function beginImpersonation(user: User, look: Look): void {
  dropOfTab();
  storeUser({ ...user, look });
}

let ranOut = false;

/**
 * Whether the session expired or was ended in another tab, so that this page is being left without
 * a question.
 */
export const hasExpired = () => ranOut;

/**
 * Removes user, verification and status; the caller then reloads or navigates. Drafts and whatever
 * else is personal are deleted too, in all tabs, unless the session expired, so that the member can
 * continue with them.
 */
export function signOut({ expired = false, reloads = false } = {}): void {
  ranOut = expired;
  // The end of an impersonation concerns its own tab only.
  if (!expired && readUser()?.look) dropOfTab();
  else if (!expired) {
    dropPersonal();
    tellOtherTabs();
  }
  storeUser(null);
  // Before a reload the page must not notice the logout, because it would redirect to the login
  // page and abort the reload.
  if (!reloads) put(null, null);
}

/** Updates the stored status after the e-mail was confirmed on this device. */
export function confirmEmail(): void {
  if (!session.user) return;
  const { verification } = session;
  const user = { ...session.user, emailVerifiedAt: new Date(now()).toISOString() };
  if (verification) user.verificationStatus = statusOf(user, verification);
  storeUser(user);
  put(user, verification);
}

/** Marks the notification cards as seen; they are shown again after the next login. */
export function markNotificationsSeen(): void {
  try {
    sessionStorage.setItem(NOTICE_CARDS_KEY, 'true');
  } catch {
    // Without session storage the cards are shown again on the next page.
  }
  session = { ...session, hasShowNotification: true };
  for (const listen of listeners) listen();
}

export type Need = 'signedIn' | 'member' | 'verified';

/**
 * Returns the page to which a visitor is redirected if the current page requires `need`, with the
 * order of the specification; null if the page may be shown. `path` is the full path to return to
 * afterwards.
 */
export function detour(
  { user, verificationStatus: status }: Pick<Session, 'user' | 'verificationStatus'>,
  need: Need,
  path: string,
): string | null {
  if (!user) return `/member/login?redirectTo=${encodeURIComponent(path)}`;
  // Signed-in users are never sent to the login page, because that page would send them back.
  if (status === undefined || status === memberStatus.notLoggedIn) return '/member/verifyStatus';
  if (need === 'signedIn') return null;
  if (status === memberStatus.emailNotVerified) return '/member/verifyStatus';
  if (need === 'verified' && status !== memberStatus.profileVerified) return '/member/profile';
  return null;
}

/** Returns a path of this site to which the user may return, or '/'; never another origin. */
export function safeReturn(redirectTo: string | null): string {
  if (!redirectTo || !/^\/(?![/\\])/.test(redirectTo)) return '/';
  const at = new URL(redirectTo, 'http://own.invalid');
  // `/..//evil.example` has this host, but its resolved path begins with `//`, so that it would
  // lead to another host.
  if (at.host !== 'own.invalid' || at.pathname.startsWith('//')) return '/';
  return at.pathname + at.search + at.hash;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the session; `phase: 'unknown'` on the server and during hydration. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => unknown,
  );
}
