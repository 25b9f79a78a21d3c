// Makes the bands of the loan book so coarse that at least five borrowers share each published
// combination (k-anonymity). Decision 047 explains the rule.
import { occupations } from '#contract/options.ts';
import { BORROWERS_MIN } from '#contract/reports/book/fields.ts';

/** The four facts about a borrower by which somebody could be recognised; null is left blank. */
export type Traits = {
  occupationGroup: string | null;
  incomeBand: string | null;
  ageBand: string | null;
  county: string | null;
};

/** Borrowers who have these exact traits. Each borrower counts in one cell only. */
export type Cell = Traits & { borrowers: number };

const regions: Readonly<Record<string, readonly string[]>> = {
  北部: ['基隆市', '臺北市', '新北市', '桃園市', '新竹市', '新竹縣', '宜蘭縣'],
  中部: ['苗栗縣', '臺中市', '彰化縣', '南投縣', '雲林縣'],
  南部: ['嘉義市', '嘉義縣', '臺南市', '高雄市', '屏東縣'],
  東部與離島: ['花蓮縣', '臺東縣', '澎湖縣', '金門縣', '連江縣'],
};
const regionOf = new Map(
  Object.entries(regions).flatMap(([region, counties]) =>
    counties.map((county) => [county, region] as const),
  ),
);

const wideAges = new Map([
  ['20–29 歲', '20–39 歲'],
  ['30–39 歲', '20–39 歲'],
  ['40–49 歲', '40–60 歲'],
  ['50–60 歲', '40–60 歲'],
]);
const wideIncomes = new Map([
  ['未滿 3 萬元', '未滿 5 萬元'],
  ['3–4 萬元', '未滿 5 萬元'],
  ['4–5 萬元', '未滿 5 萬元'],
  ['5–7 萬元', '5 萬元以上'],
  ['7–10 萬元', '5 萬元以上'],
  ['10 萬元以上', '5 萬元以上'],
]);

/**
 * Returns the traits with only the values of our own lists; anything else becomes blank, so that no
 * free text can reach the files. `occupation` is the id of an occupation.
 */
export function traitsOf(of: {
  occupation: number;
  incomeBand: string | null;
  ageBand: string | null;
  city: string | null;
}): Traits {
  const known = (values: ReadonlyMap<string, string>, value: string | null) =>
    value !== null && values.has(value) ? value : null;
  return {
    occupationGroup: occupations.find(({ id }) => id === of.occupation)?.group ?? null,
    incomeBand: known(wideIncomes, of.incomeBand),
    ageBand: known(wideAges, of.ageBand),
    county: known(regionOf, of.city),
  };
}

/**
 * The steps in their fixed order; each makes the result of the one before coarser, so that what is
 * published about a borrower on two nights never says more than the more exact of both.
 */
const steps: readonly ((of: Traits) => Traits)[] = [
  (of) => of,
  (of) => ({ ...of, county: regionOf.get(of.county ?? '') ?? null }),
  (of) => ({ ...of, ageBand: wideAges.get(of.ageBand ?? '') ?? null }),
  (of) => ({ ...of, incomeBand: wideIncomes.get(of.incomeBand ?? '') ?? null }),
  (of) => ({ ...of, county: null }),
  (of) => ({ ...of, ageBand: null }),
  (of) => ({ ...of, incomeBand: null }),
  (of) => ({ ...of, occupationGroup: null }),
];

export const traitsKey = ({ occupationGroup, incomeBand, ageBand, county }: Traits): string =>
  JSON.stringify([occupationGroup, incomeBand, ageBand, county]);

const BLANK: Traits = { occupationGroup: null, incomeBand: null, ageBand: null, county: null };

const borrowersOf = (cells: readonly Cell[]) =>
  cells.reduce((all, { borrowers }) => all + borrowers, 0);

type Group = { traits: Traits; cells: readonly Cell[] };

/** Puts cells whose traits are the same after the steps so far into one group each. */
function groupsOf(cells: readonly Cell[], coarser: (of: Traits) => Traits): Group[] {
  const groups = Map.groupBy(cells, (cell) => traitsKey(coarser(cell)));
  return [...groups.values()].map((own) => ({
    traits: coarser(own[0] ?? { ...BLANK }),
    cells: own,
  }));
}

const isLarge = ({ cells }: Group) => borrowersOf(cells) >= BORROWERS_MIN;

/**
 * Returns what may be published for each cell, by the key of its exact traits. A cell is made
 * coarser step by step until its combination has at least five borrowers. If the cells left at the
 * end have fewer, the smallest published combinations become blank with them.
 */
export function publishedTraits(cells: readonly Cell[]): ReadonlyMap<string, Traits> {
  const published: Group[] = [];
  let left = cells;
  let coarser = (of: Traits): Traits => of;
  for (const step of steps) {
    const before = coarser;
    coarser = (of) => step(before(of));
    const groups = groupsOf(left, coarser);
    published.push(...groups.filter(isLarge));
    left = groups.filter((group) => !isLarge(group)).flatMap((group) => group.cells);
  }
  const bySize = published
    .filter(({ traits }) => traitsKey(traits) !== traitsKey(BLANK))
    .toSorted(
      (a, b) =>
        borrowersOf(a.cells) - borrowersOf(b.cells) ||
        (traitsKey(a.traits) < traitsKey(b.traits) ? -1 : 1),
    );
  const blank = [...left];
  const isShort = () => blank.length > 0 && borrowersOf(blank) < BORROWERS_MIN;
  const blanked = new Set<Group>();
  for (const group of bySize) {
    if (!isShort()) break;
    blank.push(...group.cells);
    blanked.add(group);
  }
  const result = new Map<string, Traits>();
  for (const group of published) {
    for (const cell of group.cells) result.set(traitsKey(cell), group.traits);
  }
  for (const cell of blank) result.set(traitsKey(cell), BLANK);
  return result;
}
