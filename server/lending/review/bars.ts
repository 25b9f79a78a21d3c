// Back-office view of the reasons that bar a person from borrowing, and lifting the bar of a loss.
import type { barsOffice, ServerBorrowerBars } from '#contract/lending/bars.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../../call.ts';
import type { Work } from '../../work.ts';
import { recordMove } from '../../tasks/front.ts';
import { pastAccountsOf } from '../../verification/front.ts';
import { standingOf } from '../application.ts';
import { barredMember, insertLift, type LossRow, lossesOf } from './bar-queries.ts';
import { qualificationOf, wrongStatus } from '../rules.ts';

const lossView = (row: LossRow): ServerBorrowerBars['losses'][number] => ({
  loanId: row.loanId,
  caseNo: row.caseNo,
  writtenOffOn: row.writtenOffOn,
  principal: row.principal,
  lifted: row.liftedAt && {
    by: row.liftedBy ?? '',
    at: row.liftedAt,
    reason: row.liftedReason ?? '',
  },
});

/**
 * Returns every account of the person who owns the given account, starting with that one; refuses
 * NOT_FOUND for an unknown id.
 */
async function personBehind(work: Work, id: number) {
  const member = await barredMember(work.tx, id);
  if (!member) throw new Refusal('NOT_FOUND');
  const accounts = await pastAccountsOf(work, member.id);
  const memberIds = [member.id, ...accounts.map(({ memberId }) => memberId)];
  return { member, accounts, losses: await lossesOf(work.tx, memberIds) };
}

async function barsOf(work: Work, id: number): Promise<{ data: ServerBorrowerBars }> {
  const { member, accounts, losses } = await personBehind(work, id);
  const { reasons, retryOn } = qualificationOf(await standingOf(work, member));
  return {
    data: {
      reasons,
      retryOn,
      accounts: accounts.map(({ memberId, closedAt, suspended }) => ({
        id: memberId,
        closedAt,
        suspended,
      })),
      losses: losses.map(lossView),
    },
  };
}

export const barActions: Actions<{ lending: typeof barsOffice }>['lending'] = {
  borrowerBars: (context, { id }) => barsOf(context, id),

  async liftPastLoss(context, { id, loanId, reason }) {
    const { tx, operator, now } = context;
    const { losses } = await personBehind(context, id);
    const loss = losses.find((row) => row.loanId === loanId);
    if (!loss) throw new Refusal('NOT_FOUND');
    // A loss that is still being collected is still owed, so its bar cannot be lifted.
    if (loss.status !== 90) throw wrongStatus(loss.status);
    const lift = { loanId: loss.loanId, reason, by: operator.id, now };
    if (await insertLift(tx, lift)) {
      await recordMove(context, {
        subject: { type: 'loan', id: loss.loanId },
        action: 'loan.loss_lifted',
        reason,
        snapshot: { member: id },
      });
    }
    return barsOf(context, id);
  },
};
