// Mailed link with which an operator sets up the authenticator and, if invited, the password.
import { Secret, TOTP } from 'otpauth';
import { type identityOperatorsOffice, setupHours } from '#contract/identity/operators.ts';
import type { Input } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Asking } from '../../call.ts';
import { prepared } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import { db } from '../../database/db.ts';
import { sendLetter } from '../../notices/front.ts';
import {
  endSetups,
  insertSetup,
  operatorById,
  operatorView,
  setKeys,
  setupByToken,
  type SetupRow,
  spendSetup,
} from '../../operators/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { assertNewPassword } from '../credentials/new-password.ts';
import { openOperatorSession, stepOf } from './operators.ts';
import { failuresWithinMs } from '../rules.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { signIn } from '../credentials/tries.ts';
import { letters } from '../words.ts';

type Promised = Pick<typeof identityOperatorsOffice, 'openSetup' | 'finishSetup'>;

const texts = {
  invitation: letters.colleagueInvited,
  totp: letters.authenticatorReset,
} as const;

const SETUP = 'identity.operator_setup.totp_secret';

/** Mails a single-use link; links mailed before stop working. */
export async function mailSetup(
  work: Work,
  { id, email, name }: { id: number; email: string; name: string },
  purpose: 'invitation' | 'totp',
): Promise<void> {
  const link = await newSetup(work, { id, email }, purpose);
  if (work.services.config.oidc?.isOnly) {
    await sendLetter(work, { email }, letters.providerSignIn({ name }, link));
    return;
  }
  await sendLetter(work, { email }, texts[purpose]({ name, hours: String(setupHours) }, link));
}

/**
 * Returns a single-use link; links created before stop working. If operators sign in only through
 * the identity provider there is nothing to set up, and the link leads to the login page.
 */
export async function newSetup(
  work: Work,
  { id, email }: { id: number; email: string },
  purpose: 'invitation' | 'totp',
): Promise<string> {
  const { realNow, services, tx } = work;
  const token = newToken();
  await endSetups(tx, id, realNow);
  const { oidc, officeUrl } = services.config;
  if (oidc?.isOnly) return new URL('/login', officeUrl).href;
  await insertSetup(tx, {
    operatorId: id,
    purpose,
    hash: tokenHash(token),
    secret: services.secrets.encrypt(SETUP, email, new Secret({ size: 20 }).base32),
    at: realNow,
    until: new Date(realNow.getTime() + setupHours * 3_600_000),
  });
  // The token is in the URL's fragment, which browsers never send to a server, so that no log
  // contains the token.
  const url = new URL('/setup', officeUrl);
  url.hash = token;
  return url.href;
}

type Ready = { setup: SetupRow; step: number; passwordHash: string | null };

/**
 * Checks the password before an authenticator is set up; failures count like those of a sign-in.
 */
async function assertPassword(
  services: Services,
  { id, email, passwordHash }: SetupRow,
  password: string,
  { address }: Asking,
): Promise<void> {
  const { passwords } = services;
  const tried = await signIn<true>(services, {
    kind: 'operator',
    email,
    address,
    // Attempts with the mailed link are counted separately, so that strangers cannot lock its owner
    // out.
    own: `setup-${id}`,
    stopFrom: 'operatorFailures',
    pass: async () => false,
    async look() {
      const right = passwordHash
        ? await passwords.verifyPassword(passwordHash, password)
        : await passwords.verifyAgainstNothing(password);
      return right || null;
    },
  });
  if (tried.state === 'wrong') throw new Refusal('PASSWORD_WRONG');
  if (tried.state === 'stopped') {
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: failuresWithinMs / 1000 });
  }
}

const setupFor = async ({ clock, config, pool }: Services, token: string) =>
  config.oidc?.isOnly ? null : setupByToken(db(pool), tokenHash(token), clock.realNow());

async function readyFor(
  services: Services,
  { token, password, passwordCheck, totp }: Input<Promised['finishSetup']>,
  asking: Asking,
): Promise<Ready> {
  const setup = await setupFor(services, token);
  if (!setup) throw new Refusal('TOKEN_INVALID');
  const isNew = setup.purpose === 'invitation';
  const twice = { password, passwordCheck: passwordCheck ?? '' };
  if (isNew) await assertNewPassword(services, setup.email, twice);
  else await assertPassword(services, setup, password, asking);
  const step = stepOf(
    services.secrets.decrypt(SETUP, setup.email, setup.secret),
    totp,
    services.clock.realNow(),
  );
  if (step === null) throw new Refusal('TOTP_WRONG');
  const passwordHash = isNew ? await services.passwords.hashPassword(password) : null;
  return { setup, step, passwordHash };
}

const finishSetup = prepared<Promised['finishSetup'], Ready>({
  prepare: readyFor,
  async run(context, _input, { setup, step, passwordHash }) {
    const { now, realNow, tx } = context;
    const { operatorId: id, email, purpose } = setup;
    const { secrets } = context.services;
    const totpSecret = secrets.decrypt(SETUP, email, setup.secret);
    const secret = secrets.encrypt('identity.operator.totp_secret', email, totpSecret);
    // The operator's row is locked first, in the same order as when an operator is reset or
    // disabled.
    const before = await operatorById(tx, id);
    const set = await setKeys(tx, id, { passwordHash, secret, step, now });
    const spent = await spendSetup(tx, setup.id, realNow);
    if (set + spent < 2) throw new Refusal('TOKEN_INVALID');
    await recordMove(
      { ...context, actor: { type: 'operator', id } },
      { subject: { type: 'operator', id }, action: 'operator.set_up', snapshot: { purpose } },
    );
    await openOperatorSession(context, { id, email });
    return { data: operatorView(before, realNow) };
  },
});

export const setupActions: Actions<{ identity: Promised }>['identity'] = {
  async openSetup({ services }, { token }) {
    const setup = await setupFor(services, token);
    if (!setup) throw new Refusal('TOKEN_INVALID');
    const { purpose, email, name } = setup;
    const secret = services.secrets.decrypt(SETUP, setup.email, setup.secret);
    const issuer = `${services.config.brand.name} 後台`;
    const uri = new TOTP({ issuer, label: email, secret }).toString();
    return { data: { purpose, email, name, secret, uri } };
  },
  finishSetup,
};
