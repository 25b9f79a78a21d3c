// Closings of the demonstration: last year, and the trust reports of the last months with the
// letters of the bank.
import { reconciliationOffice } from '#contract/banking/reconciliation.ts';
import { yearsOffice } from '#contract/banking/years.ts';
import { type Day, day as dayIn, formatDay } from '#contract/core/day.ts';
import { formatMoney, type Money } from '#contract/core/money.ts';
import { trustReportsOffice } from '#contract/reports/trust/office.ts';
import { decideAll } from '../../actors/operator.ts';
import type { Past } from './stage.ts';

/** How many of the last months get a report. */
const MONTHS = 3;

/** The bank's letter as a PDF. */
async function letterOf({ services }: Past, on: Day, amount: Money) {
  const bytes = await services.documents.renderTypst('report', {
    brand: '沙盒銀行',
    company: '沙盒銀行',
    title: '存款餘額證明',
    subtitle: services.config.brand.entity,
    madeOn: formatDay(on),
    date: on.split('-').map(Number),
    facts: [
      { label: '日期', value: formatDay(on) },
      { label: '存款餘額', value: formatMoney(amount) },
    ],
    tables: [],
    notes: ['示範用文件。'],
    foot: '沙盒銀行',
  });
  return { name: 'file', filename: `餘額證明-${on}.pdf`, type: 'application/pdf', bytes };
}

/** Closes last year, whose days are all signed off. */
export async function closeLastYear({ client, finance, approver }: Past): Promise<void> {
  const { data } = await client.ok(yearsOffice.listYears, {}, finance);
  for (const { year, block } of data.toReversed()) {
    if (block !== null) continue;
    await client.ok(yearsOffice.proposeYearClose, { year }, finance);
    await decideAll(client, approver, 'booking_check', { decision: 'approve' });
  }
}

/** Files the letters of the last months and signs their reports, if nothing is unexplained. */
export async function signTrustReports(past: Past): Promise<void> {
  const { client, finance, approver } = past;
  const { listTrustReports, addBankLetter, getTrustReport, signTrustReport } = trustReportsOffice;
  const { data: months } = await client.ok(listTrustReports, {}, finance);
  for (const { month } of months.slice(0, MONTHS)) {
    const { day } = (await client.ok(getTrustReport, { month }, finance)).data;
    const on = dayIn(day);
    const { closing } = (await client.ok(reconciliationOffice.getDay, { day: on }, finance)).data;
    if (closing === null) continue;
    const files = [await letterOf(past, on, closing)];
    await client.ok(addBankLetter, { month, amount: String(closing) }, { ...finance, files });
    const { block } = (await client.ok(getTrustReport, { month }, finance)).data;
    if (block !== null) continue;
    await client.ok(signTrustReport, { month }, finance);
    await client.ok(signTrustReport, { month }, approver);
  }
}
