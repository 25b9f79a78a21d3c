// Scheduled jobs of reports: send those that are due, calculate the returns of ended loans, and
// publish the loan book.
import type { Job } from '../action.ts';
import { publishBook } from './book/publishing.ts';
import { calculateReturns } from './money/returns.ts';
import { sendScheduledReports } from './schedules/sending.ts';

export const reportsJobs: readonly Job[] = [
  { name: 'reports.sendScheduled', each: 'minute', run: sendScheduledReports },
  { name: 'reports.reckonReturns', each: 'day', run: calculateReturns },
  { name: 'reports.publishBook', each: 'day', run: publishBook },
];
