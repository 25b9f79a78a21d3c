// Sign-in tries: failures counted by account and address, forgotten once the password was right.
import type { Services } from '../action.ts';
import { type Tx, statementsOf, withTransaction } from '../db.ts';
import {
  type TryKeys,
  countFailures,
  forgetFailures,
  insertFailure,
  lockCodes,
} from './code-queries.ts';
import { failuresOf, failuresWithinMs } from './rules.ts';

/** `stopped`: too many failures; the password was not looked at. */
export type SignIn<Found> =
  | { state: 'right'; found: Found }
  | { state: 'wrong' | 'stopped'; failures: number };

type Attempt<Found> = {
  kind: 'member' | 'operator';
  email: string;
  address: string;
  /** From so many failures on, `pass` must allow the try. */
  stopFrom: number;
  pass(tx: Tx): Promise<boolean>;
  /** The slow look: null where the e-mail or the password is wrong. */
  look(): Promise<Found | null>;
};

/**
 * One try at signing in. Failures are counted by account, known or not, and by address: there
 * once an account, so that one forgetful person does not stop a whole office or mobile network,
 * while trying one password on many accounts soon does. They are counted outside the call's
 * transaction, whose refusal would take them back, and in turn, so that each is told its own.
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
  if (before >= attempt.stopFrom && !(await attempt.pass(open))) {
    return { state: 'stopped', failures: before };
  }
  const found = await attempt.look();
  if (found !== null) {
    if (before > 0) await forgetFailures(open, keys);
    return { state: 'right', found };
  }
  return withTransaction(pool, async (tx) => {
    await lockCodes(tx, keys.account);
    await insertFailure(tx, keys, since(), clock.realNow());
    return { state: 'wrong', failures: failuresOf(await countFailures(tx, keys, since())) };
  });
}

function keysOf({ secrets }: Services, { kind, email, address }: Attempt<unknown>): TryKeys {
  const account = `${kind}:${secrets.fingerprint('email', email)}`;
  return { account, address: `${kind}@${address}`, pair: `${account}@${address}` };
}
