// The state of a list's page: filters and position from its address, and the rows they select.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { AnyList } from '#contract/core/list.ts';
import type { InputOf } from '../../api.ts';
import { listQuery } from '../api.ts';
import { useListUrl } from '../kit/listing.ts';
import { useSteps } from '../kit/Steps.tsx';
import { chosenOf, filtersOf } from './list-filters.ts';

/** `own` is input that the page sets in a way of its own, such as the order of the rows. */
export function useList<L extends AnyList>(list: L, own: object = {}, perPage?: number) {
  const [query] = useSearchParams();
  const filters = filtersOf(list);
  const url = useListUrl(perPage);
  const steps = useSteps(filters);
  const isCounted = 'offset' in list.page;
  const { before, after } = steps;
  const at = isCounted ? url.asks : { ...(before && { before }), ...(after && { after }) };
  const input = { ...chosenOf(list, query), ...at, ...own } as unknown as InputOf<L>;
  const read = useQuery({ ...listQuery(list, input), placeholderData: keepPreviousData });
  return { filters, input, query: read, isCounted, url, steps };
}
