// Scheduled jobs of reports: send those that are due, calculate the returns of ended loans, and
// publish the loan book.
import type { Job } from '../jobs/job.ts';
import { publishBook } from './book/publishing.ts';
import { calculateReturns, returnsDue } from './money/returns.ts';
import { sendingDue, sendScheduledReports } from './schedules/sending.ts';

export const reportsJobs: readonly Job[] = [
  { name: 'reports.sendScheduled', each: 'minute', due: sendingDue, run: sendScheduledReports },
  { name: 'reports.reckonReturns', each: 'day', due: returnsDue, run: calculateReturns },
  {
    name: 'reports.publishBook',
    each: 'day',
    due: { always: 'the loan book of a night is published, also if it equals the one before' },
    run: publishBook,
  },
];
