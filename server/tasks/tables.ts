// Exports of the inbox and of the list of security events.
import { securityOffice } from '#contract/tasks/security.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { securityEventList, taskList } from '#contract/tasks/lists.ts';
import { exportOf } from '../tables/table.ts';
import { tasks } from './actions.ts';
import { securityEvents } from './security/security.ts';

export const tasksTables = {
  tasksTable: exportOf(tasksOffice.listTasks.output.shape.data, taskList, tasks),
  securityEventsTable: exportOf(
    securityOffice.listSecurityEvents.output.shape.data,
    securityEventList,
    securityEvents,
  ),
};
