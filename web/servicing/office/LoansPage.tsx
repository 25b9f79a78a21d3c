// Register of all applications and loans: stage, filters, order, columns, saved views, export.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { countText } from '#contract/core/lists.ts';
import { grades } from '#contract/investing/grades.ts';
import { loanList } from '#contract/servicing/lists.ts';
import {
  loanStageNames,
  loanStageText,
  loanStatusOptions,
  type loanSorts,
  type RegisteredLoan,
} from '#contract/servicing/registers.ts';
import { queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { amountText, idText } from '../../office/filtering/filter-texts.ts';
import { chosenIn, type Filter } from '../../office/kit/FilterBar.tsx';
import { FilterLinks } from '../../office/kit/Listing.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { type Register, useRegister } from '../../office/register/register.tsx';
import { cellLink, RegisterPage, rowLink } from '../../office/register/RegisterPage.tsx';
import { emptyResult } from '../../office/kit/Steps.tsx';
import * as paths from '../../office/paths.ts';
import { Tag } from '../../ui/display/Card.tsx';

const PER_PAGE = 25;

const register: Register<RegisteredLoan, (typeof loanSorts)[number]> = {
  columns: columnsOf(loanList, {
    caseNo: {
      head: true,
      whole: true,
      cell: (row) => rowLink(paths.loan(row.id), row.caseNo),
    },
    borrower: {
      whole: true,
      cell: (row) => cellLink(paths.member(row.memberId), row.borrower),
    },
    planName: {},
    statusText: { cell: (row) => <Tag tone={row.tone}>{row.statusText}</Tag> },
    amount: {},
    annualRate: {},
    installments: { cell: (row) => `${row.installments} 期` },
    grade: {},
    outstanding: {},
    lateDays: { cell: (row) => (row.lateDays > 0 ? `${row.lateDays} 天` : '—') },
    createdAt: {},
    listedAt: {},
    disbursedOn: {},
    settledOn: {},
    memberId: { cell: (row) => <span className="num">{row.memberId}</span> },
  }),
  shown: [
    'caseNo',
    'borrower',
    'planName',
    'statusText',
    'amount',
    'annualRate',
    'grade',
    'outstanding',
    'lateDays',
    'createdAt',
  ],
  sorts: {
    createdAt: 'created',
    amount: 'amount',
    annualRate: 'rate',
    statusText: 'status',
    disbursedOn: 'disbursed',
  },
};

/** The filters; the plans are those of the company, so they are read. */
function useFilters(): readonly Filter[] {
  const plans = useQuery({ ...queryOf('lending', 'listPlans', {}), staleTime: 5 * 60_000 });
  return [
    { kind: 'choice', name: 'status', label: '狀態', options: loanStatusOptions },
    {
      kind: 'choice',
      name: 'plan',
      label: '方案',
      options: (plans.data?.data ?? []).map(({ slug, listName }) => ({
        value: slug,
        label: listName,
      })),
    },
    {
      kind: 'choice',
      name: 'grade',
      label: '等級',
      options: grades.map((value) => ({ value, label: value })),
    },
    { kind: 'text', name: 'member', label: '會員編號', of: idText, inputMode: 'numeric' },
    { kind: 'text', name: 'least', label: '金額至少', of: amountText, inputMode: 'numeric' },
    { kind: 'text', name: 'most', label: '金額至多', of: amountText, inputMode: 'numeric' },
    { kind: 'day', name: 'from', label: '送件自' },
    { kind: 'day', name: 'to', label: '送件至' },
  ];
}

const stageLinks = [
  { text: '全部', value: undefined },
  ...loanStageNames.map((value) => ({ text: loanStageText[value], value })),
];

export function LoansPage() {
  const url = useListUrl(PER_PAGE);
  const [query] = useSearchParams();
  const filters = useFilters();
  const stage = url.one('stage', loanStageNames);
  const state = useRegister(register);
  const input = {
    ...chosenIn(query, filters),
    ...(stage && { stage }),
    ...state.asks,
    ...url.asks,
  };
  const list = useQuery({
    ...queryOf('servicing', 'listLoans', input),
    placeholderData: keepPreviousData,
  });
  return (
    <RegisterPage
      of={state}
      list="loans"
      path={paths.loans()}
      filters={filters}
      title="申貸案"
      whom="審核、核准或出納同仁"
      acts={<TableButtons table={loanList.tables.data} input={input} />}
      query={list}
      none={emptyResult}
      caption={({ total }) => countText(total, '件')}
      pages={url}
    >
      <FilterLinks label="階段" name="stage" links={stageLinks} chosen={stage} url={url} />
    </RegisterPage>
  );
}
