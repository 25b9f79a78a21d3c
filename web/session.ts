// Who is signed in: the stored user, how far verification has come, and what a page may show.
import { useSyncExternalStore } from 'react';
import type { User } from '#contract/identity/calls.ts';
import type { Look } from '#contract/identity/impersonation.ts';
import { dropFormDrafts } from './drafts.ts';
import { now } from './ui/clock.ts';

export type Verification = {
  verifiedIDStage: number;
  verifiedIDstatus: number;
  isFinancialStatus?: boolean;
  items?: Record<string, boolean>;
  supplement?: { item: string; fields: string[]; reason: string }[];
};

/** Reading B's numbers. `undefined` is a signed-in user whose verification could not be read. */
export const memberStatus = {
  notLoggedIn: 0,
  emailNotVerified: 1,
  profileNotVerified: 2,
  profileNotVerifying: 3,
  profileVerified: 4,
} as const;
export type MemberStatus = 0 | 1 | 2 | 3 | 4;

type Who = Pick<User, 'emailVerifiedAt' | 'isGoogleLogin'>;

/** Reading A's conditions with Reading B's numbers; the first that fits. */
export function statusOf(user: Who | null, verification: Verification | null): MemberStatus {
  if (!user || !verification) return memberStatus.notLoggedIn;
  if (!user.emailVerifiedAt && !user.isGoogleLogin) return memberStatus.emailNotVerified;
  const { verifiedIDStage: stage, verifiedIDstatus: status } = verification;
  if (stage === 4 && status === 3) return memberStatus.profileVerified;
  return stage <= 0 ? memberStatus.profileNotVerifying : memberStatus.profileNotVerified;
}

/** A member; with `look` it is an operator who sees the site as the member does, in this tab. */
export type SessionUser = User & { look?: Look };

export type Session = {
  /** `unknown` on the server and until the page is alive. */
  phase: 'unknown' | 'known';
  /** A user is known, and the first answer about the verification is still on its way. */
  isReading: boolean;
  user: SessionUser | null;
  verification: Verification | null;
  verificationStatus: MemberStatus | undefined;
  /** Stage 4 and status 3. */
  isVerified: boolean;
  isFinancialStatus: boolean;
  hasShowNotification: boolean;
};

const USER_KEY = 'user';
/** Of this tab alone, so that nobody's own session is touched by a look. */
const LOOK_KEY = 'impersonation';
const SHOWN_KEY = 'hasShowNotification';

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

/** A user without verification has no status: it is undefined until the server has answered. */
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
    hasShowNotification: readShown(),
  };
  mark(user);
  for (const listen of listeners) listen();
}

/** The marks the style sheet reads, so that the header is right before the page is alive. */
function mark(user: SessionUser | null): void {
  const { dataset } = document.documentElement;
  dataset['session'] = user ? 'in' : 'out';
  if (user?.look) dataset['impersonation'] = '';
  else delete dataset['impersonation'];
}

function readShown(): boolean {
  try {
    return sessionStorage.getItem(SHOWN_KEY) === 'true';
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
    // Whoever is signed in beside a look stays so when it ends.
    if (user?.look || (looked && !user)) return;
    if (user) localStorage.setItem(USER_KEY, JSON.stringify(user));
    else localStorage.removeItem(USER_KEY);
  } catch {
    // Storage may be full or forbidden; the session then lasts as long as the page.
  }
}

export function currentSession(): Session {
  return session;
}

type FetchVerification = () => Promise<{ info: Verification }>;

/** Asks the server how far verification has come; a failure leaves the status undefined. */
export async function refreshVerification(fetchIt: FetchVerification): Promise<void> {
  const user = session.user ?? readUser();
  if (!user) {
    put(null, null);
    return;
  }
  try {
    const { info } = await fetchIt();
    // The user may have changed meanwhile: logged out, or the e-mail confirmed.
    const latest = session.user ?? user;
    if (readUser()?.accessToken !== user.accessToken) return;
    const fresh = { ...latest, verification: info, verificationStatus: statusOf(latest, info) };
    storeUser(fresh);
    put(fresh, info);
  } catch {
    if (readUser()) put(user, null);
  }
}

