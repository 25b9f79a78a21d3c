// Pure rules of the search: words of a query, synonyms, highlights.
import type { Marked } from '#contract/content/shapes.ts';

/** Maximum number of spellings of one search word, including itself. */
const SPELLINGS_MAX = 12;
const SNIPPET_BEFORE = 24;
const SNIPPET_LENGTH = 96;

/**
 * Filler phrases around the words that people search for; longer phrases come before shorter ones
 * with the same beginning.
 */
const FILLERS = new RegExp(
  '請問|我想要?|我要|可不可以|可以|能不能|如何|怎麼樣?|怎樣|為什麼|什麼時候|什麼是|什麼|是否|有沒有|會不會|' +
    '要不要|要多久|多久|多少|[嗎呢吧啊的了在？?！!，,。.、；;：:「」『』（）()]',
  'g',
);

/** One search word as typed, and the spellings that may replace it. */
export type SearchWord = { typed: string; spellings: string[] };

/**
 * Returns the words of a query, each with all equivalent spellings: if a word contains a word of a
 * synonym group, that part may be replaced by every other word of the group.
 */
export function searchWords(query: string, groups: readonly (readonly string[])[]): SearchWord[] {
  const typed = query.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean);
  return [...new Set(typed)].map((word) => {
    const spellings = new Set([word]);
    for (const group of groups) {
      const lower = group.map((each) => each.toLowerCase());
      // The longest match wins, because 提前清償手續費 means more than 清償 with other characters around it.
      const inside = lower
        .filter((each) => word.includes(each))
        .toSorted((a, b) => b.length - a.length)[0];
      if (inside === undefined) continue;
      for (const other of lower) {
        if (spellings.size < SPELLINGS_MAX) spellings.add(word.replaceAll(inside, other));
      }
    }
    return { typed: word, spellings: [...spellings] };
  });
}

/**
 * Returns the search terms of a question, each with all its spellings. The words of synonym groups
 * come first, the longest one at each position. The rest, without filler phrases, is split into
 * Latin words and pairs of Han characters.
 */
export function searchThings(query: string, groups: readonly (readonly string[])[]): string[][] {
  const text = query.normalize('NFKC').toLowerCase();
  const known = groups.map((group) => group.map((word) => word.normalize('NFKC').toLowerCase()));
  const words = [...new Set(known.flat())].toSorted((a, b) => b.length - a.length);
  const things = new Map<string, string[]>();
  let rest = '';
  for (let at = 0; at < text.length;) {
    const word = words.find((each) => text.startsWith(each, at));
    if (word !== undefined) {
      const same = known.filter((group) => group.includes(word));
      things.set(String(same[0]?.[0]), [...new Set([word, ...same.flat()])]);
    }
    rest += word === undefined ? text[at] : ' ';
    at += word?.length ?? 1;
  }
  const latin = rest.match(/[a-z0-9]{2,}/g) ?? [];
  for (const left of [...latin, ...searchPairs(rest)]) things.set(left, [left]);
  return [...things.values()];
}

/**
 * Returns the pairs of Han characters in a question without filler phrases. Pairs of Latin letters
 * are left out because they have no meaning.
 */
export function searchPairs(query: string): string[] {
  const parts = query
    .normalize('NFKC')
    .replace(FILLERS, ' ')
    .split(/[^\p{Script=Han}]+/u);
  const pairs = parts.flatMap((part) =>
    Array.from({ length: Math.max(0, part.length - 1) }, (_, at) => part.slice(at, at + 2)),
  );
  return [...new Set(pairs)];
}

/** Returns an ILIKE pattern that finds a spelling anywhere in a text. */
export const likePattern = (spelling: string) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`;

/** Replaces the search text `q` of a filter by an ILIKE pattern that matches anywhere in a text. */
export const anywhere = <F extends { q?: string | undefined }>(filter: F): F => ({
  ...filter,
  ...(filter.q && { q: likePattern(filter.q) }),
});

/**
 * Splits a text at every occurrence of a spelling, longest spelling first, and marks the matches.
 */
export function marked(text: string, spellings: readonly string[]): Marked {
  const sorted = spellings.toSorted((a, b) => b.length - a.length);
  const lower = text.toLowerCase();
  const parts: Marked = [];
  let from = 0;
  for (let at = 0; at < text.length;) {
    const hit = sorted.find((each) => each !== '' && lower.startsWith(each, at));
    if (hit === undefined) {
      at += 1;
      continue;
    }
    if (at > from) parts.push({ text: text.slice(from, at), hit: false });
    parts.push({ text: text.slice(at, at + hit.length), hit: true });
    at += hit.length;
    from = at;
  }
  if (from < text.length) parts.push({ text: text.slice(from), hit: false });
  return parts;
}

/** Returns the text around the first match, or the beginning of the text, with matches marked. */
export function snippetOf(text: string, spellings: readonly string[]): Marked {
  // Joins lines: without a space after punctuation, otherwise with a space.
  const flat = text.replace(/([。！？：；，、」）]?)\s*\n\s*/g, (_, stop: string) => stop || ' ');
  const lower = flat.toLowerCase();
  const places = spellings.map((each) => lower.indexOf(each)).filter((at) => at >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const start = first <= SNIPPET_BEFORE ? 0 : first - SNIPPET_BEFORE;
  const end = start + SNIPPET_LENGTH;
  const cut = flat.slice(start, end);
  return marked(`${start > 0 ? '…' : ''}${cut}${end < flat.length ? '…' : ''}`, spellings);
}

/** Suggests words of synonym groups that begin like the query. */
export function suggestionsFor(
  query: string,
  groups: readonly (readonly string[])[],
  limit: number,
): string[] {
  const pairs = new Set(searchPairs(query));
  const signs = new Set(query);
  const scored = groups.flatMap((group) =>
    group.map((word) => ({
      word: group[0]!,
      score:
        searchPairs(word).filter((pair) => pairs.has(pair)).length * 2 +
        [...word].filter((sign) => signs.has(sign)).length,
    })),
  );
  const near = scored.filter(({ score }) => score >= 2).toSorted((a, b) => b.score - a.score);
  return [...new Set(near.map(({ word }) => word))].slice(0, limit);
}
