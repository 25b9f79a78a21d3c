// How often a member may try ID numbers: the answer tells who else has an account.
import { Refusal } from '#contract/refusals.ts';
import type { Asking, Services } from '../action.ts';
import { statementsOf } from '../database/db.ts';
import { memberAsking, takeTurns } from '../identity/actions.ts';
import { networkOf, paces } from '../identity/rules.ts';
import { openTask } from '../tasks/actions.ts';
import { inWork } from '../work.ts';

/** Runs what looks the number up; only a number of somebody else's uses the try up. */
export type NumberTry = <R>(lookUp: () => Promise<R>) => Promise<R>;

/**
 * Takes a try before the look-up, of the member and of the address, outside the transaction whose
 * refusal would give it back. Refuses TOO_MANY_REQUESTS where there is none, and asks a person to
 * look at the member.
 */
export async function takeNumberTry(
  services: Services,
  idNumber: string | undefined,
  asking: Asking,
): Promise<NumberTry> {
  const member = idNumber === undefined ? null : await memberAsking(services, asking);
  if (!member) return (lookUp) => lookUp();
  const limits = [
    { key: `id-number ${member.id}`, ...paces.idNumber },
    { key: `id-number@${networkOf(asking.address)}`, ...paces.idNumberAddress },
  ];
  const turns = takeTurns(statementsOf(services.pool), services.clock, limits);
  const giveBack = await turns.catch(async (error: unknown) => {
    if (error instanceof Refusal) await askForALook(services, member.id);
    throw error;
  });
  return async (lookUp) => {
    const found = await lookUp().catch(async (error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'ID_NUMBER_TAKEN')) await giveBack();
      throw error;
    });
    await giveBack();
    return found;
  };
}

/** Nothing happens where somebody has been asked already. */
const askForALook = (services: Services, memberId: number) =>
  inWork(services, (work) =>
    openTask(work, {
      kind: 'attention',
      subject: { type: 'member', id: memberId, label: '多次填寫已被使用的證號' },
      detail: { why: '一天內多次填寫屬於其他帳戶的證號，可能在探查誰是會員；請檢視這個帳戶' },
    }),
  );
