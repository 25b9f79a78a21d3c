// API of the security event log for the office.
import type { ServerSecurityEventRow, securityOffice } from '#contract/tasks/security.ts';
import type { Actions, FilterOf, Next, Work } from '../../action.ts';
import { type EventRow, listEvents } from './security-queries.ts';

const idOf = (id: number | null) => (id === null ? null : String(id));

const view = (row: EventRow): ServerSecurityEventRow => {
  const { memberId, operatorId, operatorName, ...rest } = row;
  return {
    ...rest,
    id: String(row.id),
    at: row.at.toISOString(),
    until: row.until.toISOString(),
    member: idOf(memberId),
    operator: operatorId === null ? null : { id: String(operatorId), name: operatorName ?? '' },
  };
};

/** Returns a reader of events for an exported table, newest first. */
export const securityEventsBeyond =
  (
    { tx }: Work,
    filter: FilterOf<(typeof securityOffice)['listSecurityEvents']>,
  ): Next<ServerSecurityEventRow> =>
  async (last, limit) =>
    (await listEvents(tx, filter, last && Number(last.id), limit)).map(view);

export const securityActions: Actions<{ tasks: typeof securityOffice }>['tasks'] = {
  async listSecurityEvents({ tx, services }, { before, item_per_page: limit, ...filter }) {
    // Writes this process's pending events before reading, so that the list contains them.
    await services.securityLog.write();
    const rows = await listEvents(tx, filter, before ?? null, limit + 1);
    return { data: rows.slice(0, limit).map(view), older: rows.length > limit };
  },
};
