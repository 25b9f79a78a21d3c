// Operators at the office: a password, a TOTP code that works once, and a cookie.
import { TOTP } from 'otpauth';
import type { identityOffice } from '#contract/identity.ts';
import type { Role } from '#contract/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Operator, Work } from '../action.ts';
import { prepared } from '../action.ts';
import { statementsOf } from '../db.ts';
import { recordMove } from '../tasks/actions.ts';
import {
  type OperatorRow,
  endOperatorSession,
  insertOperator,
  insertOperatorSession,
  operatorByEmail,
  operatorById,
  takeStep,
} from './operator-queries.ts';
import { failuresWithinMs, operatorFailures, sessionMaxMs } from './rules.ts';
import { newToken, tokenHash } from './tokens.ts';
import { type SignIn, signIn } from './tries.ts';

const COOKIE = 'office_session';
/** Clocks drift: the step before and the one after are taken too. */
const WINDOW = 1;

/** The time step of a right code, or null for a wrong one. `secret` in base32. */
function stepOf(secret: string, token: string, realNow: Date): number | null {
  const totp = new TOTP({ secret });
  const timestamp = realNow.getTime();
  const delta = totp.validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Goes nowhere but to the office's own origin, out of reach of its scripts. */
function cookie(value: string, maxAgeSeconds: number, officeUrl: string): string {
  const secure = officeUrl.startsWith('https:') ? '; Secure' : '';
  return `${COOKIE}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict` + secure;
}

const view = (row: OperatorRow) => ({
  id: String(row.id),
  email: row.email,
  name: row.name,
  roles: row.roles,
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
});

type Found = { operator: OperatorRow; step: number };

const operatorLogin = prepared<(typeof identityOffice)['operatorLogin'], SignIn<Found>>({
  prepare(services, { email, password, totp }, { address }) {
    const { clock, passwords, pool, secrets } = services;
    return signIn<Found>(services, {
      kind: 'operator',
      email,
      address,
      stopFrom: operatorFailures,
      pass: async () => false,
      async look() {
        const operator = await operatorByEmail(statementsOf(pool), email);
        const right = operator
          ? await passwords.verifyPassword(operator.passwordHash, password)
          : await passwords.verifyAgainstNothing(password);
        if (!operator || !right) return null;
        const step = stepOf(secrets.open(operator.totpSecret), totp, clock.realNow());
        return step === null ? null : { operator, step };
      },
    });
  },
  async run(context, _input, tried) {
    const { now, realNow, reply, services, tx } = context;
    if (tried.state !== 'right') {
      if (tried.state === 'wrong') throw new Refusal('LOGIN_FAILED');
      throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: failuresWithinMs / 1000 });
    }
    const { operator, step } = tried.found;
    const taken = await takeStep(tx, operator.id, step, now);
    if (!taken) throw new Refusal('LOGIN_FAILED');
    const token = newToken();
    const endsAt = new Date(realNow.getTime() + sessionMaxMs);
    const session = { hash: tokenHash(token), operatorId: operator.id, realNow, endsAt };
    await insertOperatorSession(tx, session);
    await recordMove(
      { ...context, actor: { type: 'operator', id: operator.id } },
      { subject: { type: 'operator', id: operator.id }, action: 'identity.operator_login' },
    );
    reply.setCookie(cookie(token, sessionMaxMs / 1000, services.config.officeUrl));
    return { data: view({ ...operator, lastLoginAt: taken.lastLoginAt }) };
  },
});

export const identityOfficeActions: Actions<{ identity: typeof identityOffice }>['identity'] = {
  operatorLogin,

  async operatorLogout({ operator, realNow, reply, services, tx }) {
    await endOperatorSession(tx, operator.sessionId, realNow);
    reply.setCookie(cookie('', 0, services.config.officeUrl));
    return { data: { ok: true } };
  },

  async operatorMe({ operator, tx }) {
    return { data: view(await operatorById(tx, operator.id)) };
  },
};

/** Takes an operator on. `totpSecret` in base32; it is sealed here. Answers the id. */
export async function createOperator(
  { now, services, tx }: Work,
  operator: {
    email: string;
    name: string;
    password: string;
    totpSecret: string;
    roles: readonly Role[];
  },
): Promise<Operator['id']> {
  const { id } = await insertOperator(tx, {
    email: operator.email,
    name: operator.name,
    passwordHash: await services.passwords.hashPassword(operator.password),
    totpSecret: services.secrets.seal(operator.totpSecret),
    roles: operator.roles,
    now,
  });
  return id;
}
