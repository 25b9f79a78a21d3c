// What the features after invoices may use of it.
export { forgetInvoicePreference } from './actions.ts';
