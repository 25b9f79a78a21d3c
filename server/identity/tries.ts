// Sign-in tries: failures counted by account and address, forgotten once the password was right.
import type { NumberName } from '#contract/settings-values.ts';
import type { Services, Work } from '../action.ts';
import { type Tx, statementsOf, withTransaction } from '../db.ts';
import { numbersInForce } from '../settings/actions.ts';
import {
  type TryKeys,
  countFailures,
  forgetFailures,
  insertFailure,
  lockCodes,
} from './code-queries.ts';
import { forgetFailuresOf, forgetTurns, knowsAddress } from './password-queries.ts';
import { failuresOf, failuresWithinMs, networkOf, paces } from './rules.ts';
import { type Limit, takeTurns } from './throttle.ts';

/** `stopped`: too many failures; the password was not looked at. */
export type SignIn<Found> =
  | { state: 'right'; found: Found }
  | { state: 'wrong' | 'stopped'; failures: number; stopFrom: number };

type Attempt<Found> = {
  kind: 'member' | 'operator';
  email: string;
  address: string;
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
 * there is none. An account's known addresses have turns of their own, so that no stranger's
 * tries keep its owner out.
 */
export async function signIn<Found>(
  services: Services,
  attempt: Attempt<Found>,
): Promise<SignIn<Found>> {
  const { clock, pool } = services;
  const keys = keysOf(services, attempt);
  const since = () => new Date(clock.realNow().getTime() - failuresWithinMs);
  const open = statementsOf(pool);
  const before = failuresOf(await countFailures(open, keys, since()));
  const stopFrom = (await numbersInForce(open, clock.now()))[attempt.stopFrom];
  if (before >= stopFrom && !(await attempt.pass(open))) {
    return { state: 'stopped', failures: before, stopFrom };
  }
  const limits = await limitsOf(open, keys, attempt);
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

function keysOf({ secrets }: Services, { kind, email, address }: Attempt<unknown>): TryKeys {
  const account = accountKey(secrets, kind, email);
  const network = networkOf(address);
  return { account, address: `${kind}@${network}`, pair: `${account}@${network}` };
}

const accountKey = (secrets: Services['secrets'], kind: string, email: string) =>
  `${kind}:${secrets.fingerprint('email', email)}`;

async function limitsOf(
  tx: Tx,
  keys: TryKeys,
  { kind, email, address }: Attempt<unknown>,
): Promise<[account: Limit, address: Limit]> {
  const { known } = await knowsAddress(tx, kind === 'member' ? email : '', address);
  const account = known
    ? { key: `login ${keys.pair}`, ...paces.loginKnown }
    : { key: `login ${keys.account}`, ...paces.loginAccount };
  return [account, { key: `login ${keys.address}`, ...paces.loginAddress }];
}

/** Whoever has proven the e-mail or the old password begins anew, from every address. */
export async function forgetTries({ services, tx }: Work, email: string): Promise<void> {
  const account = accountKey(services.secrets, 'member', email);
  await forgetFailuresOf(tx, account);
  await forgetTurns(tx, `login ${account}`);
}
