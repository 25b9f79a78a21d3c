// All report calls of the office: each report has a summary, an exported file, and the rows behind
// its figures.
import { together } from '../core/endpoint.ts';
import { reportsCockpitOffice } from './cockpit.ts';
import { reportsCreditOffice } from './credit.ts';
import { reportsMoneyOffice } from './money.ts';
import { reportsPrintOffice } from './print.ts';
import { reportsReturnsOffice } from './returns.ts';
import { reportSchedulesOffice } from './schedules.ts';
import { trustReportsOffice } from './trust/office.ts';
import { reportsWorkOffice } from './work.ts';

export const reportsOffice = together(
  reportsCreditOffice,
  reportsMoneyOffice,
  reportsReturnsOffice,
  reportsWorkOffice,
  reportsPrintOffice,
  reportsCockpitOffice,
  trustReportsOffice,
  reportSchedulesOffice,
);
