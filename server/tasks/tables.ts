// Exports of the inbox and of the list of security events.
import { securityEventList, taskList } from '#contract/tasks/lists.ts';
import { exportOf } from '../tables/table.ts';
import { tasks } from './actions.ts';
import { securityEvents } from './security/security.ts';

export const tasksTables = {
  tasksTable: exportOf(taskList, tasks),
  securityEventsTable: exportOf(securityEventList, securityEvents),
};
