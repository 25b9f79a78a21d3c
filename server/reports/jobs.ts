// Scheduled jobs of reports: send those that are due, calculate the returns of ended loans, publish
// the loan book, and delete what was published of it before.
import type { Job } from '../jobs/job.ts';
import { monthIsDue, nightsAreLeft, publishBook, withdrawNights } from './book/publishing.ts';
import { calculateReturns, returnsDue } from './money/returns.ts';
import { sendingDue, sendScheduledReports } from './schedules/sending.ts';

export const reportsJobs: readonly Job[] = [
  { name: 'reports.sendScheduled', each: 'minute', due: sendingDue, run: sendScheduledReports },
  { name: 'reports.reckonReturns', each: 'day', due: returnsDue, run: calculateReturns },
  { name: 'reports.publishBook', each: 'day', due: monthIsDue, run: publishBook },
  { name: 'reports.withdrawNights', each: 'day', due: nightsAreLeft, run: withdrawNights },
];
