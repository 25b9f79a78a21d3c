// Limits how often a member may try ID numbers, because the answer reveals existing accounts.
import { Refusal } from '#contract/refusals.ts';
import type { Member } from '../call.ts';
import type { Services } from '../services.ts';
import { db } from '../database/db.ts';
import { takeRateLimits } from '../identity/front.ts';
import { openTask } from '../tasks/front.ts';
import { networkOf, paces } from '../identity/rules.ts';
import { type Work, inWork } from '../work.ts';

/**
 * Looks a number up and counts the attempt by member and by address, outside the transaction,
 * because a rollback of the transaction would undo the count. The attempt counts only if the number
 * belongs to somebody else, and never if the call is refused or replayed before it looks anything
 * up. If no attempt is left, refuses TOO_MANY_REQUESTS and opens a task to examine the member.
 */
export async function withNumberTry<R>(
  { address, member, services }: Pick<Work, 'services'> & { address: string; member: Member },
  idNumber: string | undefined,
  lookUp: () => Promise<R>,
): Promise<R> {
  if (idNumber === undefined) return lookUp();
  const limits = [
    { key: `id-number ${member.id}`, ...paces.idNumber },
    { key: `id-number@${networkOf(address)}`, ...paces.idNumberAddress },
  ];
  const turns = takeRateLimits(db(services.pool), services.clock, limits);
  const giveBack = await turns.catch(async (error: unknown) => {
    if (error instanceof Refusal) await askForALook(services, member.id);
    throw error;
  });
  const found = await lookUp().catch(async (error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'ID_NUMBER_TAKEN')) await giveBack();
    throw error;
  });
  await giveBack();
  return found;
}

/** Opens a task to examine the member, unless one is already open. */
const askForALook = (services: Services, memberId: number) =>
  inWork(services, (work) =>
    openTask(work, {
      kind: 'attention',
      subject: { type: 'member', id: memberId, label: '多次填寫已被使用的證號' },
      detail: { why: '一天內多次填寫屬於其他帳戶的證號，可能在探查誰是會員；請檢視這個帳戶' },
    }),
  );
