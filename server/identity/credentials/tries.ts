// Sign-in attempts: failures are counted by account and address, and reset on success.
import type { NumberName } from '#contract/settings/values.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import { type Tx, db, withTransaction } from '../../database/db.ts';
import { numbersInForce } from '../../settings/front.ts';
import {
  type TryKeys,
  countFailures,
  forgetFailures,
  insertFailure,
  lockCodes,
} from './code-queries.ts';
import { knownDevice } from '../sign-in/known-devices.ts';
import {
  forgetFailuresOf,
  resetRateLimit,
  hasSignedInFrom,
  operatorHasSignedInFrom,
} from './password-queries.ts';
import { failuresOf, failuresWithinMs, networkOf, paces } from '../rules.ts';
import { type Limit, takeRateLimits } from './throttle.ts';

/** `stopped`: there were too many failures before, so the password was not checked. */
export type SignIn<Found> =
  | { state: 'right'; found: Found }
  | { state: 'wrong' | 'stopped'; failures: number; stopFrom: number };

type Attempt<Found> = {
  kind: 'member' | 'operator';
  email: string;
  address: string;
  /** Device cookie of a browser that may have signed in before. */
  device?: string | null;
  /** A subject whose attempts are counted separately: a session, or a mailed link. */
  own?: string;
  /**
   * Setting with the number of failures from which an attempt is allowed only if `pass` agrees
   * (captcha or similar).
   */
  stopFrom: Extract<NumberName, 'captchaFrom' | 'operatorFailures'>;
  pass(tx: Tx): Promise<boolean>;
  /** The slow check of the password; null if the e-mail or the password is wrong. */
  look(): Promise<Found | null>;
};

/**
 * Handles one sign-in attempt. Failures are counted by account, whether the account exists or not,
 * and by address. An address counts each account only once, so that one forgetful person does not
 * block a whole office or mobile network, while trying one password on many accounts is soon
 * blocked.
 *
 * Failures are counted outside the transaction of the call, because its rollback would undo them,
 * and one after the other, so that each caller gets a different count.
 *
 * In addition to the captcha, each password check is rate limited by account and by address; the
 * refusal is TOO_MANY_REQUESTS. If the owner is recognised, by a browser or an address from which
 * they have signed in before, their failures and rate limits are counted separately, so that
 * attempts of strangers cannot lock them out.
 *
 * Throws Busy, which counts nothing, if too many sign-ins are underway.
 */
export const signIn = <Found>(
  services: Services,
  attempt: Attempt<Found>,
): Promise<SignIn<Found>> => services.passwords.admit(() => countedSignIn(services, attempt));

async function countedSignIn<Found>(
  services: Services,
  attempt: Attempt<Found>,
): Promise<SignIn<Found>> {
  const { clock, pool } = services;
  const { keys, limits } = await countedBy(services, attempt);
  const since = () => new Date(clock.realNow().getTime() - failuresWithinMs);
  const open = db(pool);
  const before = failuresOf(await countFailures(open, keys, since()));
  const stopFrom = (await numbersInForce(open, clock.now()))[attempt.stopFrom];
  if (before >= stopFrom && !(await attempt.pass(open))) {
    return { state: 'stopped', failures: before, stopFrom };
  }
  const giveBack = await takeRateLimits(open, clock, limits);
  const found = await attempt.look();
  if (found !== null) {
    await giveBack();
    if (before > 0) {
      await forgetFailures(open, keys);
      await resetRateLimit(open, limits[0].key);
    }
    return { state: 'right', found };
  }
  return withTransaction(pool, async (tx) => {
    await lockCodes(tx, keys.account);
    await insertFailure(tx, keys, since(), clock.realNow());
    const failures = failuresOf(await countFailures(tx, keys, since()));
    return { state: 'wrong', failures, stopFrom };
  });
}

type Counted = { keys: TryKeys; limits: [account: Limit, address: Limit] };

/**
 * Returns the keys under which an attempt is counted: separate keys if the owner is recognised,
 * otherwise those shared by all strangers.
 */
async function countedBy(services: Services, attempt: Attempt<unknown>): Promise<Counted> {
  const { pool, secrets } = services;
  const { kind, email, address, device = null } = attempt;
  const account = accountKey(secrets, kind, email);
  const network = networkOf(address);
  const pair = `${account}@${network}`;
  const byAddress = { key: `login ${kind}@${network}`, ...paces.loginAddress };
  const browser = knownDevice(services, attempt, device);
  const own = attempt.own ?? (browser && `device-${browser}`);
  if (own) return alone(`${account}#${own}`, byAddress);
  const knows = kind === 'member' ? hasSignedInFrom : operatorHasSignedInFrom;
  const { known } = await knows(db(pool), email, address);
  // Members who are recognised only by their address share the count of strangers, because at worst
  // they must solve a captcha. Operators are counted separately, because they would be locked out.
  if (known && kind === 'operator') return alone(`${account}#${network}`, byAddress);
  const byAccount = known
    ? { key: `login ${pair}`, ...paces.loginKnown }
    : { key: `login ${account}`, ...paces.loginAccount };
  const keys = { account, address: `${kind}@${network}`, pair };
  return { keys, limits: [byAccount, byAddress] };
}

/** Counts attempts under a separate key, which attempts of strangers cannot affect. */
function alone(key: string, byAddress: Limit): Counted {
  const keys = { account: key, address: `${key} address`, pair: `${key} pair` };
  return { keys, limits: [{ key: `login ${key}`, ...paces.loginKnown }, byAddress] };
}

/** Returns the key under which attempts on an account are counted. */
export const accountKey = (secrets: Services['secrets'], kind: string, email: string) =>
  `${kind}:${secrets.fingerprint('email', email)}`;

/**
 * Deletes all counts of an account, from every address, after its owner has proven access to the
 * e-mail or knowledge of the old password.
 */
export async function forgetTries({ services, tx }: Work, email: string): Promise<void> {
  const account = accountKey(services.secrets, 'member', email);
  await forgetFailuresOf(tx, account);
  await resetRateLimit(tx, `login ${account}`);
  await resetRateLimit(tx, `sign-in-code ${account}`);
  await resetRateLimit(tx, `sign-in-try ${account}`);
}
