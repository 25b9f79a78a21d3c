// Every report of the office: each a summary, its file, and the rows behind its figures.
import { reportsCreditOffice } from './reports-credit.ts';
import { reportsMoneyOffice } from './reports-money.ts';
import { reportsPrintOffice } from './reports-print.ts';
import { reportsReturnsOffice } from './reports-returns.ts';
import { reportsWorkOffice } from './reports-work.ts';

export const reportsOffice = {
  ...reportsCreditOffice,
  ...reportsMoneyOffice,
  ...reportsReturnsOffice,
  ...reportsWorkOffice,
  ...reportsPrintOffice,
} as const;
