// Polls at the office: principal that may vote, that has voted, and the result.
import type { servicingLists } from '#contract/servicing/lists.ts';
import { hasQuorum, turnoutOf } from '#contract/servicing/poll.ts';
import type { ServerPollRow } from '#contract/servicing/polls.ts';
import type { FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import { reader } from '../../tables/table.ts';
import { pollCount, pollPage } from './poll-queries.ts';

type Row = Awaited<ReturnType<typeof pollPage>>[number];

function view({ negotiate, legal, abstain, ...row }: Row): ServerPollRow {
  const count = { negotiate, legal, abstain, total: row.total };
  return {
    ...row,
    turnout: turnoutOf(count),
    hasQuorum: hasQuorum(count),
    // The intermediate result stays hidden from everybody while the poll is open.
    result: row.status === 'open' ? null : { negotiate, legal, abstain },
  };
}

export const polls = reader({
  of: (_work: Work, { status }: FilterOf<Pick<typeof servicingLists, 'listPolls'>['listPolls']>) =>
    status,
  rows: ({ tx }, status, part) => pollPage(tx, status, part),
  view,
  beside: ({ tx }, status) => pollCount(tx, status),
});
