// The member site's client, and caching of its answers with TanStack Query.
import type { queryOptions } from '@tanstack/react-query';
import {
  clientOf,
  withIds,
  type Answer,
  type Client,
  type ClientSettings,
  type InputOf,
} from '../../api.ts';
import { leaveFor } from '../../leave.ts';
import { currentSession, hasExpired, readUser, signOut } from '../../session.ts';
import { learnNow } from '../../ui/clock.ts';
import { siteCalls, type EarlyCalls } from './calls.ts';
import { login, impersonation } from './paths.ts';

/** Ends the session and loads the login page, which leads back to the current page. */
function expire(): void {
  // The page is already being left; meanwhile another member may have signed in in another tab.
  if (hasExpired()) return;
  if (currentSession().user?.look) return leaveLook();
  signOut({ expired: true });
  const { pathname, search, hash } = window.location;
  if (pathname.startsWith('/member/login')) return;
  leaveFor(login({ redirectTo: pathname + search + hash, expired: true }));
}

/**
 * Called when the impersonation has ended: shows this in the tab, even if a member is signed in in
 * another tab.
 */
function leaveLook(): void {
  signOut({ expired: true });
  leaveFor(impersonation());
}

/**
 * Ends the impersonation on the server and in this tab. If the server does not answer, the
 * impersonation expires there by itself.
 */
export async function endImpersonation(): Promise<void> {
  await api.identity.endImpersonation().catch(() => {});
  leaveLook();
}

/** Client settings of the member site. */
export const clientSettings: ClientSettings = {
  // The base URL is read from the document, so that changing it requires no new build.
  get baseUrl() {
    return document.documentElement.dataset['api'] ?? '';
  },
  headers: () => ({}),
  token: () => (currentSession().user ?? readUser())?.accessToken,
  onExpired: expire,
  onTime: learnNow,
  read: withIds,
};

/**
 * Client of the site's calls: `api.investing.quickApply(order, {idempotencyKey})`. Throws
 * ApiFailure for any status other than 200.
 */
export const api: Client<EarlyCalls> = clientOf<EarlyCalls>(siteCalls, clientSettings);

type Calls = EarlyCalls;

/**
 * TanStack's function of the same name only adds types; because this one replaces it, no page loads
 * the library's code for it.
 */
const typed = ((options: unknown) => options) as typeof queryOptions;

/**
 * Returns the options of a cached read: `useQuery(queryOf('investing', 'searchCases', filters))`.
 * The key is `[feature, name, input]`, so `invalidateQueries({queryKey: ['investing']})` refreshes
 * a whole feature.
 */
export function queryOf<F extends keyof Calls & string, N extends keyof Calls[F] & string>(
  feature: F,
  name: N,
  input: InputOf<Calls[F][N]>,
) {
  type Call = (input: unknown, options: { signal: AbortSignal }) => Promise<Answer<Calls[F][N]>>;
  return typed({
    queryKey: [feature, name, input] as const,
    queryFn: ({ signal }) => (api[feature][name] as Call)(input, { signal }),
  });
}
