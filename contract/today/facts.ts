// The one table of facts: for each state of a member's file, loan, order, vote or plan the
// sentence, the act and the button that every page and card uses.
import { fileFacts } from './file-facts.ts';
import { applicationFacts, repaymentFacts } from './loan-facts.ts';
import { orderFacts } from './order-facts.ts';
import type { FactValues } from '#contract/today/fact-values.ts';
import { ranks, type Row } from './row.ts';

/** Rows of equal rank and day keep this order. */
export const facts = { ...repaymentFacts, ...applicationFacts, ...orderFacts, ...fileFacts };
export type FactName = keyof typeof facts;
export const factNames = Object.keys(facts) as [FactName, ...FactName[]];

export const factRow = (name: FactName): Row => facts[name];

/** A fact of one subject, as the server tells it. */
export type Fact = FactValues & { fact: FactName };

/** Facts whose sentence has no figure. */
type PlainName = {
  [N in FactName]: (typeof facts)[N]['title'] extends string ? N : never;
}[FactName];

/** The sentence of a fact, for the page that is about it. */
export const sentenceOf = (name: PlainName): string => facts[name].title;

/** What a fact says on every page. */
export type FactWords = Pick<Row, 'rank' | 'tone' | 'button' | 'amount' | 'meanwhile'> & {
  title: string;
  about: string | null;
  /** What the day is; null if it is the last day of the member's act. */
  day: string | null;
  isHelp: boolean;
};

/** Returns what the table says of a fact. */
export function wordsOf(of: Fact): FactWords {
  const { title, about = null, day = null, isHelp = false, ...row } = factRow(of.fact);
  return {
    ...row,
    day,
    isHelp,
    title: typeof title === 'string' ? title : title(of),
    about: typeof about === 'function' ? about(of) : about,
  };
}

/** What the urgency of a fact depends on, on either side of the wire. */
type Ranked = { fact: FactName; until: string | null; id: string | number | null };

/**
 * Compares two facts by urgency: the rank, then the day, of which what has none comes first where
 * money is late or due and last elsewhere, then the order of the table.
 */
export function compareFacts(a: Ranked, b: Ranked): number {
  const [one, other] = [factRow(a.fact), factRow(b.fact)];
  const byRank = ranks.indexOf(one.rank) - ranks.indexOf(other.rank);
  if (byRank !== 0) return byRank;
  const none = one.rank === 'late' || one.rank === 'due' ? '' : '~';
  const [day, otherDay] = [a.until ?? none, b.until ?? none];
  if (day !== otherDay) return day < otherDay ? -1 : 1;
  return (
    factNames.indexOf(a.fact) - factNames.indexOf(b.fact) || Number(a.id ?? 0) - Number(b.id ?? 0)
  );
}

/** Whether the member has to or may do something about a fact. */
export const isAct = ({ fact }: Pick<Fact, 'fact'>): boolean => factRow(fact).rank !== 'wait';

/** For each kind of notice that asks for an act, the facts of which one holds until it is done. */
export const factsOfNotice: ReadonlyMap<string, readonly FactName[]> = new Map(
  [...new Set(factNames.flatMap((name) => factRow(name).notices ?? []))].map((kind) => [
    kind,
    factNames.filter((name) => factRow(name).notices?.includes(kind)),
  ]),
);
