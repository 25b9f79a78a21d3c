// Polls after a violation at the office: weights, turnout and result; single votes stay secret.
import { columnsOf } from '../../office/kit/columns.tsx';
import { pollList } from '#contract/servicing/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { POLL_DAYS, pollStateAt, pollWords } from '#contract/servicing/poll.ts';
import { sharesOf } from '#contract/law/shares.ts';
import type { PollRow } from '#contract/servicing/polls.ts';
import { NotYet } from '../../office/kit/Answered.tsx';
import { api, queryOf } from '../../office/api.ts';
import { PageHead } from '../../office/kit/PageHead.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import * as paths from '../../office/paths.ts';
import { EmptyState } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { now } from '../../ui/clock.ts';
import { formatShare } from '../../ui/format.ts';
import { Pagination } from '../../ui/display/Pagination.tsx';
import { Table } from '../../ui/display/Table.tsx';

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
      <Link className="link num" to={paths.lateLoan(row.loanId)}>
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

function Content({ page }: { page: number }) {
  const input = {
    item_per_page: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  };
  const query = useQuery({
    ...queryOf('servicing', 'listPolls', input),
    placeholderData: keepPreviousData,
  });
  if (query.isPending || query.isLoadingError) {
    return <NotYet of={query} what="投票" whom="審核或核准同事" />;
  }
  const { data, total } = query.data;
  if (data.length === 0) {
    return (
      <EmptyState title="沒有違約投票">案件違約時會自動開始 {POLL_DAYS} 天的投票。</EmptyState>
    );
  }
  return (
    <>
      <Table
        caption={`違約投票，${total} 次`}
        columns={columns}
        rows={data}
        rowKey={(row) => row.id}
      />
      <Pagination
        page={page}
        pages={Math.ceil(total / PER_PAGE)}
        link={({ page: to, label, current, children }) => (
          <Link to={paths.polls(to)} aria-label={label} aria-current={current ? 'page' : undefined}>
            {children}
          </Link>
        )}
      />
    </>
  );
}

export function PollsPage() {
  const [query] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  return (
    <div className="grid gap-6">
      <div>
        <PageHead
          title="違約投票"
          acts={<TableButtons list={pollList} input={{}} read={api.servicing.pollsTable} />}
        />
        <p className="mt-2 text-ink-3">
          權數為開始投票時的在貸本金。投票期間只顯示參與本金；任何人的選擇都不會顯示。
        </p>
      </div>
      <Content page={page} />
    </div>
  );
}
