// Records in the audit log that a report was printed, as is done for its exports.
import { type reportsPrintOffice, reportTitle } from '#contract/reports/print.ts';
import type { Actions } from '../call.ts';
import { recordExport } from '../tasks/front.ts';

export const printActions: Actions<{ reports: typeof reportsPrintOffice }>['reports'] = {
  async noteReportPrint(context, { report, ...narrowed }) {
    const format = 'print';
    await recordExport(context, { table: reportTitle[report], format, ...narrowed });
    return { data: { ok: true } };
  },
};
