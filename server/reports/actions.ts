// Entry point of the reports, which read data of all features but write only their own figures.
import type { reportsLists } from '#contract/reports/lists.ts';
import { reportTitle } from '#contract/reports/print.ts';
import type { reportsOffice } from '#contract/reports/calls.ts';
import type { Actions } from '../call.ts';
import { withExportRecord } from '../tasks/front.ts';
import { bookActions } from './book/statistics.ts';
import { cockpitActions } from './cockpit/cockpit.ts';
import { creditActions } from './credit/credit.ts';
import { incomeActions } from './money/income.ts';
import { moneyActions } from './money/money.ts';
import { returnActions } from './money/returns.ts';
import { vintageActions } from './credit/vintages.ts';
import { scheduleActions } from './schedules/schedules.ts';
import { printActions } from './taken.ts';
import { trustActions } from './trust/own-reports.ts';
import { trustOfficeActions } from './trust/trust-reports.ts';
import { workActions } from './work.ts';

/** Calls of the member site: the loan book for everybody, the trust report for members. */
export const reportsActions = { ...bookActions, ...trustActions };

const answers = {
  ...creditActions,
  ...vintageActions,
  ...moneyActions,
  ...incomeActions,
  ...returnActions,
  ...workActions,
};

export const reportsOfficeActions: Actions<{
  reports: typeof reportsOffice & typeof reportsLists;
}>['reports'] = {
  ...answers,
  ...printActions,
  ...cockpitActions,
  ...trustOfficeActions,
  ...scheduleActions,
  outstandingFile: withExportRecord(reportTitle.outstanding, answers.outstandingFile),
  vintagesFile: withExportRecord(reportTitle.vintages, answers.vintagesFile),
  defaultsFile: withExportRecord(reportTitle.defaults, answers.defaultsFile),
  cashFlowFile: withExportRecord(reportTitle['cash-flow'], answers.cashFlowFile),
  incomeFile: withExportRecord(reportTitle.income, answers.incomeFile),
  returnsFile: withExportRecord(reportTitle.returns, answers.returnsFile),
  funnelFile: withExportRecord(reportTitle.funnel, answers.funnelFile),
  serviceFile: withExportRecord(reportTitle.service, answers.serviceFile),
};
