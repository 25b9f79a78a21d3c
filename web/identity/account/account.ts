// What the account page's cards are given.
import type { Answer } from '../../api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';

export type Account = Answer<SiteCalls['identity']['accountInfo']>['data'];

/** How a member proves that it is him: see `assertHimself` on the server. */
export type ProofBy = 'sms' | 'password' | 'login';

export function proofBy({ phoneMasked, hasPassword }: Account): ProofBy {
  if (phoneMasked) return 'sms';
  return hasPassword ? 'password' : 'login';
}
