// Finds the member in whose name a program calls with a token of the API.
import type { RefusalCode } from '#contract/refusals.ts';
import type { Member } from '../../call.ts';
import type { Tx } from '../../database/db.ts';
import { touchEveryMs } from '../rules.ts';
import { tokenHash } from '../tokens.ts';
import { readApiCaller } from '../queries.ts';
import { isWellFormed } from './api-tokens.ts';

/** No session: a token can never be stepped up. */
const NO_SESSION = 0;

/** Why a token identifies nobody. */
export type TokenRefusal = Extract<
  RefusalCode,
  'API_TOKEN_INVALID' | 'API_TOKEN_EXPIRED' | 'API_TOKEN_REVOKED'
>;

/**
 * Returns the owner of an API token, in one statement; uses real time. A token of a closed account
 * counts as revoked, because closing revokes all of them.
 */
export async function ownerOfToken(
  tx: Tx,
  token: string,
  realNow: Date,
): Promise<{ state: 'ok'; member: Member } | { state: 'refused'; code: TokenRefusal }> {
  if (!isWellFormed(token)) return { state: 'refused', code: 'API_TOKEN_INVALID' };
  const touchBefore = new Date(realNow.getTime() - touchEveryMs);
  const row = await readApiCaller(tx, tokenHash(token), { realNow, touchBefore });
  if (!row) return { state: 'refused', code: 'API_TOKEN_INVALID' };
  const { accessId, scopes, expired, revoked, ...member } = row;
  if (revoked) return { state: 'refused', code: 'API_TOKEN_REVOKED' };
  if (expired) return { state: 'refused', code: 'API_TOKEN_EXPIRED' };
  return {
    state: 'ok',
    member: {
      ...member,
      sessionId: NO_SESSION,
      stepUpAt: null,
      stepUpReference: null,
      stepUpAct: null,
      impersonation: null,
      apiAccess: { id: accessId, scopes },
    },
  };
}
