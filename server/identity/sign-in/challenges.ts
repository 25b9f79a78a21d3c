// Challenges that a browser must return signed: issued once, valid for minutes, used once.
import type { Work } from '../../work.ts';
import type { Tx } from '../../database/db.ts';
import { type ChallengeFor, insertChallenge, takeChallenge } from './entrance-queries.ts';
import { challengeMs } from '../rules.ts';
import { tokenHash } from '../tokens.ts';

/** Stores the hash of a challenge issued to a browser; returns its expiry. */
export async function remember(
  { tx, realNow }: Work,
  value: string,
  given: ChallengeFor,
): Promise<Date> {
  const until = new Date(realNow.getTime() + challengeMs[given.purpose]);
  await insertChallenge(tx, { ...given, hash: tokenHash(value), until });
  return until;
}

/**
 * Uses up a challenge; returns true if the server issued it for this purpose and session and it is
 * neither expired nor used.
 */
export async function takeOnce(
  tx: Tx,
  value: string,
  realNow: Date,
  asked: ChallengeFor,
): Promise<boolean> {
  return (await takeChallenge(tx, { ...asked, hash: tokenHash(value), realNow })) === 1;
}
