// The filter of the case list as it stands in the query string, and as the call takes it.
import { loanPurposes, optionText } from '#contract/options.ts';
import type { InputOf } from '../../api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { formatMoney, formatNumber } from '../../ui/format.ts';

export const PAGE_SIZE = 20;
/** The specification's "all". */
const EVERYTHING = 100_000_000_000;

type Search = InputOf<SiteCalls['investing']['searchCases']>;
type OrderBy = NonNullable<Search['orderby']>;
type Sort = { id: string; label: string; orderby: OrderBy; up: boolean };

/** The first is what the list is sorted by when nothing is asked. */
export const sorts: readonly [Sort, ...Sort[]] = [
  { id: 'newest', label: '最新上架', orderby: 'created_at', up: false },
  { id: 'rate', label: '利率由高到低', orderby: 'rate', up: false },
  { id: 'ending', label: '剩餘時間由短到長', orderby: 'due_date', up: true },
  { id: 'remaining', label: '餘額由少到多', orderby: 'remaining', up: true },
  { id: 'term', label: '期數由短到長', orderby: 'installment', up: true },
];
/** What a head of the table may sort by beside them. */
const columnWords: readonly { orderby: OrderBy; label: string }[] = [
  { orderby: 'rate', label: '利率' },
  { orderby: 'amount', label: '金額' },
  { orderby: 'installment', label: '期數' },
  { orderby: 'remaining', label: '餘額' },
  { orderby: 'due_date', label: '剩餘時間' },
];
const columnSorts = columnWords.flatMap(({ orderby, label }): Sort[] => [
  { id: `${orderby}-up`, label: `${label}由低到高`, orderby, up: true },
  { id: `${orderby}-down`, label: `${label}由高到低`, orderby, up: false },
]);

/** The word for a sort in the query string; a sort with a name of its own keeps it. */
export function sortIdOf(orderby: string, up: boolean): string {
  const fits = (sort: Sort) => sort.orderby === orderby && sort.up === up;
  return (sorts.find(fits) ?? columnSorts.find(fits))?.id ?? sorts[0].id;
}
export const sortOf = (id: string): Sort =>
  [...sorts, ...columnSorts].find((sort) => sort.id === id) ?? sorts[0];

/** The ends offered for the yearly rate in percent and for the amount in NT$. */
export const rateEnds = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;
export const amountEnds = [50_000, 100_000, 200_000, 300_000, 400_000, 500_000] as const;

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

/** Lists have several values with commas between them; ranges two numbers, 8-12, -12 or 8-. */
const filterNames = [
  'plan',
  'rate',
  'term',
  'grade',
  'amount',
  'purpose',
  'status',
  'fundable',
] as const;
export type FilterName = (typeof filterNames)[number];

export type Range = { min: number | null; max: number | null };

export type CaseFilter = {
  plan: readonly string[];
  term: readonly string[];
  grade: readonly string[];
  rate: Range;
  amount: Range;
  /** An id of a purpose, or nothing. */
  purpose: string;
  status: (typeof fundingStates)[number]['id'];
  /** Only what the one who asks may put something into. */
  fundable: boolean;
  sort: string;
  view: 'cards' | 'table';
  page: number;
};

const known = <T extends { id: string }>(list: readonly T[], id: string | null): T | undefined =>
  list.find((one) => one.id === id);

const listOf = (text: string | null, fits: (one: string) => boolean) => [
  ...new Set((text ?? '').split(',').filter((one) => one !== '' && fits(one))),
];

function rangeOf(text: string | null): Range {
  const [, min = '', max = ''] = /^(\d{0,8})-(\d{0,8})$/.exec(text ?? '') ?? [];
  const ends = { min: min === '' ? null : Number(min), max: max === '' ? null : Number(max) };
  return ends.min !== null && ends.max !== null && ends.min > ends.max
    ? { min: null, max: null }
    : ends;
}

/** A range as it stands in the query string; nothing where it has no end. */
export const rangeText = ({ min, max }: Range) =>
  min === null && max === null ? '' : `${min ?? ''}-${max ?? ''}`;

