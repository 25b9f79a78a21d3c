// Sign-in of operators: a password, a TOTP code that works once, and a session cookie.
import { TOTP } from 'otpauth';
import type { Input } from '#contract/core/endpoint.ts';
import type { identityOffice } from '#contract/identity/calls.ts';
import type { signInOutcomes } from '#contract/identity/operators.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Context } from '../../call.ts';
import { prepared } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import type { Config } from '../../config/config.ts';
import { officeSessionCookie, setCookie } from '../../cookies.ts';
import { db } from '../../database/db.ts';
import {
  endOperatorSession,
  endOperatorSessionOfToken,
  insertOperatorSession,
  insertSignIn,
  operatorByEmail,
  type OperatorKeys,
  operatorView,
  takeStep,
} from '../../operators/front.ts';
import { sessionMaxMs } from '../../operators/rules.ts';
import { recordMove } from '../../tasks/front.ts';
import { rememberDevice } from '../sign-in/known-devices.ts';
import { failuresWithinMs } from '../rules.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { type SignIn, signIn } from '../credentials/tries.ts';

/** Codes of the previous and the next time step are accepted too, because clocks drift. */
const WINDOW = 1;

/** Returns the time step of a correct code, or null for a wrong one. `secret` is in base32. */
export function stepOf(secret: string, token: string, realNow: Date): number | null {
  const totp = new TOTP({ secret });
  const timestamp = realNow.getTime();
  const delta = totp.validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

const cookie = (value: string, seconds: number, config: Config) =>
  setCookie(config, 'office', { name: officeSessionCookie(config), value, seconds });

const TOTP_SECRET = 'identity.operator.totp_secret';

type VerifiedOperator = { operator: OperatorKeys; step: number };
/** `isUsed`: password and code were right, but the code had already been used. */
type Tried = SignIn<VerifiedOperator> & { isUsed?: boolean };
type Outcome = (typeof signInOutcomes)[number];

/**
 * Opens a session for an operator who has just proven their identity: cookie, sign-in log and audit
 * entry.
 */
export async function openOperatorSession(
  context: Pick<Context, 'address' | 'agent' | 'carriedToken' | 'reply'> & Work,
  { id, email }: { id: number; email: string },
  { isByProvider = false }: { isByProvider?: boolean } = {},
): Promise<void> {
  const { address, agent, carriedToken, realNow, reply, services, tx } = context;
  // The old session is ended, because this sign-in replaces its cookie and nobody could end the old
  // session any more.
  if (carriedToken) await endOperatorSessionOfToken(tx, tokenHash(carriedToken), realNow);
  const token = newToken();
  const endsAt = new Date(realNow.getTime() + sessionMaxMs);
  const hash = tokenHash(token);
  await insertOperatorSession(tx, {
    hash,
    operatorId: id,
    realNow,
    endsAt,
    address,
    agent,
    isByProvider,
  });
  await insertSignIn(tx, { at: realNow, email, address, agent, outcome: 'right' });
  await recordMove(
    { ...context, actor: { type: 'operator', id } },
    {
      subject: { type: 'operator', id },
      action: 'identity.operator_login',
      ...(isByProvider && { snapshot: { by: 'provider' } }),
    },
  );
  reply.setCookie(cookie(token, sessionMaxMs / 1000, services.config));
  reply.setCookie(rememberDevice(services, { kind: 'operator', email }));
}

/**
 * Returns the operator to whom e-mail, password and code belong, or which of the three is wrong.
 */
async function lookFor(
  { clock, passwords, pool, secrets }: Services,
  { email, password, totp }: Input<(typeof identityOffice)['operatorLogin']>,
): Promise<VerifiedOperator | Exclude<Outcome, 'right' | 'stopped'> | 'used'> {
  const operator = await operatorByEmail(db(pool), email);
  const right = operator?.passwordHash
    ? await passwords.verifyPassword(operator.passwordHash, password)
    : await passwords.verifyAgainstNothing(password);
  if (!operator || !right) return 'wrong';
  if (operator.disabled) return 'disabled';
  if (operator.totpSecret === null) return 'code';
  const step = stepOf(
    secrets.decrypt(TOTP_SECRET, operator.email, operator.totpSecret),
    totp,
    clock.realNow(),
  );
  if (step === null) return 'code';
  return step <= operator.totpStep ? 'used' : { operator, step };
}

const operatorLogin = prepared<(typeof identityOffice)['operatorLogin'], Tried>({
  async prepare(services, input, { address, agent, device }) {
    if (services.config.oidc?.isOnly) throw new Refusal('OIDC_ONLY');
    const { email } = input;
    const at = services.clock.realNow();
    const open = db(services.pool);
    let outcome: Outcome = 'wrong';
    let isUsed = false;
    const fail = () => insertSignIn(open, { at, email, address, agent, outcome });
    try {
      const tried = await signIn<VerifiedOperator>(services, {
        kind: 'operator',
        email,
        address,
        device,
        stopFrom: 'operatorFailures',
        pass: async () => false,
        async look() {
          const found = await lookFor(services, input);
          if (typeof found !== 'string') return found;
          isUsed = found === 'used';
          outcome = found === 'used' ? 'code' : found;
          return null;
        },
      });
      if (tried.state === 'stopped') outcome = 'stopped';
      if (tried.state !== 'right') await fail();
      return { ...tried, isUsed };
    } catch (error) {
      if (error instanceof Refusal) {
        outcome = 'stopped';
        await fail();
      }
      throw error;
    }
  },
  async run(context, { email }, tried) {
    const { address, agent, now, realNow, services, tx } = context;
    if (tried.state !== 'right') {
      // Only a caller with the right password learns that the code was already used; all others get
      // the same refusal.
      if (tried.state === 'wrong') throw new Refusal(tried.isUsed ? 'TOTP_USED' : 'LOGIN_FAILED');
      throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: failuresWithinMs / 1000 });
    }
    const { operator, step } = tried.found;
    const taken = await takeStep(tx, operator.id, { step, now, secret: operator.totpSecret });
    if (!taken) {
      // A concurrent sign-in used the same code, or the secret was reset meanwhile.
      const open = db(services.pool);
      await insertSignIn(open, { at: realNow, email, address, agent, outcome: 'code' });
      throw new Refusal('LOGIN_FAILED');
    }
    await openOperatorSession(context, operator);
    return { data: operatorView({ ...operator, lastLoginAt: taken.lastLoginAt }, realNow) };
  },
});

export const signInActions: Actions<{
  identity: Pick<typeof identityOffice, 'operatorLogin' | 'operatorLogout'>;
}>['identity'] = {
  operatorLogin,

  operatorLogout: prepared<(typeof identityOffice)['operatorLogout'], string | null>({
    // If the provider does not answer, the office is left all the same.
    prepare: async ({ config, identityProvider }) =>
      (await identityProvider
        ?.logoutUrl(new URL('/login', config.officeUrl).href)
        .catch(() => null)) ?? null,
    async run({ operator, realNow, reply, services, tx }, _input, logoutUrl) {
      const ended = await endOperatorSession(tx, operator.sessionId, realNow);
      reply.setCookie(cookie('', 0, services.config));
      return { data: { ok: true, providerUrl: ended?.isByProvider ? logoutUrl : null } };
    },
  }),
};
