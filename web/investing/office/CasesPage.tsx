// Page of cases being funded (募集管理): by state, with reserved and paid amounts, pinned first.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { caseList } from '#contract/investing/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { caseStateText } from '#contract/investing/words.ts';
import { Pin } from 'lucide-react';
import { caseStates, type CaseState } from '#contract/investing/office.ts';
import { queryOf } from '../../office/api.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import * as paths from '../../office/paths.ts';
import { Countdown, DateText } from '../../ui/display/Amount.tsx';
import { CaseTag, Grade } from '../words.tsx';
import '../investing.css';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { useListUrl } from '../../office/kit/listing.ts';

const PER_PAGE = 25;

const columns = columnsOf(caseList, {
  caseNo: {
    head: true,
    whole: true,
    cell: (row) => (
      <Link className="office-row-link" to={paths.loan(row.id)} data-stretch="" data-row="">
        {row.pinned && <Pin size={14} role="img" aria-label="精選" className="me-1 inline" />}
        {row.caseNo}
      </Link>
    ),
  },
  planName: {},
  grade: { cell: (row) => <Grade grade={row.grade} /> },
  annualRate: {},
  target: {},
  paid: {},
  reserved: {},
  investors: {},
  statusText: { cell: (row) => <CaseTag {...row} /> },
  endsAt: {
    cell: (row) => (
      <div>
        <DateText at={row.endsAt} />
        {row.status === 40 && (
          <small className="block text-ink-3">
            <Countdown until={row.endsAt} />
          </small>
        )}
      </div>
    ),
  },
});

function States({ counts, chosen }: { counts: Record<CaseState, number>; chosen: CaseState }) {
  return (
    <nav aria-label="募集狀態">
      <ul className="flex flex-wrap gap-2">
        {caseStates.map((state) => (
          <li key={state}>
            <Link
              className="office-filter"
              to={paths.fundedCases({ state })}
              aria-current={state === chosen ? 'page' : undefined}
            >
              {caseStateText[state]}
              <span className="num">{counts[state]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function CasesPage() {
  const url = useListUrl(PER_PAGE);
  const state = url.one('state', caseStates) ?? 'open';
  const query = useQuery({
    ...queryOf('investing', 'officeCases', { state, ...url.asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="募集管理"
      what="募集案件"
      whom="審核或核准同仁"
      acts={<TableButtons table={caseList.tables.data} input={{ state }} />}
      query={query}
      above={({ counts }) => <States counts={counts} chosen={state} />}
      none={{
        title: `沒有「${caseStateText[state]}」的案件`,
        hint: '借款人同意核准條件後，案件會出現在「募集中」。',
      }}
      caption={({ total }) => `${caseStateText[state]}，${total} 件`}
      columns={columns}
      rowKey={(row) => row.id}
      pages={url}
    />
  );
}
