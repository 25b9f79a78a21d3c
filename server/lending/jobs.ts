// What lending does by itself: terms that run out, and the dated annexes after the disbursement.
import type { Job, Services, Work } from '../action.ts';
import { statementsOf } from '../db.ts';
import { inWork } from '../work.ts';
import { lockedLoan, moveLoan, tellBorrower } from './loan.ts';
import { overdueLoans, type LoanRow } from './queries.ts';
import { sealAnnexes, sealExtracts } from './annexes.ts';

/** What is said where nothing came in time; and whether it bars the member for a while. */
const lapses = {
  15: { action: 'loan.supplement_lapsed', reason: '逾期未補件' },
  30: { action: 'loan.offer_lapsed', reason: '逾期未同意核准條件' },
  50: { action: 'loan.signing_lapsed', reason: '逾期未完成簽約' },
} as const;

/** The term of the loan's status, or null where it has none. */
function termOf(loan: LoanRow): Date | null {
  if (loan.status === 15) return loan.supplementBy;
  if (loan.status === 30) return loan.offerExpiresAt;
  return loan.status === 50 ? loan.signBy : null;
}

async function lapse(work: Work, loanId: number): Promise<void> {
  const loan = await lockedLoan(work.tx, loanId);
  const term = termOf(loan);
  // Looked at again under the lock: an answer may have come in between.
  if (term === null || term >= work.now) return;
  const { action, reason } = lapses[loan.status as keyof typeof lapses];
  await moveLoan(work, loanId, 98, { action, reason });
  await tellBorrower(work, loan, {
    title: '申貸案已失效',
    body: `案號 ${loan.caseNo} 因${reason}而失效，沒有產生任何費用。`,
  });
}

/** 15, 30 and 50 → 98 once their terms have run out; each loan by itself. */
async function lapseLoans(services: Services): Promise<void> {
  const due = await overdueLoans(statementsOf(services.pool), services.clock.now());
  for (const { id } of due) {
    try {
      await inWork(services, (work) => lapse(work, id));
    } catch (error) {
      services.log.error({ err: error, loan: id }, 'a loan could not lapse');
    }
  }
}

export const lendingJobs: readonly Job[] = [
  { name: 'lending.lapse', each: 'minute', run: lapseLoans },
  { name: 'lending.extracts', each: 'minute', run: sealExtracts },
  { name: 'lending.annexes', each: 'minute', run: sealAnnexes },
];
