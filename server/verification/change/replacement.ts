// The proof that members give before another account replaces the one in force.
import { accountObject } from '#contract/identity/step-up.ts';
import type { Member } from '../../call.ts';
import type { Work } from '../../work.ts';
import { consumeStepUp } from '../../identity/front.ts';
import { accountHashesOf } from '../person.ts';
import { accountInForce } from './account-queries.ts';

/**
 * Uses up a step-up if this is another account than the one in force, because after a reset of the
 * verification it would replace that one, as a change of account does. Refuses STEP_UP_REQUIRED.
 */
export async function proveReplacement(
  context: Work & { member: Member },
  bankCode: string,
  account: string,
): Promise<void> {
  const { member, now, services, tx } = context;
  const current = await accountInForce(tx, member.id, now);
  const same = accountHashesOf(services, bankCode, account);
  if (!current || same.includes(current.accountHash)) return;
  const object = accountObject(bankCode, account);
  await consumeStepUp(context, member, { act: 'bank-info', object });
}
