// Sign-in at the company's identity provider: what the page keeps while the browser is away.
import { api } from '../../office/api.ts';

type PendingSignIn = { flow: string; state: string; redirectTo: string | null };
const KEY = 'providerSignIn';
/** Set if the provider must ask for the proof of identity again at the next sign-in. */
const FRESH = 'providerSignInFresh';

/** Thrown if the browser returned without an answer for this tab. The message is for people. */
class ProviderProblem extends Error {
  override name = 'ProviderProblem';
}

/** Returns whether the address shows that the provider has sent the browser back. */
export const isReturn = (query: URLSearchParams): boolean =>
  query.has('state') && (query.has('code') || query.has('error'));

/** Goes to the provider, which sends the browser back to the login page. */
export async function leaveForProvider(redirectTo: string | null): Promise<void> {
  const fresh = sessionStorage.getItem(FRESH) !== null;
  const { data } = await api.identity.startProviderSignIn({ fresh });
  const kept: PendingSignIn = { flow: data.flow, state: data.state, redirectTo };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
  sessionStorage.removeItem(FRESH);
  window.location.assign(data.url);
}

/** The next sign-in of this tab needs a new proof of identity. */
export const needFreshProof = () => sessionStorage.setItem(FRESH, '1');

function pendingSignIn(): PendingSignIn | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PendingSignIn | null;
  } catch {
    return null;
  }
}

/** Returns the page that the operator wanted before they left for the provider. */
export const keptTarget = (): string | null => pendingSignIn()?.redirectTo ?? null;

/**
 * Signs in with the provider's answer. Accepts only the answer to this tab's own request, so that
 * nobody is signed in through another person's link.
 */
export async function signInWith(query: URLSearchParams) {
  const kept = pendingSignIn();
  sessionStorage.removeItem(KEY);
  const state = query.get('state') ?? '';
  if (!kept || kept.state !== state) throw new ProviderProblem('登入未完成，請再試一次');
  const code = query.get('code');
  if (code === null) throw new ProviderProblem('您已取消登入，或公司帳號拒絕了這次登入');
  const iss = query.get('iss');
  const answer = { flow: kept.flow, state, code, ...(iss !== null && { iss }) };
  const { data } = await api.identity.finishProviderSignIn(answer);
  return data;
}
