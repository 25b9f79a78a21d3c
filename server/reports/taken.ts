// What of a report leaves the office: its files and its prints, each with a row in the audit log.
import { type ReportName, type reportsPrintOffice, reportTitle } from '#contract/reports-print.ts';
import type { Actions, Operator, TableExport, Work } from '../action.ts';
import { recordTaken } from '../table.ts';

type Asked = Work & { operator: Operator };

/** The file of a report, its taking on record. */
export const onRecord =
  <Context extends Asked, Input extends { format: string }>(
    report: ReportName,
    file: (context: Context, input: Input) => Promise<TableExport>,
  ) =>
  async (context: Context, input: Input): Promise<TableExport> => {
    const table = await file(context, input);
    await recordTaken(context, { table: reportTitle[report], ...input });
    return table;
  };

export const printActions: Actions<{ reports: typeof reportsPrintOffice }>['reports'] = {
  async noteReportPrint(context, { report, ...narrowed }) {
    const format = 'print';
    await recordTaken(context, { table: reportTitle[report], format, ...narrowed });
    return { data: { ok: true } };
  },
};
