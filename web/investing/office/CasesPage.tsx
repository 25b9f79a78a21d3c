// Cases being funded (募集管理): by state, with what is reserved and paid, pinned ones first.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pin } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { caseStates, type CaseState, type OfficeCaseRow } from '#contract/investing/office.ts';
import { NotYet } from '../../office/kit/Answered.tsx';
import { api, asked } from '../../office/api.ts';
import { useArrows } from '../../office/keyboard.ts';
import { PageHead } from '../../office/kit/PageHead.tsx';
import { TableButtons } from '../../office/kit/TableButtons.tsx';
import * as paths from '../../office/paths.ts';
import { EmptyState } from '../../ui/display/Alert.tsx';
import { Countdown, DateText, Money, Percent } from '../../ui/display/Amount.tsx';
import { Pagination } from '../../ui/display/Pagination.tsx';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { CaseTag, Grade } from '../words.tsx';
import { stateText } from './case-words.ts';
import '../investing.css';

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
              {stateText[state]}
              <span className="num">{counts[state]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Found({ state, page }: { state: CaseState; page: number }) {
  const ref = useArrows();
  const input = {
    state,
    item_per_page: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  };
  const query = useQuery({
    ...asked('investing', 'officeCases', input),
    placeholderData: keepPreviousData,
  });
  if (query.isPending || query.isLoadingError) {
    return <NotYet of={query} what="募集案件" whom="審核或核准同事" />;
  }
  const { data, total, counts } = query.data;
  return (
    <>
      <States counts={counts} chosen={state} />
      {data.length === 0 ? (
        <EmptyState title={`沒有「${stateText[state]}」的案件`}>
          借款人同意核准條件後，案件會出現在「募集中」。
        </EmptyState>
      ) : (
        <div ref={ref} className="office-rows grid gap-5">
          <Table
            caption={`${stateText[state]}，${total} 件`}
            columns={columns}
            rows={data}
            rowKey={(row) => row.id}
          />
          <Pagination
            page={page}
            pages={Math.ceil(total / PER_PAGE)}
            link={({ page: to, label, current, children }) => (
              <Link
                to={paths.fundedCases({ state, page: to })}
                aria-label={label}
                aria-current={current ? 'page' : undefined}
              >
                {children}
              </Link>
            )}
          />
        </div>
      )}
    </>
  );
}

export function CasesPage() {
  const [query] = useSearchParams();
  const state = caseStates.find((one) => one === query.get('state')) ?? 'open';
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  return (
    <div className="grid gap-6">
      <PageHead
        title="募集管理"
        acts={<TableButtons name="募集案件" input={{ state }} read={api.investing.casesTable} />}
      />
      <Found state={state} page={page} />
    </div>
  );
}
