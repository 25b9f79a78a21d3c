// Repair of schedules that were made before there was a least instalment: instalments of NT$0, and
// loans that owe nothing but were never settled.
import type { Services } from '../../services.ts';
import { recordMove } from '../../tasks/front.ts';
import { loansToEnd, retireEmptyInstalments } from '../job-queries.ts';
import { overLoans } from '../loans-at-once.ts';
import { COLLECTED } from '../rules.ts';
import { followBooks, readBooks } from './use-money.ts';

/**
 * Puts instalments of NT$0 out of force and settles loans that owe nothing, charges and court costs
 * included.
 */
export async function endEmptyInstalments(services: Services): Promise<void> {
  await overLoans(
    services,
    ({ tx }) => loansToEnd(tx, COLLECTED),
    async (work, loanIds) => {
      for (const { loanId, instalments } of await retireEmptyInstalments(work.tx, loanIds)) {
        await recordMove(work, {
          subject: { type: 'loan', id: loanId },
          action: 'loan.empty_instalments_ended',
          snapshot: { instalments },
        });
      }
      for (const book of (await readBooks(work.tx, loanIds)).values()) {
        await followBooks(work, book, book);
      }
    },
  );
}
