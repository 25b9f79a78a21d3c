// Filters and page of a list, stored in the URL so that links and 「上一頁」 restore them.
import { useSearchParams } from 'react-router';
import type { Day } from '#contract/core/day.ts';
import { daySchema } from '#contract/core/wire.ts';
import { dayIn } from '../../ui/clock.ts';

export const PER_PAGE = 50;

/** URL parameters for the position in a list, which are removed when a filter changes. */
export const places: readonly string[] = ['page', 'before', 'after'];

export type ListUrl = {
  page: number;
  perPage: number;
  offset: number;
  /** Paging parameters for the call. */
  asks: { item_per_page: number; offset: number };
  /** Returns a filter's value; undefined if it is not one of `known`. */
  one: <T extends string>(name: string, known: readonly T[]) => T | undefined;
  text: (name: string, shape: RegExp) => string | undefined;
  /** Returns a day that a call would take; undefined otherwise, as for February 31. */
  day: (name: string) => Day | undefined;
  /** Returns the URL with some values changed; a changed filter returns to the first page. */
  to: (changes: Record<string, string | number | undefined>) => string;
};

/**
 * Reads the list's state from the URL; invalid values are ignored. If a page has two lists, the
 * second stores its page number in a parameter of a different name.
 */
export function useListUrl(perPage = PER_PAGE, place = 'page'): ListUrl {
  const [query] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(query.get(place))) || 1);
  const offset = (page - 1) * perPage;
  return {
    page,
    perPage,
    offset,
    asks: { item_per_page: perPage, offset },
    one: (name, known) => known.find((value) => value === query.get(name)),
    text: (name, shape) => {
      const value = query.get(name) ?? '';
      return shape.test(value) ? value : undefined;
    },
    day: (name) => daySchema.safeParse(query.get(name)).data,
    to: (changes) => {
      const next = new URLSearchParams(query);
      next.delete(place);
      for (const [name, value] of Object.entries(changes)) {
        const key = name === 'page' ? place : name;
        if (value === undefined || (name === 'page' && value === 1)) next.delete(key);
        else next.set(key, String(value));
      }
      const text = next.toString();
      return text ? `?${text}` : '?';
    },
  };
}

export const ID = /^[1-9]\d{0,17}$/;
export const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

/** Returns whether a day (YYYY-MM-DD) or month (YYYY-MM) is still to come. */
export const isToCome = (at: string): boolean => at > dayIn().slice(0, at.length);

/** Returns the day or month, or the present one instead of one that is still to come. */
export const untilNow = (at: string): string => (isToCome(at) ? dayIn().slice(0, at.length) : at);
