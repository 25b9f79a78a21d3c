// Job that sends the scheduled reports: one mail for each recipient with a link, never a file.
import type { Day } from '#contract/core/day.ts';
import { formatMoney, type Money, sum } from '#contract/core/money.ts';
import { type ReportName, reportTitle } from '#contract/reports/print.ts';
import type { Services } from '../../services.ts';
import type { Due } from '../../jobs/job.ts';
import { db, type Tx } from '../../database/db.ts';
import { finds } from '../../database/finds.ts';
import { eachOne } from '../../each-one.ts';
import { sendLetter } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { type Work, inWork } from '../../work.ts';
import { outstandingParts } from '../credit/credit-queries.ts';
import { incomeMonths } from '../money/income.ts';
import { cashMonths } from '../money/money.ts';
import type { Period } from '../rules.ts';
import { letters } from '../words.ts';
import {
  dueSchedules,
  insertSending,
  lockDue,
  recipientsOf,
  type ScheduleRow,
  setNextOn,
} from './schedule-queries.ts';
import {
  lastSendingDay,
  newestDue,
  nextDue,
  periodSent,
  periodWords,
  reportPath,
} from './schedule-rules.ts';
import { stateOf } from './schedules.ts';

export const sendingDue: Due = ({ now }) => [finds((tx) => dueSchedules(tx, lastSendingDay(now)))];

/**
 * Sends every report that is due from 08:00 on. If days were missed, only the newest due day is
 * sent.
 */
export async function sendScheduledReports(services: Services): Promise<void> {
  const upTo = lastSendingDay(services.clock.now());
  await eachOne(services, await dueSchedules(db(services.pool), upTo), ({ id }) =>
    inWork(services, async (work) => {
      const schedule = await lockDue(work.tx, id, upTo);
      if (schedule) await sendReport(work, schedule, upTo);
    }),
  );
}

/** Writes the mails of the newest due day into the outbox, in the transaction of the sending. */
async function sendReport(work: Work, schedule: ScheduleRow, upTo: Day): Promise<void> {
  const { tx, now, services } = work;
  const { id, report } = schedule;
  const dueOn = newestDue(schedule, upTo);
  await setNextOn(tx, id, nextDue(schedule, upTo));
  const recipients = await recipientsOf(tx, [id]);
  const ready = recipients.filter((one) => stateOf(report, one) === 'ready');
  const [mails, skipped] = [ready.length, recipients.length - ready.length];
  if ((await insertSending(tx, { id, dueOn, now, mails, skipped })) === 0) return;
  const period = periodSent(schedule, dueOn);
  const url = new URL(reportPath(report, period), services.config.officeUrl).href;
  const figures = await figureWords(tx, report, period);
  const values = { report: reportTitle[report], period: periodWords(period), figures };
  for (const { name, email } of ready) {
    await sendLetter(work, { email }, letters.scheduled({ name, ...values }, url));
  }
  await recordMove(work, {
    subject: { type: 'report_schedule', id },
    action: 'report.sent',
    snapshot: { report, dueOn, mails, skipped },
  });
}

const line = (name: string, amount: Money) => `${name}：${formatMoney(amount)}`;

/**
 * Returns the sums of a report as text. Reports without sums in NT$ have only the link; nothing
 * here is about a single person.
 */
async function figureWords(tx: Tx, report: ReportName, period: Period): Promise<string> {
  if (report === 'cash-flow') {
    const months = await cashMonths(tx, period);
    return [
      line('淨額', sum(months.map(({ net }) => net))),
      line('其中服務費', sum(months.map(({ fees }) => fees))),
    ].join('\n');
  }
  if (report === 'income') {
    const months = await incomeMonths(tx, period);
    return [
      line('合計（含稅）', sum(months.map(({ gross }) => gross))),
      line('未稅', sum(months.map(({ net }) => net))),
    ].join('\n');
  }
  if (report === 'outstanding') {
    const parts = await outstandingParts(tx, { on: period.to });
    return line('在貸本金', sum(parts.map(({ principal }) => principal)));
  }
  return '數字請在後台查看。';
}
