// Job that escalates overdue tasks: it marks them as urgent and tells those who can act, once for
// each level.
import { type TaskKind, taskKinds, taskRules } from '#contract/tasks/kinds.ts';
import type { Services, Work } from '../../action.ts';
import type { Due, Moment } from '../../jobs/job.ts';
import { sendLetter } from '../../notices/actions.ts';
import { inWork } from '../../work.ts';
import { recordMove } from '../recording.ts';
import { mayDecide } from '../rules.ts';
import { letters } from '../words.ts';
import {
  type Escalated,
  escalateOverdue,
  overdueTasks,
  peopleToTell,
  type PersonToTell,
} from './duty-queries.ts';

/** Level 1 tells those who may decide the task, level 2 the admins. */
const LEVELS = [1, 2] as const;
type Level = (typeof LEVELS)[number];

const HOUR_MS = 3_600_000;

/** The levels that are switched on, each with the instant before which its tasks were due. */
async function levelsOn({ tx, now, services }: Pick<Moment, 'tx' | 'now' | 'services'>) {
  const { roleHours, adminHours } = await services.hooks.duty(tx, now);
  const hours = { 1: roleHours, 2: adminHours };
  return LEVELS.filter((level) => hours[level] > 0).map((level) => ({
    level,
    hours: hours[level],
    before: new Date(now.getTime() - hours[level] * HOUR_MS),
  }));
}

export const escalationDue: Due = async (at) =>
  (await levelsOn(at)).map(({ level, before }) => overdueTasks(level, before));

/**
 * Escalates the tasks that are overdue by the hours of the rules in force. A level without hours is
 * switched off.
 */
export function escalateTasks(services: Services): Promise<void> {
  return inWork(services, async (work) => {
    for (const { level, hours, before } of await levelsOn(work)) {
      const reason = `逾期超過 ${hours} 小時`;
      const tasks = await escalateOverdue(work.tx, { level, before, reason, now: work.now });
      for (const { id, level: from } of tasks) {
        await recordMove(work, {
          subject: { type: 'task', id },
          action: 'task.escalated',
          from,
          to: level,
          reason,
        });
      }
      if (tasks.length > 0) await tellAbout(work, level, tasks);
    }
  });
}

/** Sends one mail to each person about all tasks of which they are told. */
async function tellAbout(work: Work, level: Level, tasks: readonly Escalated[]): Promise<void> {
  const url = new URL('/tasks?order=priority', work.services.config.officeUrl).href;
  for (const person of await peopleToTell(work.tx, work.today, work.realNow)) {
    const own = tasks.filter((task) => isToldOf(person, level, task));
    if (own.length === 0) continue;
    const values = { name: person.name, count: String(own.length), kinds: kindsText(own) };
    await sendLetter(work, { email: person.email }, letters.escalated(values, url));
  }
}

/** A task that somebody holds concerns its holder; otherwise everybody who may decide it. */
function isToldOf({ id, roles }: PersonToTell, level: Level, task: Escalated): boolean {
  if (level === 2) return roles.includes('admin');
  if (task.assigneeId !== null) return task.assigneeId === id;
  return mayDecide(task.kind, roles);
}

function kindsText(tasks: readonly Escalated[]): string {
  const count = (kind: TaskKind) => tasks.filter((task) => task.kind === kind).length;
  return taskKinds
    .filter((kind) => count(kind) > 0)
    .map((kind) => `${taskRules[kind].text} ${count(kind)} 件`)
    .join('、');
}
