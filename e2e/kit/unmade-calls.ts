// The API calls that no browser test makes, each with the reason why no test can make it.
import type { CallName } from './recorded-calls.ts';

const noPage = 'Electronic invoices have no pages; programs call the API.';

export const unmadeCalls: Partial<Record<CallName, string>> = {
  'site banking.bankCallback': 'The bank calls it, server to server; no page does.',
  'site demonstration.bankReturn':
    'What a bank does by itself: only scripts and tests ask the sandbox bank for it.',
  'site demonstration.bankLine':
    'What a bank does by itself: only scripts and tests ask the sandbox bank for it.',
  'site invoices.listInvoices': noPage,
  'site invoices.getInvoice': noPage,
  'site invoices.invoicesFile': noPage,
  'site invoices.invoicePreference': noPage,
  'site invoices.setInvoicePreference': noPage,
  'office invoices.listInvoices': noPage,
  'office invoices.invoicePeriods': noPage,
  'office invoices.listTracks': noPage,
  'office invoices.addTrack': noPage,
  'office invoices.listInvoiceMessages': noPage,
  'office invoices.retryInvoiceMessage': noPage,
  'office invoices.invoicesTable': noPage,
  'office invoices.invoicePeriodsTable': noPage,
  'office invoices.tracksTable': noPage,
  'office invoices.invoiceMessagesTable': noPage,
};
