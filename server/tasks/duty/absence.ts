// Absences of operators: their tasks go to the substitute or back to the queue.
import { addDays } from '#contract/core/day.ts';
import { ABSENCE_DAYS_MAX, type dutyOffice } from '#contract/tasks/duty.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Operator } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import { inWork } from '../../work.ts';
import { assign, operatorAtWork } from '../desk-queries.ts';
import { withinLimit } from '../limits/limits.ts';
import { recordMove } from '../recording.ts';
import {
  type AbsenceRow,
  absenceById,
  currentAbsences,
  endAbsenceRow,
  insertAbsence,
  lockAbsencesOf,
  overlapping,
  tasksOfAbsent,
} from './absence-queries.ts';
import { peopleToTell } from './duty-queries.ts';
import { substituteFor } from './duty-rules.ts';

const view = ({ today }: Work, row: AbsenceRow) => ({
  id: row.id,
  operator: { id: row.operatorId, name: row.operatorName },
  from: row.from,
  to: row.to,
  substitute:
    row.substituteId === null ? null : { id: row.substituteId, name: row.substituteName ?? '' },
  isNow: row.from <= today && today <= row.to,
});

const invalid = (field: 'from' | 'to' | 'substitute', words: string) =>
  new Refusal('ABSENCE_INVALID', { fields: { [field]: words } });

/** Refuses FORBIDDEN unless the absence is one's own or the caller is an admin. */
function assertOwn(operator: Operator, operatorId: number): void {
  if (operatorId !== operator.id && !operator.roles.includes('admin')) {
    throw new Refusal('FORBIDDEN');
  }
}

export const dutyActions: Actions<{ tasks: typeof dutyOffice }>['tasks'] = {
  async listAbsences(context) {
    const rows = await currentAbsences(context.tx, context.today);
    return { data: rows.map((row) => view(context, row)) };
  },

  async markAbsence(context, { from, to, substitute, operator: wanted }) {
    const { tx, today, now, operator } = context;
    const operatorId = wanted ?? operator.id;
    assertOwn(operator, operatorId);
    if (!(await operatorAtWork(tx, operatorId))) throw new Refusal('NOT_FOUND');
    if (to < today) throw invalid('to', '最後一天不可早於今天');
    if (to < from) throw invalid('to', '最後一天不可早於第一天');
    if (to > addDays(from, ABSENCE_DAYS_MAX)) throw invalid('to', '一次最長一年');
    if (substitute === operatorId) throw invalid('substitute', '代理人不可是本人');
    if (substitute !== undefined && !(await operatorAtWork(tx, substitute))) {
      throw invalid('substitute', '找不到這位同仁');
    }
    await lockAbsencesOf(tx, operatorId);
    if (await overlapping(tx, operatorId, from, to)) throw invalid('from', '這段期間已登記請假');
    const { id } = await insertAbsence(tx, {
      operatorId,
      from,
      to,
      substituteId: substitute ?? null,
      madeBy: operator.id,
      now,
    });
    await recordMove(context, {
      subject: { type: 'operator', id: operatorId },
      action: 'absence.marked',
      snapshot: { absence: id, from, to, substitute: substitute ?? null },
    });
    await redirectTasks(context);
    const row = await absenceById(tx, id);
    if (!row) throw new Error(`absence ${id} vanished`);
    return { data: view(context, row) };
  },

  async endAbsence(context, { id }) {
    const row = await absenceById(context.tx, id);
    if (!row) throw new Refusal('NOT_FOUND');
    assertOwn(context.operator, row.operatorId);
    await endAbsenceRow(context.tx, id, context.now);
    await recordMove(context, {
      subject: { type: 'operator', id: row.operatorId },
      action: 'absence.ended',
      snapshot: { absence: id },
    });
    return { data: { ok: true } };
  },
};

/**
 * Gives the tasks of absent operators to their substitutes, or puts them back into the queue if the
 * substitute is absent too, may not decide them, or made the work. What was sent back to a maker
 * stays with its maker unless a substitute takes it.
 */
export async function redirectTasks(work: Work): Promise<void> {
  const { tx, now, realNow, today } = work;
  const present = await peopleToTell(tx, today, realNow);
  for (const task of await tasksOfAbsent(tx, today)) {
    const able = await withinLimit(work, task, present);
    const to = substituteFor(task, able, task.substituteId)?.id ?? null;
    if (to === null && task.kind === 'sent_back') continue;
    await assign(tx, task.id, to, now);
    await recordMove(work, {
      subject: { type: 'task', id: task.id },
      action: 'task.redirected',
      from: task.assigneeId,
      to,
    });
  }
}

/** Job for absences that begin without anybody doing anything. */
export const redirectAbsent = (services: Services): Promise<void> =>
  inWork(services, redirectTasks);
