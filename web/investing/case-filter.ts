// The filter of the case list as it stands in the query string, and as the call takes it.
import type { InputOf } from '../api.ts';
import type { SiteCalls } from '../site/calls.ts';
import { formatNumber } from '../ui/format.ts';

export const PAGE_SIZE = 20;

type Search = InputOf<SiteCalls['investing']['searchCases']>;
type Sort = { id: string; label: string; orderby: NonNullable<Search['orderby']>; up: boolean };

/** The first is what the list is sorted by when nothing is asked. */
export const sorts: readonly [Sort, ...Sort[]] = [
  { id: 'newest', label: '最新上架', orderby: 'created_at', up: false },
  { id: 'rate', label: '利率由高到低', orderby: 'rate', up: false },
  { id: 'ending', label: '即將截止', orderby: 'due_date', up: true },
  { id: 'remaining', label: '餘額由少到多', orderby: 'remaining', up: true },
  { id: 'term', label: '期數由短到長', orderby: 'installment', up: true },
];

/** Bands of the yearly rate in percent, both ends included. */
export const rateBands = [
  { id: '0-8', label: '8% 以下', min: 0, max: 8 },
  { id: '8-10', label: '8%–10%', min: 8, max: 10 },
  { id: '10-12', label: '10%–12%', min: 10, max: 12 },
  { id: '12-16', label: '12% 以上', min: 12, max: 16 },
] as const;

export const gradeBands = [
  { id: 'A', label: 'A 風險較低' },
  { id: 'B', label: 'B 風險中等' },
  { id: 'C', label: 'C 風險中等' },
  { id: 'D', label: 'D 風險較高' },
] as const;

export const fundingStates = [
  { id: 'open', label: '募集中' },
  { id: 'full', label: '已滿額' },
  { id: 'all', label: '全部' },
] as const;

export const filterNames = ['plan', 'rate', 'term', 'grade', 'status'] as const;
export type FilterName = (typeof filterNames)[number];

export type CaseFilter = {
  plan: string;
  rate: string;
  term: string;
  grade: string;
  status: (typeof fundingStates)[number]['id'];
  sort: string;
  page: number;
};

const gradesOf: Record<string, NonNullable<Search['grade']>> = {
  A: ['A1', 'A2'],
  B: ['B1', 'B2'],
  C: ['C1', 'C2'],
  D: ['D1', 'D2'],
};

const known = <T extends { id: string }>(list: readonly T[], id: string | null): T | undefined =>
  list.find((one) => one.id === id);

/** What the query string asks for; anything unknown is as if it were not there. */
export function readFilter(query: URLSearchParams): CaseFilter {
  const page = Number(query.get('page') ?? 1);
  const term = query.get('term') ?? '';
  return {
    plan: query.get('plan') ?? '',
    rate: known(rateBands, query.get('rate'))?.id ?? '',
    term: /^[1-9]\d?$/.test(term) ? term : '',
    grade: known(gradeBands, query.get('grade'))?.id ?? '',
    status: known(fundingStates, query.get('status'))?.id ?? 'open',
    sort: known(sorts, query.get('sort'))?.id ?? sorts[0].id,
    page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
  };
}

/** The call's input; a page is 20 cases. */
export function searchOf(filter: CaseFilter): Search {
  const rate = known(rateBands, filter.rate);
  const { orderby, up } = known(sorts, filter.sort) ?? sorts[0];
  const grade = gradesOf[filter.grade];
  return {
    ...(filter.plan && { plan: filter.plan }),
    ...(rate && { rateMin: rate.min, rateMax: rate.max }),
    ...(filter.term && { installment: Number(filter.term) }),
    ...(grade && { grade }),
    status: filter.status,
    orderby,
    is_orderby_asc: up,
    item_per_page: PAGE_SIZE,
    offset: (filter.page - 1) * PAGE_SIZE,
  };
}

/** The query string after one change: back to the first page, and no word for what is default. */
export function changed(
  query: URLSearchParams,
  name: FilterName | 'sort',
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('page');
  const usual = { status: 'open', sort: sorts[0].id }[name as 'status' | 'sort'] ?? '';
  if (value === '' || value === usual) next.delete(name);
  else next.set(name, value);
  return next;
}

/** The query string without any filter; the order of the list stays. */
export function cleared(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of [...filterNames, 'page']) next.delete(name);
  return next;
}

/** What is applied, each with its word; `planName` names a plan by its slug. */
export function appliedOf(
  filter: CaseFilter,
  planName: (slug: string) => string,
): { name: FilterName; label: string }[] {
  const rows: [FilterName, string | undefined][] = [
    ['plan', filter.plan && planName(filter.plan)],
    ['rate', known(rateBands, filter.rate)?.label],
    ['term', filter.term && `${formatNumber(Number(filter.term))} 期`],
    ['grade', known(gradeBands, filter.grade)?.label],
    [
      'status',
      filter.status === 'open' ? '' : `募集狀態：${known(fundingStates, filter.status)?.label}`,
    ],
  ];
  return rows.flatMap(([name, label]) => (label ? [{ name, label }] : []));
}
