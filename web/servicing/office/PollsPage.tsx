// Polls after a violation at the office: weights, turnout and result; single votes stay secret.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { pollList } from '#contract/servicing/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { POLL_DAYS, pollStateAt, pollWords } from '#contract/servicing/poll.ts';
import { sharesOf } from '#contract/law/shares.ts';
import type { PollRow } from '#contract/servicing/polls.ts';
import { queryOf } from '../../office/api.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import * as paths from '../../office/paths.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { now } from '../../ui/clock.ts';
import { formatShare } from '../../ui/format.ts';

const PER_PAGE = 25;

/** Votes in NT$ and as a share of the votes cast; a dash while the poll is open. */
function Votes({ of, answer }: { of: PollRow; answer: 'negotiate' | 'legal' | 'abstain' }) {
  if (of.result === null) return '—';
  const { negotiate, legal, abstain } = of.result;
  const shares = sharesOf([negotiate, legal, abstain]);
  const share = shares[['negotiate', 'legal', 'abstain'].indexOf(answer)];
  return (
    <>
      <Money amount={of.result[answer]} />
      {of.turnout > 0 && (
        <small className="block text-ink-3" data-share={share}>
          占參與 {share}%
        </small>
      )}
    </>
  );
}

const columns = columnsOf(pollList, {
  caseNo: {
    head: true,
    cell: (row) => (
      <Link className="link num" to={paths.loan(row.loanId, 'collections')}>
        {row.caseNo}
      </Link>
    ),
  },
  status: {
    cell: (row) => {
      const state = pollStateAt(row, now());
      return <Tag tone={pollWords[state].tone}>{pollWords[state].text}</Tag>;
    },
  },
  openedAt: {
    whole: true,
    cell: (row) => (
      <div>
        <DateText at={row.openedAt} />
        <small className="block text-ink-3">
          至 <DateText at={row.closesAt} />
        </small>
      </div>
    ),
  },
  voted: { numeric: true, cell: (row) => `${row.voted}／${row.voters} 位` },
  turnout: {
    numeric: true,
    cell: (row) => (
      <div>
        <Money amount={row.turnout} />
        <small className="block text-ink-3">
          占在貸 {formatShare(row.total > 0 ? row.turnout / row.total : 0)}
          {row.hasQuorum ? '，已達三分之一' : '，未達三分之一'}
        </small>
      </div>
    ),
  },
  total: {},
  negotiate: { numeric: true, cell: (row) => <Votes of={row} answer="negotiate" /> },
  legal: { numeric: true, cell: (row) => <Votes of={row} answer="legal" /> },
  abstain: { numeric: true, cell: (row) => <Votes of={row} answer="abstain" /> },
});

export function PollsPage() {
  const url = useListUrl(PER_PAGE);
  const query = useQuery({
    ...queryOf('servicing', 'listPolls', url.asks),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="違約投票"
      what="投票"
      whom="審核或核准同仁"
      note={
        <p className="text-ink-3">
          權數為開始投票時的在貸本金。投票期間只顯示參與本金；任何人的選擇都不會顯示。
        </p>
      }
      acts={<TableButtons table={pollList.tables.data} input={{}} />}
      query={query}
      none={{ title: '沒有違約投票', hint: `案件違約時會自動開始 ${POLL_DAYS} 天的投票。` }}
      caption={({ total }) => `違約投票，${total} 次`}
      columns={columns}
      rowKey={(row) => row.id}
      pages={url}
    />
  );
}
