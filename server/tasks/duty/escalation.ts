// Job that escalates overdue tasks: it marks them as urgent and tells those who can act, once for
// each level.
import type { Role } from '#contract/core/endpoint.ts';
import { type TaskKind, taskKinds, taskRules } from '#contract/tasks/kinds.ts';
import type { Services } from '../../services.ts';
import type { Due, Moment } from '../../jobs/job.ts';
import { sendLetter } from '../../notices/front.ts';
import { type Work, inWork } from '../../work.ts';
import { recordMove } from '../recording.ts';
import { mayDecide } from '../rules.ts';
import { letters } from '../words.ts';
import {
  type Escalated,
  escalateOverdue,
  makeUrgent,
  overdueTasks,
  peopleToTell,
  type PersonToTell,
} from './duty-queries.ts';
import { hooks } from '../../hooks.ts';

/** Level 1 tells those who may decide the task, level 2 the admins. */
const LEVELS = [1, 2] as const;
type Level = (typeof LEVELS)[number];

const HOUR_MS = 3_600_000;

/** The levels that are switched on, each with the instant before which its tasks were due. */
async function levelsOn({ tx, now }: Pick<Moment, 'tx' | 'now'>) {
  const { roleHours, adminHours } = await hooks.duty(tx, now);
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

/**
 * Makes the open tasks of a kind about these subjects urgent, and tells everybody with one of the
 * roles, for a rule of the feature that opened them.
 */
export async function escalateTasksOf(
  work: Work,
  kind: TaskKind,
  subjectIds: readonly number[],
  { reason, roles }: { reason: string; roles: readonly Role[] },
): Promise<void> {
  const tasks = await makeUrgent(work.tx, kind, subjectIds, { reason, now: work.now });
  for (const { id } of tasks) {
    const subject = { type: 'task', id } as const;
    await recordMove(work, { subject, action: 'task.escalated', reason });
  }
  await write(work, tasks, (person) => roles.some((role) => person.roles.includes(role)));
}

/** Sends one mail to each person about all tasks of which they are told. */
const tellAbout = (work: Work, level: Level, tasks: readonly Escalated[]) =>
  write(work, tasks, (person, task) => isToldOf(person, level, task));

async function write(
  work: Work,
  tasks: readonly Escalated[],
  isTold: (person: PersonToTell, task: Escalated) => boolean,
): Promise<void> {
  const url = new URL('/tasks?order=priority', work.services.config.officeUrl).href;
  for (const person of await peopleToTell(work.tx, work.today, work.realNow)) {
    const own = tasks.filter((task) => isTold(person, task));
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