/** What the query string asks for; anything unknown is as if it were not there. */
export function readFilter(query: URLSearchParams): CaseFilter {
  const page = Number(query.get('page') ?? 1);
  const purpose = query.get('purpose') ?? '';
  return {
    plan: listOf(query.get('plan'), (slug) => /^[a-z][a-z-]{0,30}$/.test(slug)),
    term: listOf(query.get('term'), (term) => /^[1-9]\d?$/.test(term)),
    grade: listOf(query.get('grade'), (id) => known(gradeBands, id) !== undefined),
    rate: rangeOf(query.get('rate')),
    amount: rangeOf(query.get('amount')),
    purpose: /^[1-9]\d{0,3}$/.test(purpose) ? purpose : '',
    status: known(fundingStates, query.get('status'))?.id ?? 'open',
    fundable: query.get('fundable') === '1',
    sort: sortOf(query.get('sort') ?? '').id,
    view: query.get('view') === 'table' ? 'table' : 'cards',
    page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
  };
}

/** The call's input; a page is 20 cases. */
export function searchOf(filter: CaseFilter): Search {
  const { rate, amount } = filter;
  const { orderby, up } = sortOf(filter.sort);
  const grades = filter.grade.flatMap((id) => [`${id}1`, `${id}2`]) as Search['grade'];
  return {
    ...(filter.plan.length > 0 && { plan: [...filter.plan] }),
    ...(rate.min !== null && { rateMin: rate.min }),
    ...(rate.max !== null && { rateMax: rate.max }),
    ...(filter.term.length > 0 && { installment: filter.term.map(Number) }),
    ...(filter.grade.length > 0 && { grade: grades }),
    ...(amount.min !== null && { amountMin: amount.min }),
    ...(amount.max !== null && { amountMax: amount.max }),
    ...(filter.purpose && { purpose: Number(filter.purpose) }),
    ...(filter.fundable && { fundable: true }),
    status: filter.status,
    orderby,
    is_orderby_asc: up,
    // The table is the specification's list: it asks for all there is and turns pages itself.
    ...(filter.view === 'table'
      ? { item_per_page: EVERYTHING, offset: 0 }
      : { item_per_page: PAGE_SIZE, offset: (filter.page - 1) * PAGE_SIZE }),
  };
}

const usual: Record<string, string> = { status: 'open', sort: sorts[0].id, view: 'cards' };

/** The query string after one change: back to the first page, and no word for what is default. */
export function changed(
  query: URLSearchParams,
  name: FilterName | 'sort' | 'view',
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(query);
  if (name !== 'view') next.delete('page');
  if (value === '' || value === usual[name]) next.delete(name);
  else next.set(name, value);
  return next;
}

/** The list of a filter with one of its values put in or taken out. */
export const toggled = (values: readonly string[], value: string): string =>
  (values.includes(value) ? values.filter((one) => one !== value) : [...values, value]).join(',');

/** The query string without any filter; the order of the list and its look stay. */
export function cleared(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of [...filterNames, 'page']) next.delete(name);
  return next;
}

function rangeWords({ min, max }: Range, word: (end: number) => string): string {
  if (min !== null && max !== null) return `${word(min)}–${word(max)}`;
  if (min !== null) return `${word(min)} 以上`;
  return max === null ? '' : `${word(max)} 以下`;
}

export type Applied = { name: FilterName; label: string; without: string };

/**
 * What is applied, each with its word and the value that is left without it; `planName` names a
 * plan by its slug, `purposeName` a purpose by its id.
 */
export function appliedOf(
  filter: CaseFilter,
  planName: (slug: string) => string,
  purposeName: (id: number) => string = (id) => optionText(loanPurposes, id),
): Applied[] {
  const each = (
    name: 'plan' | 'term' | 'grade',
    word: (value: string) => string | undefined,
  ): Applied[] =>
    filter[name].map((value) => ({
      name,
      label: word(value) ?? value,
      without: toggled(filter[name], value),
    }));
  const one = (name: FilterName, label: string | undefined): Applied[] =>
    label ? [{ name, label, without: '' }] : [];
  const rate = rangeWords(filter.rate, (end) => `${end}%`);
  const amount = rangeWords(filter.amount, formatMoney);
  const state = known(fundingStates, filter.status)?.label ?? '';
  return [
    ...each('plan', planName),
    ...one('rate', rate && `年化利率 ${rate}`),
    ...each('term', (term) => `${formatNumber(Number(term))} 期`),
    ...each('grade', (id) => known(gradeBands, id)?.label),
    ...one('amount', amount && `金額 ${amount}`),
    // One that is not in the list, or not yet read, can still be taken off.
    ...one('purpose', filter.purpose && (purposeName(Number(filter.purpose)) || '資金用途')),
    ...one('status', filter.status === 'open' ? '' : `募集狀態：${state}`),
    ...one('fundable', filter.fundable ? '只看可出資' : ''),
  ];
}
