// Sign-in of operators through the company's identity provider: which account it opens. It never
// creates an operator, and roles never come from the provider.
import { createHash } from 'node:crypto';
import type { Input } from '#contract/core/endpoint.ts';
import type { signInOutcomes } from '#contract/identity/operators.ts';
import type { identityProviderOffice } from '#contract/identity/office-sign-in.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Asking } from '../../call.ts';
import { prepared } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { ProviderIdentity } from '../../adapters/auth/oidc.ts';
import { IdTokenInvalid, IssuerUnreachable } from '../../adapters/auth/id-tokens.ts';
import type { OidcPolicy } from '../../config/oidc-settings.ts';
import { db } from '../../database/db.ts';
import {
  enterByProvider,
  insertSignIn,
  operatorForProvider,
  operatorView,
  type ProviderAccount,
  type ProviderOperator,
} from '../../operators/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { operatorSubject, tellAdmins } from './operator-checks.ts';
import { openOperatorSession } from './operators.ts';
import { isOfCompany, isStrongAndFresh, verifiedEmail } from './provider-rules.ts';
import { remember, takeOnce } from '../sign-in/challenges.ts';
import { newToken } from '../tokens.ts';

type Promised = typeof identityProviderOffice;
type Answer = Input<Promised['finishProviderSignIn']>;
type Match = { operator: ProviderOperator; account: ProviderAccount };
type Outcome = Exclude<(typeof signInOutcomes)[number], 'right'>;

const PURPOSE = { purpose: 'provider', sessionId: null } as const;

/**
 * Derives state, nonce and PKCE verifier from the secret of a sign-in, so that none of them must be
 * stored. The browser gets the state; the nonce and the PKCE challenge are sent to the provider.
 */
const derived = (flow: string, use: 'state' | 'nonce' | 'verifier') =>
  createHash('sha256').update(`${use} ${flow}`).digest('base64url');

const redirectUri = ({ config }: Services) => new URL('/login', config.officeUrl).href;

/** Returns the provider and its policy. Refuses NOT_FOUND if none is configured. */
function providerOf({ config, identityProvider }: Services) {
  if (!identityProvider || !config.oidc) throw new Refusal('NOT_FOUND');
  return { provider: identityProvider, policy: config.oidc };
}

/** Refuses BUSY if the provider is at fault, and OIDC_INVALID if its answer is not for us. */
async function asking<T>({ log }: Services, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof IdTokenInvalid) throw new Refusal('OIDC_INVALID');
    if (!(error instanceof IssuerUnreachable)) throw error;
    log.error({ message: error.message }, 'the identity provider of the office is away');
    throw new Refusal('BUSY', { retryAfter: 5 });
  }
}

/** Uses up the sign-in and exchanges its code. Refuses OIDC_INVALID if this is not its answer. */
async function identityFrom(services: Services, answer: Answer): Promise<ProviderIdentity> {
  const { provider, policy } = providerOf(services);
  const { code, flow, iss, state } = answer;
  const isOurs = state === derived(flow, 'state') && (iss === undefined || iss === policy.issuer);
  const { clock, pool } = services;
  if (!isOurs || !(await takeOnce(db(pool), flow, clock.realNow(), PURPOSE))) {
    throw new Refusal('OIDC_INVALID');
  }
  const [verifier, nonce] = [derived(flow, 'verifier'), derived(flow, 'nonce')];
  const redeemed = provider.redeem({ code, verifier, nonce, redirectUri: redirectUri(services) });
  return asking(services, redeemed);
}

/** Returns the operator whom an identity opens, or why it opens none. */
async function operatorBehind(
  { clock, pool }: Services,
  { claims, subject }: ProviderIdentity,
  policy: OidcPolicy,
): Promise<Match | { outcome: Outcome; code: 'OIDC_REFUSED' | 'OIDC_STALE'; email: string }> {
  const email = verifiedEmail(claims, policy);
  const refused = { outcome: 'provider', code: 'OIDC_REFUSED', email: email ?? '' } as const;
  if (email === null || !isOfCompany(email, claims, policy)) return refused;
  if (!isStrongAndFresh(claims, policy, clock.realNow())) return { ...refused, code: 'OIDC_STALE' };
  const account = { issuer: policy.issuer, subject };
  const operator = await operatorForProvider(db(pool), account, email);
  if (!operator?.isApproved || operator.isTaken) return refused;
  if (operator.isDisabled) return { ...refused, outcome: 'disabled' };
  return { operator, account };
}

/** Records a refused sign-in outside the transaction of the call, which is rolled back. */
const recordRefusal = (
  { clock, pool }: Services,
  { address, agent }: Pick<Asking, 'address' | 'agent'>,
  { email, outcome }: { email: string; outcome: Outcome },
) => insertSignIn(db(pool), { at: clock.realNow(), email, address, agent, outcome });

const finishProviderSignIn = prepared<Promised['finishProviderSignIn'], Match>({
  async prepare(services, answer, asked) {
    const { policy } = providerOf(services);
    const identity = await identityFrom(services, answer);
    const found = await operatorBehind(services, identity, policy);
    if ('operator' in found) return found;
    await recordRefusal(services, asked, found);
    throw new Refusal(found.code);
  },
  async run(context, _answer, { account, operator }) {
    const { now, realNow, services, tx } = context;
    const entered = await enterByProvider(tx, operator.id, account, now);
    if (!entered) {
      await recordRefusal(services, context, { email: operator.email, outcome: 'provider' });
      throw new Refusal('OIDC_REFUSED');
    }
    if (entered.isNew) {
      await recordMove(
        { ...context, actor: { type: 'operator', id: operator.id } },
        { subject: operatorSubject(operator), action: 'operator.provider_bound' },
      );
      const did = { who: operator.name, step: '完成', act: '連結公司帳號' };
      await tellAdmins(context, did, operator);
    }
    await openOperatorSession(context, operator, { isByProvider: true });
    return { data: operatorView({ ...operator, lastLoginAt: entered.lastLoginAt }, realNow) };
  },
});

type Started = { url: string; flow: string };

export const providerActions: Actions<{ identity: Promised }>['identity'] = {
  async signInWays({ services: { config } }) {
    const { oidc } = config;
    return { data: { password: !oidc?.isOnly, provider: oidc?.label ?? null } };
  },

  startProviderSignIn: prepared<Promised['startProviderSignIn'], Started>({
    async prepare(services, { fresh }) {
      const { provider, policy } = providerOf(services);
      const flow = newToken();
      const challenge = createHash('sha256').update(derived(flow, 'verifier')).digest('base64url');
      const request = provider.authorizationUrl({
        state: derived(flow, 'state'),
        nonce: derived(flow, 'nonce'),
        challenge,
        redirectUri: redirectUri(services),
        maxAgeSeconds: policy.maxAgeSeconds,
        isFresh: fresh,
      });
      return { url: await asking(services, request), flow };
    },
    async run(context, _input, { flow, url }) {
      const expiresAt = await remember(context, flow, PURPOSE);
      return { data: { url, flow, state: derived(flow, 'state'), expiresAt } };
    },
  }),

  finishProviderSignIn,
};
