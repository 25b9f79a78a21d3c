// Values a browser must bring back signed: given out once, good for minutes, taken once.
import type { Work } from '../../action.ts';
import type { Tx } from '../../database/db.ts';
import { type ChallengeFor, insertChallenge, takeChallenge } from './entrance-queries.ts';
import { challengeMs } from '../rules.ts';
import { tokenHash } from '../tokens.ts';

/** Keeps the hash of a value that was made for a browser; answers until when it is good. */
export async function remember(
  { tx, realNow }: Work,
  value: string,
  given: ChallengeFor,
): Promise<Date> {
  const until = new Date(realNow.getTime() + challengeMs[given.purpose]);
  await insertChallenge(tx, { ...given, hash: tokenHash(value), until });
  return until;
}

/** Whether the value was ours, for this purpose and session, in time and not taken before. */
export async function taken(
  tx: Tx,
  value: string,
  realNow: Date,
  asked: ChallengeFor,
): Promise<boolean> {
  return (await takeChallenge(tx, { ...asked, hash: tokenHash(value), realNow })) === 1;
}
