// API of the security event log for the office.
import type { ServerSecurityEventRow } from '#contract/tasks/security.ts';
import type { Actions, FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import type { tasksLists } from '#contract/tasks/lists.ts';
import { stepReader } from '../../tables/table.ts';
import { type EventRow, listEvents } from './security-queries.ts';

type Office = Pick<typeof tasksLists, 'listSecurityEvents'>;

const view = (row: EventRow): ServerSecurityEventRow => {
  const { memberId, operatorId, operatorName, ...rest } = row;
  return {
    ...rest,
    id: row.id,
    at: row.at,
    until: row.until,
    member: memberId,
    operator: operatorId === null ? null : { id: operatorId, name: operatorName ?? '' },
  };
};

export const securityEvents = stepReader({
  of: (_work: Work, filter: FilterOf<Office['listSecurityEvents']>) => filter,
  rows: ({ tx }, filter, part) => listEvents(tx, filter, part),
  view: (row: EventRow) => view(row),
});

export const securityActions: Actions<{ tasks: Office }>['tasks'] = {
  listSecurityEvents: {
    async page(context, input) {
      // Writes this process's pending events first, so that the list contains them.
      await context.services.securityLog.write();
      return securityEvents.page(context, input);
    },
    file: securityEvents.file,
  },
};
