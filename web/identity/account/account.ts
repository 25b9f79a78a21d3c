// Types and helpers shared by the cards of the account page.
import type { Answer } from '../../api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';

export type Account = Answer<SiteCalls['identity']['accountInfo']>['data'];

/** How the member confirms that they act in person; see `assertHimself` on the server. */
export type ProofBy = 'sms' | 'password' | 'login';

export function proofBy({ phoneMasked, hasPassword }: Account): ProofBy {
  if (phoneMasked) return 'sms';
  return hasPassword ? 'password' : 'login';
}
