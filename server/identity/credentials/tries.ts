// Sign-in tries: failures counted by account and address, forgotten once the password was right.
import type { NumberName } from '#contract/settings/values.ts';
import type { Services, Work } from '../../action.ts';
import { type Tx, statementsOf, withTransaction } from '../../database/db.ts';
import { numbersInForce } from '../../settings/actions.ts';
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
  forgetTurns,
  knowsAddress,
  operatorKnowsAddress,
} from './password-queries.ts';
import { failuresOf, failuresWithinMs, networkOf, paces } from '../rules.ts';
import { type Limit, takeTurns } from './throttle.ts';

/** `stopped`: too many failures; the password was not looked at. */
export type SignIn<Found> =
  | { state: 'right'; found: Found }
  | { state: 'wrong' | 'stopped'; failures: number; stopFrom: number };

type Attempt<Found> = {
  kind: 'member' | 'operator';
  email: string;
  address: string;
  /** The cookie of a browser that may have signed in before. */
  device?: string | null;
  /** What else has tries of its own: a session, or a link that was mailed. */
  own?: string;
  /** The setting that says from how many failures on `pass` must allow the try. */
  stopFrom: Extract<NumberName, 'captchaFrom' | 'operatorFailures'>;
  pass(tx: Tx): Promise<boolean>;
  /** The slow look: null where the e-mail or the password is wrong. */
  look(): Promise<Found | null>;
};

/**
 * One try at signing in. Failures are counted by account, known or not, and by address: there
 * once an account, so that one forgetful person does not stop a whole office or mobile network,
 * while trying one password on many accounts soon does. They are counted outside the call's
 * transaction, whose refusal would take them back, and in turn, so that each is told its own.
 * Beyond the captcha each look takes a turn, by account and by address; TOO_MANY_REQUESTS where
 * there is none. Where the owner is known, by a browser he has signed in on or an address he has
 * signed in from, failures and turns are counted apart, so that no stranger's tries keep him out.
 */
export async function signIn<Found>(
  services: Services,
  attempt: Attempt<Found>,
): Promise<SignIn<Found>> {
  const { clock, pool } = services;
  const { keys, limits } = await countedBy(services, attempt);
  const since = () => new Date(clock.realNow().getTime() - failuresWithinMs);
  const open = statementsOf(pool);
  const before = failuresOf(await countFailures(open, keys, since()));
  const stopFrom = (await numbersInForce(open, clock.now()))[attempt.stopFrom];
  if (before >= stopFrom && !(await attempt.pass(open))) {
    return { state: 'stopped', failures: before, stopFrom };
  }
  const giveBack = await takeTurns(open, clock, limits);
  const found = await attempt.look();
  if (found !== null) {
    await giveBack();
    if (before > 0) {
      await forgetFailures(open, keys);
      await forgetTurns(open, limits[0].key);
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

/** By what a try is counted: alone where the owner is known, else with those of all strangers. */
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
  const knows = kind === 'member' ? knowsAddress : operatorKnowsAddress;
  const { known } = await knows(statementsOf(pool), email, address);
  // A member is only asked for a captcha where he is known by his address; an operator would wait.
  if (known && kind === 'operator') return alone(`${account}#${network}`, byAddress);
  const byAccount = known
    ? { key: `login ${pair}`, ...paces.loginKnown }
    : { key: `login ${account}`, ...paces.loginAccount };
  const keys = { account, address: `${kind}@${network}`, pair };
  return { keys, limits: [byAccount, byAddress] };
}

/** Counted under one key, beside no account and no address that others try as well. */
function alone(key: string, byAddress: Limit): Counted {
  const keys = { account: key, address: `${key} address`, pair: `${key} pair` };
  return { keys, limits: [{ key: `login ${key}`, ...paces.loginKnown }, byAddress] };
}

/** By what the tries of an account are counted. */
export const accountKey = (secrets: Services['secrets'], kind: string, email: string) =>
  `${kind}:${secrets.fingerprint('email', email)}`;

/** Whoever has proven the e-mail or the old password begins anew, from every address. */
export async function forgetTries({ services, tx }: Work, email: string): Promise<void> {
  const account = accountKey(services.secrets, 'member', email);
  await forgetFailuresOf(tx, account);
  await forgetTurns(tx, `login ${account}`);
  await forgetTurns(tx, `sign-in-code ${account}`);
  await forgetTurns(tx, `sign-in-try ${account}`);
}
