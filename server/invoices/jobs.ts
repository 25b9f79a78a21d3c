// Scheduled job of electronic invoices.
import type { Job } from '../jobs/job.ts';
import { invoicesDue, issueInvoices } from './issuing.ts';

export const invoicesJobs: readonly Job[] = [
  { name: 'invoices.issue', each: 'day', due: invoicesDue, run: issueInvoices },
];
