// Scheduled job of electronic invoices.
import type { Job } from '../action.ts';
import { issueInvoices } from './issuing.ts';

export const invoicesJobs: readonly Job[] = [
  { name: 'invoices.issue', each: 'day', run: issueInvoices },
];
