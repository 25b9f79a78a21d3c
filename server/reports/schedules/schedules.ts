// Calls of the office that schedule the sending of a report, and change, pause and end it.
import { Refusal } from '#contract/refusals.ts';
import { type ReportName, reportNames } from '#contract/reports/print.ts';
import { mayReadReport, type reportSchedulesOffice } from '#contract/reports/schedules.ts';
import type { Actions, Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import { recordMove } from '../../tasks/front.ts';
import {
  deleteRecipients,
  insertRecipients,
  insertSchedule,
  type ListedSchedule,
  lockSchedule,
  type RecipientRow,
  recipientsOf,
  rolesOf,
  schedulesOf,
  type ScheduleRow,
  setEnded,
  setNextOn,
  setPaused,
  updateSchedule,
} from './schedule-queries.ts';
import { isDayOf, lastSendingDay, nextDue, type Timing } from './schedule-rules.ts';

type Terms = Timing & { recipients: readonly number[] };

/** Returns whether a recipient gets the mails of a report, or why not. */
export function stateOf(report: ReportName, { left, roles }: RecipientRow) {
  if (left) return 'left' as const;
  return mayReadReport(report, roles) ? ('ready' as const) : ('unable' as const);
}

const view = (row: ListedSchedule, recipients: readonly RecipientRow[]) => ({
  id: row.id,
  report: row.report,
  rhythm: row.rhythm,
  day: row.day,
  owner: { id: row.ownerId, name: row.ownerName, left: row.ownerLeft },
  recipients: recipients.map((one) => ({
    id: one.id,
    name: one.name,
    state: stateOf(row.report, one),
  })),
  nextOn: row.pausedAt === null ? row.nextOn : null,
  last:
    row.dueOn !== null && row.sentAt !== null
      ? { dueOn: row.dueOn, at: row.sentAt, mails: row.mails, skipped: row.skipped }
      : null,
});

/** Refuses REPORT_SCHEDULE for a day that does not exist, or a recipient who may not read it. */
async function assertReadable({ tx }: Work, report: ReportName, terms: Terms): Promise<void> {
  if (!isDayOf(terms)) {
    throw new Refusal('REPORT_SCHEDULE', { fields: { day: '請重新選擇日期' } });
  }
  const able = new Set(
    (await rolesOf(tx, terms.recipients))
      .filter(({ roles }) => mayReadReport(report, roles))
      .map(({ id }) => id),
  );
  if (!terms.recipients.every((id) => able.has(id))) {
    const words = '收件人必須是看得到這份報表的同仁';
    throw new Refusal('REPORT_SCHEDULE', { fields: { recipients: words } });
  }
}

/**
 * Locks a schedule for a change. Refuses NOT_FOUND if the caller may not read its report, and
 * FORBIDDEN unless they own it or are an admin.
 */
async function ownSchedule(
  { tx, operator }: Work & { operator: Operator },
  id: number,
): Promise<ScheduleRow> {
  const row = await lockSchedule(tx, id);
  if (!row || !mayReadReport(row.report, operator.roles)) throw new Refusal('NOT_FOUND');
  if (row.ownerId !== operator.id && !operator.roles.includes('admin')) {
    throw new Refusal('FORBIDDEN');
  }
  return row;
}

const people = ({ recipients }: Terms) => [...new Set(recipients)];

export const scheduleActions: Actions<{ reports: typeof reportSchedulesOffice }>['reports'] = {
  async listReportSchedules({ tx, operator }, { item_per_page: limit, offset }) {
    const own = reportNames.filter((report) => mayReadReport(report, operator.roles));
    const rows = await schedulesOf(tx, own, { limit, offset });
    const all = Map.groupBy(
      await recipientsOf(
        tx,
        rows.map(({ id }) => id),
      ),
      ({ scheduleId }) => scheduleId,
    );
    return {
      data: rows.map((row) => view(row, all.get(row.id) ?? [])),
      total: rows[0]?.total ?? 0,
    };
  },

  async scheduleReport(context, { report, ...terms }) {
    const { tx, now, operator } = context;
    if (!mayReadReport(report, operator.roles)) throw new Refusal('FORBIDDEN');
    await assertReadable(context, report, terms);
    const nextOn = nextDue(terms, lastSendingDay(now));
    const { rhythm, day } = terms;
    const { id } = await insertSchedule(tx, {
      report,
      rhythm,
      day,
      ownerId: operator.id,
      nextOn,
      now,
    });
    await insertRecipients(tx, id, people(terms));
    await recordMove(context, {
      subject: { type: 'report_schedule', id },
      action: 'report.scheduled',
      snapshot: { report, ...terms },
    });
    return { data: { id, nextOn } };
  },

  async changeReportSchedule(context, { id, ...terms }) {
    const { tx, now } = context;
    const { report } = await ownSchedule(context, id);
    await assertReadable(context, report, terms);
    const nextOn = nextDue(terms, lastSendingDay(now));
    await updateSchedule(tx, id, { ...terms, nextOn });
    await deleteRecipients(tx, id);
    await insertRecipients(tx, id, people(terms));
    await recordMove(context, {
      subject: { type: 'report_schedule', id },
      action: 'report.schedule_changed',
      snapshot: { report, ...terms },
    });
    return { data: { id, nextOn } };
  },

  async moveReportSchedule(context, { id, to }) {
    const { tx, now } = context;
    const row = await ownSchedule(context, id);
    const from = row.pausedAt === null ? 'active' : 'paused';
    if (from === to) return { data: { ok: true } };
    if (to === 'ended') await setEnded(tx, id, now);
    else await setPaused(tx, id, to === 'paused' ? now : null);
    // What was due during the pause is not sent afterwards.
    if (to === 'active') await setNextOn(tx, id, nextDue(row, lastSendingDay(now)));
    const subject = { type: 'report_schedule', id } as const;
    await recordMove(context, { subject, action: 'report.schedule_moved', from, to });
    return { data: { ok: true } };
  },
};
