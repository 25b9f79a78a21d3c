// Scheduled job of reports: calculates the returns of ended loans.
import type { Job } from '../action.ts';
import { calculateReturns } from './money/returns.ts';

export const reportsJobs: readonly Job[] = [
  { name: 'reports.reckonReturns', each: 'day', run: calculateReturns },
];
