// Inventory of personal data in the schema of the sandbox, which only a demonstration uses.
import type { Table } from './personal-data.ts';

export const sandboxData: Readonly<Record<string, Table>> = {
  'sandbox.collection': { plain: 'reference' },
  'sandbox.mandate': { plain: 'user_no' },
  'sandbox.refusal': {
    why: 'demonstration',
    kept: 'with the demonstration',
    clear: 'account',
    plain: 'type code',
  },
  'sandbox.invoice_message': {
    why: 'stand-in for the value-added centre',
    kept: 'only in a demonstration',
    clear: 'xml',
    plain: 'id type number',
  },
  'sandbox.payment': {
    why: 'demonstration',
    kept: 'with the demonstration',
    clear: 'body',
    plain: 'reference',
  },
  'sandbox.report': {
    why: 'demonstration',
    kept: 'with the demonstration',
    clear: 'body',
    plain: 'kind',
  },
};
