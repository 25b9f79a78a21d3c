// The part of the inventory of personal data that concerns the reports.
import type { Table } from './personal-data.ts';

/** A paper about money that an operator has attached. */
export const moneyPaper: Table = {
  why: 'money',
  kept: 'books, ten years',
  clear: 'filename content_type',
  file: 'stored',
};

export const reportsData: Readonly<Record<string, Table>> = {
  'reports.bank_letter': moneyPaper,
  'reports.book_file': { plain: 'name sha256 stored' },
  'reports.book_late': {},
  'reports.book_month': { plain: 'statistics groups' },
  'reports.schedule': { plain: 'report rhythm' },
  'reports.schedule_recipient': {},
  'reports.sending': {},
  'reports.trust_line': { plain: 'salt' },
  'reports.trust_node': { plain: 'hash' },
  'reports.trust_report': { plain: 'figures root' },
};
