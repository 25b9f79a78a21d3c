// Names of the reports, and the call that logs a printout, because printing is a kind of export.
import { z } from 'zod';
import { office } from '../core/endpoint.ts';
import { done } from '../core/lists.ts';
import { creditReaders } from './parts.ts';

/** Report titles, keyed by the last part of the URL of the report's page. */
export const reportTitle = {
  outstanding: '在貸餘額',
  vintages: '逾期',
  defaults: '違約與回收',
  'cash-flow': '現金流量',
  income: '收入',
  returns: '出資報酬',
  funnel: '申貸漏斗',
  service: '處理時效',
} as const;
export type ReportName = keyof typeof reportTitle;
export const reportNames = Object.keys(reportTitle) as [ReportName, ...ReportName[]];

export const NARROWED_MAX = 300;

export const reportsPrintOffice = {
  noteReportPrint: office.command({
    path: '/ops/v1/reports/printed',
    summary: 'Say that a report is being printed, as it is narrowed: an audit row tells of it',
    input: z.strictObject({
      report: z.enum(reportNames),
      /** Filters of the report, copied from the URL of the page. */
      narrowed: z.string().max(NARROWED_MAX),
    }),
    output: done,
    roles: creditReaders,
  }),
} as const;
