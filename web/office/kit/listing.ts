// What a list keeps in its address: filters and page, so that a link and 「上一頁」 lead back.
import { useSearchParams } from 'react-router';

export const PER_PAGE = 50;

export type ListUrl = {
  page: number;
  perPage: number;
  offset: number;
  /** What a call wants to know of the page. */
  asks: { item_per_page: number; offset: number };
  /** A filter's value; undefined where it is not one of `known`. */
  one: <T extends string>(name: string, known: readonly T[]) => T | undefined;
  text: (name: string, shape: RegExp) => string | undefined;
  /** The address with some values changed; a changed filter begins at the first page. */
  to: (changes: Record<string, string | number | undefined>) => string;
};

/**
 * Reads the list's address; whatever is not understood is as if it were not there. Where a page has
 * two lists, the second keeps its page under a name of its own.
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

export const DAY = /^20\d\d-\d\d-\d\d$/;
export const ID = /^[1-9]\d{0,17}$/;
