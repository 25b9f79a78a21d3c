// A report on paper: that it was printed stands in the audit log, as it does of its files.
import { type reportsPrintOffice, reportTitle } from '#contract/reports/print.ts';
import type { Actions } from '../action.ts';
import { recordTaken } from '../tables/table.ts';

export const printActions: Actions<{ reports: typeof reportsPrintOffice }>['reports'] = {
  async noteReportPrint(context, { report, ...narrowed }) {
    const format = 'print';
    await recordTaken(context, { table: reportTitle[report], format, ...narrowed });
    return { data: { ok: true } };
  },
};
