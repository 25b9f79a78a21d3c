// The member site's client, and how its answers are cached by TanStack Query.
import type { queryOptions } from '@tanstack/react-query';
import { clientOf, withIds, type Answer, type Client, type Door, type InputOf } from '../../api.ts';
import { leaveFor } from '../../leave.ts';
import { currentSession, readUser, signOut } from '../../session.ts';
import { learnNow } from '../../ui/clock.ts';
import { siteCalls, type EarlyCalls } from './calls.ts';
import { login, impersonation } from './paths.ts';

/** Ends the session and loads the login page, which leads back to where we are. */
function expire(): void {
  if (currentSession().user?.look) return leaveLook();
  signOut({ expired: true });
  const { pathname, search, hash } = window.location;
  if (pathname.startsWith('/member/login')) return;
  leaveFor(login({ redirectTo: pathname + search + hash, expired: true }));
}

/** The look is over: this tab shows that, whoever is signed in beside it. */
function leaveLook(): void {
  signOut({ expired: true });
  leaveFor(impersonation());
}

/** Ends the look there and here. Without an answer it runs out by itself there. */
export async function endLook(): Promise<void> {
  await api.identity.endImpersonation().catch(() => {});
  leaveLook();
}

/** How the member site makes calls. */
export const door: Door = {
  // The document says it, so that a setting needs no other build.
  get baseUrl() {
    return document.documentElement.dataset['api'] ?? '';
  },
  headers: () => ({}),
  token: () => (currentSession().user ?? readUser())?.accessToken,
  onExpired: expire,
  onTime: learnNow,
  read: withIds,
};

/** `api.investing.quickApply(order, {idempotencyKey})`; throws ApiFailure on anything but 200. */
export const api: Client<EarlyCalls> = clientOf<EarlyCalls>(siteCalls, door);

type Calls = EarlyCalls;

/** TanStack's, which does nothing but type its argument: without its code on every page. */
const typed = ((options: unknown) => options) as typeof queryOptions;

/**
 * A cached read: `useQuery(asked('investing', 'searchCases', filters))`. The key is
 * `[feature, name, input]`, so `invalidateQueries({queryKey: ['investing']})` renews a feature.
 */
export function asked<F extends keyof Calls & string, N extends keyof Calls[F] & string>(
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
