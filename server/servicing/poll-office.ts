// Polls at the office: how much principal may vote, how much has, and what came of it.
import { hasQuorum, turnoutOf } from '#contract/poll.ts';
import type { pollsOffice } from '#contract/servicing-polls.ts';
import type { Action } from '../action.ts';
import { pollCount, pollPage } from './poll-queries.ts';

export const listPolls: Action<(typeof pollsOffice)['listPolls']> = async (
  { tx },
  { status, item_per_page: limit, offset },
) => {
  const rows = await pollPage(tx, status, { limit, offset });
  const data = rows.map(({ negotiate, legal, abstain, ...row }) => {
    const count = { negotiate, legal, abstain, total: row.total };
    return {
      ...row,
      id: String(row.id),
      loanId: String(row.loanId),
      openedAt: row.openedAt.toISOString(),
      closesAt: row.closesAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      turnout: turnoutOf(count),
      hasQuorum: hasQuorum(count),
      // What was voted so far would sway nobody here, but it is nobody's to know yet.
      result: row.status === 'open' ? null : { negotiate, legal, abstain },
    };
  });
  return { data, total: (await pollCount(tx, status)).count };
};
