// Scheduled jobs of reports: calculate the returns of ended loans, and publish the loan book.
import type { Job } from '../action.ts';
import { publishBook } from './book/publishing.ts';
import { calculateReturns } from './money/returns.ts';

export const reportsJobs: readonly Job[] = [
  { name: 'reports.reckonReturns', each: 'day', run: calculateReturns },
  { name: 'reports.publishBook', each: 'day', run: publishBook },
];
