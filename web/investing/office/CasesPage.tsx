// Page of cases being funded (募集管理): by state, with reserved and paid amounts, pinned first.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { caseStateText } from '#contract/investing/words.ts';
import { Pin } from 'lucide-react';
import { Link } from 'react-router';
import { caseStates, type CaseState, type OfficeCaseRow } from '#contract/investing/office.ts';
import { api, queryOf } from '../../office/api.ts';
import { TableButtons } from '../../office/kit/TableButtons.tsx';
import * as paths from '../../office/paths.ts';
import { Countdown, DateText, Money, Percent } from '../../ui/display/Amount.tsx';
import { type Column } from '../../ui/display/Table.tsx';
import { CaseTag, Grade } from '../words.tsx';
import '../investing.css';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { useListUrl } from '../../office/kit/listing.ts';

const PER_PAGE = 25;

const columns: Column<OfficeCaseRow>[] = [
  {
    key: 'case',
    label: '案號',
    head: true,
    whole: true,
    cell: (row) => (
      <Link className="office-row-link" to={paths.fundedCase(row.id)} data-stretch="" data-row="">
        {row.pinned && <Pin size={14} role="img" aria-label="精選" className="me-1 inline" />}
        {row.caseNo}
      </Link>
    ),
  },
  { key: 'plan', label: '方案', cell: (row) => row.planName },
  { key: 'grade', label: '等級', cell: (row) => <Grade grade={row.grade} /> },
  {
    key: 'rate',
    label: '利率',
    numeric: true,
    cell: (row) => <Percent value={row.annualRate} />,
  },
  { key: 'target', label: '金額', numeric: true, cell: (row) => <Money amount={row.target} /> },
  { key: 'paid', label: '已付款', numeric: true, cell: (row) => <Money amount={row.paid} /> },
  {
    key: 'reserved',
    label: '待付款',
    numeric: true,
    cell: (row) => <Money amount={row.reserved} />,
  },
  { key: 'investors', label: '出資人', numeric: true, cell: (row) => row.investors },
  { key: 'status', label: '狀態', cell: (row) => <CaseTag status={row.status} /> },
  {
    key: 'ends',
    label: '募集截止',
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
];

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
      whom="審核或核准同事"
      acts={<TableButtons name="募集案件" input={{ state }} read={api.investing.casesTable} />}
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
