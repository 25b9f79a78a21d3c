// Job that assigns tasks of the chosen kinds in turn to the operators who are present.
import type { Services } from '../../services.ts';
import type { Due } from '../../jobs/job.ts';
import { inWork } from '../../work.ts';
import { assign } from '../desk-queries.ts';
import { withinLimit } from '../limits/limits.ts';
import { recordMove } from '../recording.ts';
import { freeTasks, lockTurn, setTurn, unassignedTasks } from './absence-queries.ts';
import { peopleToTell } from './duty-queries.ts';
import { nextInTurn } from './duty-rules.ts';
import { hooks } from '../../hooks.ts';

/** Number of tasks in one run, so that no transaction is long. */
const AT_ONCE = 200;

export const assignmentDue: Due = async ({ tx, now }) => {
  const { assigned } = await hooks.duty(tx, now);
  return assigned.length === 0 ? [] : [freeTasks(assigned)];
};

export function assignInTurn(services: Services): Promise<void> {
  return inWork(services, async (work) => {
    const { tx, now, realNow, today } = work;
    const { assigned } = await hooks.duty(tx, now);
    if (assigned.length === 0) return;
    const present = await peopleToTell(tx, today, realNow);
    for (const task of await unassignedTasks(tx, assigned, AT_ONCE)) {
      const able = await withinLimit(work, task, present);
      const next = nextInTurn(task, able, await lockTurn(tx, task.kind));
      if (!next) continue;
      await assign(tx, task.id, next.id, now);
      await setTurn(tx, task.kind, next.id);
      await recordMove(work, {
        subject: { type: 'task', id: task.id },
        action: 'task.assigned',
        to: next.id,
      });
    }
  });
}
