// The filter of the case list: conversion from and to the query string, and to the API call.
import { loanPurposes, optionText } from '#contract/options.ts';
import type { InputOf } from '../../api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { formatMoney, formatNumber } from '../../ui/format.ts';

export const PAGE_SIZE = 20;
/** The page size that means "all" in the specification. */
const EVERYTHING = 100_000_000_000;

type Search = InputOf<SiteCalls['investing']['searchCases']>;
type OrderBy = NonNullable<Search['orderby']>;
type Sort = { id: string; label: string; orderby: OrderBy; up: boolean };

/** The first is the default sort order. */
export const sorts: readonly [Sort, ...Sort[]] = [
  { id: 'newest', label: '最新上架', orderby: 'created_at', up: false },
  { id: 'rate', label: '利率由高到低', orderby: 'rate', up: false },
  { id: 'ending', label: '剩餘時間由短到長', orderby: 'due_date', up: true },
  { id: 'remaining', label: '餘額由少到多', orderby: 'remaining', up: true },
  { id: 'term', label: '期數由短到長', orderby: 'installment', up: true },
];
/** Additional sort orders, offered in the table's headings. */
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

/**
 * Returns the query string's name for a sort order; the common orders in `sorts` have their own
 * names.
 */
export function sortIdOf(orderby: string, up: boolean): string {
  const fits = (sort: Sort) => sort.orderby === orderby && sort.up === up;
  return (sorts.find(fits) ?? columnSorts.find(fits))?.id ?? sorts[0].id;
}
export const sortOf = (id: string): Sort =>
  [...sorts, ...columnSorts].find((sort) => sort.id === id) ?? sorts[0];

/** Offered range limits of the yearly rate in percent and of the amount in NT$. */
export const rateEnds = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;
export const amountEnds = [50_000, 100_000, 200_000, 300_000, 400_000, 500_000] as const;

export const gradeBands = [
  { id: 'A', label: 'A 風險較低' },
  { id: 'B', label: 'B 風險中等' },
  { id: 'C', label: 'C 風險中高' },
  { id: 'D', label: 'D 風險較高' },
] as const;

export const fundingStates = [
  { id: 'open', label: '募集中' },
  { id: 'full', label: '已滿額' },
  { id: 'all', label: '全部' },
] as const;

/**
 * In the query string, a list is several values separated by commas, and a range is two numbers:
 * 8-12, -12 or 8-.
 */
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
  /** The id of a purpose; empty for any purpose. */
  purpose: string;
  status: (typeof fundingStates)[number]['id'];
  /** Only cases that this member can fund now. */
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

/** Returns a range as written in the query string; empty if it has no limits. */
export const rangeText = ({ min, max }: Range) =>
  min === null && max === null ? '' : `${min ?? ''}-${max ?? ''}`;

/** Reads the filter from the query string; unknown values are ignored. */
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

/** Returns the call's input; a page has 20 cases. */
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
    // The table view uses the specification's list: it loads all cases and divides them into pages
    // itself.
    ...(filter.view === 'table'
      ? { item_per_page: EVERYTHING, offset: 0 }
      : { item_per_page: PAGE_SIZE, offset: (filter.page - 1) * PAGE_SIZE }),
  };
}

const usual: Record<string, string> = { status: 'open', sort: sorts[0].id, view: 'cards' };

/** Returns the query string after one change: back on the first page, without default values. */
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

/** Returns a filter's list with one value added or removed. */
export const toggled = (values: readonly string[], value: string): string =>
  (values.includes(value) ? values.filter((one) => one !== value) : [...values, value]).join(',');

/** Returns the query string without any filter; sort order and view stay. */
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
 * Returns the active filters, each with its label and the value that remains when it is removed.
 * `planName` returns a plan's name by its slug, and `purposeName` that of a purpose by its id.
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
    // A filter by a purpose that is unknown or not loaded yet can still be removed.
    ...one('purpose', filter.purpose && (purposeName(Number(filter.purpose)) || '資金用途')),
    ...one('status', filter.status === 'open' ? '' : `募集狀態：${state}`),
    ...one('fundable', filter.fundable ? '只看可出資' : ''),
  ];
}