/** The verification as it was stored with the user; null where another program wrote the user. */
function storedVerification(user: SessionUser | null): Verification | null {
  const stored = user?.verification as Partial<Verification> | null | undefined;
  const isWhole = Number.isInteger(stored?.verifiedIDStage ?? NaN);
  return isWhole ? (stored as Verification) : null;
}

/** At start-up: the stored user at once, then what the server says; and other tabs' changes. */
export function startSession(fetchIt: FetchVerification): () => void {
  const user = readUser();
  const stored = storedVerification(user);
  put(user, stored, { isReading: user !== null && stored === null });
  if (user) void refreshVerification(fetchIt);
  const onStorage = (event: StorageEvent) => {
    if (event.key !== USER_KEY && event.key !== null) return;
    const other = readUser();
    const verification = storedVerification(other);
    const isReading = other !== null && verification === null;
    put(other, verification, { isReading });
    if (isReading) void refreshVerification(fetchIt);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** After login: store, let the cards be shown again, fetch verification, compute the status. */
export async function signIn(user: User, fetchIt: FetchVerification): Promise<void> {
  ranOut = false;
  dropFormDrafts({ but: user.id });
  storeUser(user);
  try {
    sessionStorage.removeItem(SHOWN_KEY);
  } catch {
    // Without session storage the cards are simply not shown.
  }
  put(user, user.verification);
  await refreshVerification(fetchIt);
}

/** Begins a look, in this tab; the caller loads a page anew. */
export function beginLook(user: User, look: Look): void {
  dropFormDrafts();
  storeUser({ ...user, look });
}

let ranOut = false;

/** Whether the session ran out and the document is on its way to the login page. */
export const hasExpired = () => ranOut;

/**
 * Clears user, verification and status. The caller reloads or navigates. What was typed into forms
 * goes too, unless the session ran out meanwhile: then the member comes back to it.
 */
export function signOut({ expired = false, reloads = false } = {}): void {
  ranOut = expired;
  if (!expired) dropFormDrafts();
  storeUser(null);
  // A page that saw its user go would lead to the login by itself and cut the reload off.
  if (!reloads) put(null, null);
}

/** The e-mail was confirmed just now, on this device: the stored status follows from it. */
export function confirmEmail(): void {
  if (!session.user) return;
  const { verification } = session;
  const user = { ...session.user, emailVerifiedAt: new Date(now()).toISOString() };
  if (verification) user.verificationStatus = statusOf(user, verification);
  storeUser(user);
  put(user, verification);
}

/** The cards have been seen; they come again after the next login. */
export function markNotificationsShown(): void {
  try {
    sessionStorage.setItem(SHOWN_KEY, 'true');
  } catch {
    // Shown again on the next page then.
  }
  session = { ...session, hasShowNotification: true };
  for (const listen of listeners) listen();
}

export type Need = 'signedIn' | 'member' | 'verified';

/**
 * Where a page that needs `need` must send the visitor instead, by the specification's order;
 * null: it may be shown. `path` is the full path to come back to.
 */
export function detour(
  { user, verificationStatus: status }: Pick<Session, 'user' | 'verificationStatus'>,
  need: Need,
  path: string,
): string | null {
  if (!user) return `/member/login?redirectTo=${encodeURIComponent(path)}`;
  // The login page leads a user back to where they came from, so nobody with one is sent there.
  if (status === undefined || status === memberStatus.notLoggedIn) return '/member/verifyStatus';
  if (need === 'signedIn') return null;
  if (status === memberStatus.emailNotVerified) return '/member/verifyStatus';
  if (need === 'verified' && status !== memberStatus.profileVerified) return '/member/profile';
  return null;
}

/** A path of this site to return to, or '/': never another origin. */
export function safeReturn(redirectTo: string | null): string {
  if (!redirectTo || !/^\/(?![/\\])/.test(redirectTo)) return '/';
  const at = new URL(redirectTo, 'http://own.invalid');
  // `/..//evil.example` has our host, and yet its path, resolved, begins as another's address does.
  if (at.host !== 'own.invalid' || at.pathname.startsWith('//')) return '/';
  return at.pathname + at.search + at.hash;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session; `phase: 'unknown'` on the server and while hydrating. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => unknown,
  );
}
