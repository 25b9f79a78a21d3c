// Polls at the office: principal that may vote, that has voted, and the result.
import { hasQuorum, turnoutOf } from '#contract/servicing/poll.ts';
import type { ServerPollRow, pollsOffice } from '#contract/servicing/polls.ts';
import type { Action, FilterOf, Next, Work } from '../../action.ts';
import { pollCount, pollPage, pollsBelow } from './poll-queries.ts';

type Row = Awaited<ReturnType<typeof pollsBelow>>[number];

function view({ negotiate, legal, abstain, ...row }: Row): ServerPollRow {
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
    // The intermediate result stays hidden from everybody while the poll is open.
    result: row.status === 'open' ? null : { negotiate, legal, abstain },
  };
}

export const listPolls: Action<(typeof pollsOffice)['listPolls']> = async (
  { tx },
  { status, item_per_page: limit, offset },
) => {
  const rows = await pollPage(tx, status, { limit, offset });
  return { data: rows.map(view), total: (await pollCount(tx, status)).count };
};

/** Returns a reader of polls for an exported table, newest first. */
export const pollsBeyond =
  ({ tx }: Work, { status }: FilterOf<(typeof pollsOffice)['listPolls']>): Next<ServerPollRow> =>
  async (last, limit) =>
    (await pollsBelow(tx, status, last && Number(last.id), limit)).map(view);
