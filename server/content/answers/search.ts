// Search of the help center, and visitors' votes on its answers.
import type { content } from '#contract/content/calls.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action } from '../../call.ts';
import {
  likePattern,
  marked,
  searchThings,
  searchWords,
  snippetOf,
  suggestionsFor,
} from '../rules.ts';
import { withFigures } from '../article/body.ts';
import { figuresNow } from '../article/figures.ts';
import {
  entriesNear,
  entriesWith,
  type HitRow,
  putVote,
  synonymGroups,
  votable,
} from './support-queries.ts';
import { hashOf } from '../tokens.ts';

const HITS_MAX = 60;
const NEAR_MAX = 10;
const SUGGESTIONS_MAX = 5;

type Promised = typeof content;

/**
 * Returns texts that contain every word of the query or a synonym; if there are none, texts that
 * match most of its terms.
 */
export const search: Action<Promised['search']> = async (context, { q }) => {
  const { tx, today } = context;
  const groups = await synonymGroups(tx);
  const words = searchWords(q, groups);
  const all = words.flatMap(({ spellings }, word) =>
    spellings.map((spelling) => [word, spelling] as const),
  );
  const spellings = all.map(([, spelling]) => spelling);
  const exact =
    words.length === 0
      ? []
      : await entriesWith(tx, {
          today,
          words: all.map(([word]) => word),
          spellings,
          patterns: spellings.map(likePattern),
          limit: HITS_MAX,
        });
  const things = searchThings(q, groups).map((same, thing) =>
    same.map((spelling) => [thing, spelling] as const),
  );
  const near = exact.length === 0 && things.length > 0;
  const marks = near ? things.flat().map(([, spelling]) => spelling) : spellings;
  const rows = near
    ? await entriesNear(tx, {
        today,
        things: things.flat().map(([thing]) => thing),
        patterns: marks.map(likePattern),
        limit: NEAR_MAX,
      })
    : exact;
  const figures = await figuresNow(context);
  // `marks` are spellings generated from synonyms; a spelling that no found text uses is not shown
  // to the reader.
  const read = rows.map(({ title, body }) => `${title}\n${body}`.toLowerCase()).join('\n');
  const isNew = (spelling: string) => !q.normalize('NFKC').toLowerCase().includes(spelling);
  const view = (row: HitRow) => ({
    title: marked(withFigures(row.title, figures), marks),
    snippet: snippetOf(withFigures(row.body, figures), marks),
  });
  const of = (kind: HitRow['kind']) => rows.filter((row) => row.kind === kind);
  return {
    data: {
      query: q,
      synonyms: [...new Set(marks)].filter((each) => isNew(each) && read.includes(each)),
      exact: !near,
      total: rows.length,
      questions: of('question').map((row) => ({
        id: row.slug!,
        audience: row.audience!,
        category: row.category,
        ...view(row),
      })),
      policies: of('policy').map((row) => ({ id: row.id, slug: row.slug!, ...view(row) })),
      articles: of('article').map((row) => ({ id: row.id, type: row.type!, ...view(row) })),
      suggestions: rows.length > 0 ? [] : suggestionsFor(q, groups, SUGGESTIONS_MAX),
    },
  };
};

/** A second vote from the same browser replaces the first. */
export const voteHelpful: Action<Promised['voteHelpful']> = async (context, input) => {
  const { kind, id, helpful, visitor } = input;
  const subject = await votable(context.tx, kind, id);
  if (!subject) {
    throw new Refusal(kind === 'article' ? 'ARTICLE_NOT_FOUND' : 'QUESTION_NOT_FOUND');
  }
  await putVote(context.tx, {
    kind,
    id: subject.id,
    visitor: hashOf(visitor),
    helpful,
    now: context.now,
  });
  return { data: { ok: true } };
};
