// Funded loans whose borrower is held: they are not disbursed, and the investors' money does not
// wait for ever.
import { addBusinessDays, dayOf } from '#contract/core/day.ts';
import { HELD_CANCEL_DAYS, HELD_DISBURSEMENT_DAYS } from '#contract/verification/payout-holds.ts';
import type { Services } from '../../services.ts';
import { lockLoan } from '../../database/db.ts';
import { eachOne } from '../../each-one.ts';
import { calendarOf, moveLoan } from '../../lending/front.ts';
import { type Work, inWork } from '../../work.ts';
import { heldLoans } from './disbursement-queries.ts';

/** Says nothing of the cause, because investors and the borrower read it. */
const REASON = '撥款前的作業未能如期完成';

/**
 * Moves signed loans of held borrowers back to 50 after three business days, and funded ones to 96
 * after ten, where all orders are refunded in full. Deadlines do not run and no ban follows.
 */
export async function endHeldLoans(services: Services): Promise<void> {
  const found = await inWork(services, ({ tx }) => heldLoans(tx));
  await eachOne(services, found, ({ id }) =>
    inWork(services, async (work) => {
      await lockLoan(work.tx, id);
      const [loan] = await heldLoans(work.tx, id);
      if (loan) await endHeldLoan(work, loan);
    }),
  );
}

async function endHeldLoan(
  work: Work,
  { id, status, since }: { id: number; status: number; since: Date },
): Promise<void> {
  const calendar = await calendarOf(work.tx);
  const isAfter = (days: number): boolean =>
    addBusinessDays(dayOf(since), days, calendar) <= work.today;
  if (status === 55 && isAfter(HELD_DISBURSEMENT_DAYS)) {
    await moveLoan(work, id, 50, { action: 'loan.disbursement_stopped', reason: REASON });
  }
  if (isAfter(HELD_CANCEL_DAYS)) {
    await moveLoan(work, id, 96, { action: 'loan.cancelled', reason: REASON });
  }
}
