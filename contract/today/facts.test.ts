// Walks all rows of the table of facts, and all pairs of rows.
import { describe, expect, test } from 'vitest';
import { fundedOrderStatus, ORDER } from '../investing/order-status.ts';
import { LOAN } from '../lending/loan-status.ts';
import {
  compareFacts,
  type Fact,
  type FactName,
  factNames,
  factRow,
  factsOfNotice,
  isAct,
  wordsOf,
} from './facts.ts';
import { laddersOf, type Standing } from './ladder.ts';
import { places, ranks } from './row.ts';

const blank = { id: '7', caseNo: 'A1', purpose: '進修', amount: 1_000, lateDays: 9 };
const factOf = (fact: FactName, until: string | null = null): Fact =>
  ({ ...blank, fact, until, late: null }) as unknown as Fact;

describe.each(factNames)('the row of %s', (name) => {
  const row = factRow(name);
  const words = wordsOf(factOf(name));

  test('has a sentence without a full stop, and a button to a page that exists', () => {
    expect(words.title).toMatch(/^[^。{}]+$/u);
    expect(words.title.length).toBeLessThanOrEqual(24);
    expect(words.button.label).toMatch(/^[\p{Script=Han}]{2,10}$/u);
    for (const { place } of [words.button, ...(words.meanwhile ?? [])]) {
      expect(places).toContain(place);
    }
    if (words.about && row.about !== undefined && typeof row.about === 'string') {
      expect(words.about).toMatch(/。$/);
    }
  });

  test('names an amount to pay, and promises nothing where the member is in trouble', () => {
    if (row.rank === 'due') expect(row.amount).toBeDefined();
    if (row.isHelp) {
      expect(['late', 'right', 'wait']).toContain(row.rank);
      expect(words.button.place).not.toMatch(/cases|plans|apply/);
      expect(row.meanwhile).toBeUndefined();
    }
    // A day on which others act is named; without a name it is the last day of the member's act.
    if (row.day !== undefined) expect(isAct({ fact: name })).toBe(false);
  });

  test('lets a notice ask for an act only', () => {
    if (row.notices) expect(isAct({ fact: name })).toBe(true);
    for (const kind of row.notices ?? []) expect(factsOfNotice.get(kind)).toContain(name);
  });
});

test('no two rows say the same of a member', () => {
  const titles = factNames.map((name) => wordsOf(factOf(name)).title);
  expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
});

test('of each pair of facts the more urgent rank is first, then the earlier day', () => {
  const days = [null, '2026-11-24', '2026-12-01'];
  const all = factNames.flatMap((name) => days.map((day) => factOf(name, day)));
  for (const a of all) {
    for (const b of all) {
      const order = Math.sign(compareFacts(a, b));
      expect(order + Math.sign(compareFacts(b, a))).toBe(0);
      const [one, other] = [a, b].map(({ fact }) => ranks.indexOf(factRow(fact).rank));
      if (one !== other) expect(order).toBe(Math.sign(one! - other!));
      else if (a.until && b.until && a.until !== b.until) {
        expect(order).toBe(a.until < b.until ? -1 : 1);
      } else if (a.until !== b.until) {
        // Money that is late or due without a day is due now.
        const isNow = ['late', 'due'].includes(factRow(a.fact).rank);
        expect(order).toBe((a.until === null) === isNow ? -1 : 1);
      }
      if (order === 0) expect([a.fact, a.until]).toEqual([b.fact, b.until]);
    }
  }
  const sorted = all.toSorted(compareFacts).map(({ fact }) => ranks.indexOf(factRow(fact).rank));
  expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
});

test('a status whose act is named has the same words in its row', () => {
  const labels = new Set<string>(factNames.map((name) => factRow(name).button.label));
  const ofLoans = Object.values(LOAN).flatMap((words) => ('action' in words ? [words.action] : []));
  const statuses = Object.values(fundedOrderStatus).filter((status) => status !== null);
  const ofOrders = [...statuses, 0, 5].map((n) => ORDER[n as keyof typeof ORDER]);
  const acts = ofOrders.flatMap((words) => ('action' in words ? [words.action] : []));
  const spared = [LOAN[75].action];
  for (const label of [...ofLoans, ...acts]) {
    if (!spared.includes(label as never)) expect(labels, label).toContain(label);
  }
});

describe('the ladders', () => {
  const fresh: Standing = {
    purpose: 'both',
    isVerified: false,
    hasProfile: false,
    application: null,
    hasBorrowed: false,
    order: 'none',
    hasLent: false,
  };
  const of = (more: Partial<Standing>) =>
    laddersOf({ ...fresh, ...more })
      .map(({ side, at }) => `${side} ${at}`)
      .join();

  test('begin with the purpose chosen at registration; both shows two', () => {
    expect(of({ purpose: 'borrow' })).toBe('borrow 0');
    expect(of({ purpose: 'invest' })).toBe('invest 0');
    expect(of({})).toBe('borrow 0,invest 0');
  });

  test('rise step by step', () => {
    const borrow = { purpose: 'borrow', isVerified: true } as const;
    expect(of(borrow)).toBe('borrow 1');
    const at = [10, 20, 30, 40, 50, 55].map((application) =>
      of({ ...borrow, application } as never),
    );
    expect(at).toEqual([1, 1, 2, 3, 3, 4].map((n) => `borrow ${n}`));
    const invest = { purpose: 'invest', isVerified: true } as const;
    expect(of(invest)).toBe('invest 1');
    expect(of({ ...invest, hasProfile: true })).toBe('invest 2');
    expect(of({ ...invest, hasProfile: true, order: 'unpaid' })).toBe('invest 3');
    expect(of({ ...invest, hasProfile: true, order: 'paid' })).toBe('invest 4');
  });

  test('end once money was borrowed or lent, and follow what was begun besides', () => {
    expect(of({ hasBorrowed: true })).toBe('');
    expect(of({ hasLent: true, order: 'paid' })).toBe('');
    expect(of({ purpose: 'invest', isVerified: true, application: 20 })).toBe('borrow 1');
    const both = { isVerified: true, hasProfile: true, application: 20, order: 'unpaid' } as const;
    expect(of(both)).toBe('borrow 1,invest 3');
  });
});
