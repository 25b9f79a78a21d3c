// Test that exactly the allowed moves of an order pass; statuses 15–40 come from the loan.
import { describe, expect, it } from 'vitest';
import { loanMoves, loanStatuses, loanWords } from '../lending/loan-status.ts';
import {
  canMoveOrder,
  canMoveStoredOrder,
  fundedOrderStatus,
  isOrderOver,
  isOrderStatus,
  orderStatusOf,
  orderStatuses,
  orderWords,
  storedOrderStatuses,
  storedOrderStatusOf,
} from './order-status.ts';
import { orderWordsWith } from './order-words.ts';

const allowed = `
  0→5,10,50,55 · 5→10,50 · 10→15,60 · 10→0,5 · 15→10,20,60 · 20→25,30,40 · 25→20,30,40 ·
  30→20,35,38,40 · 35→20,38,40 · 38→20,40 · 50→60 · 60→65`;
// These moves cover the reversal of the only part payment, a payment that was made in time but
// arrived after expiry, and payments (a disbursement, a refund) that the bank returned after
// confirming them.
const settled = '5→0 · 50→10 · 20→15 · 25→15 · 65→60';

const edges = new Set(
  `${allowed} · ${settled}`.split('·').flatMap((part) => {
    const [from, to] = part.trim().split('→');
    return to!.split(',').map((end) => `${from}→${end}`);
  }),
);

const pairs = orderStatuses.flatMap((from) => orderStatuses.map((to) => [from, to] as const));

describe('an order', () => {
  it.each(pairs.filter(([from, to]) => edges.has(`${from}→${to}`)))('moves %d→%d', (from, to) => {
    expect(canMoveOrder(from, to)).toBe(true);
  });

  it('makes no other move', () => {
    const moves = pairs.filter(([from, to]) => canMoveOrder(from, to));
    expect(new Set(moves.map(([from, to]) => `${from}→${to}`))).toEqual(edges);
  });

  it('is over if it is closed, cancelled or refunded', () => {
    expect(orderStatuses.filter(isOrderOver)).toEqual([40, 55, 65]);
  });

  it('has exactly one code and one label for each status', () => {
    const words = orderStatuses.map((status) => orderWords(status));
    expect(new Set(words.map(({ code }) => code)).size).toBe(words.length);
    expect(new Set(words.map(({ text }) => text)).size).toBe(words.length);
    expect([isOrderStatus(38), isOrderStatus(39)]).toEqual([true, false]);
  });
});

describe('a funded order', () => {
  it.each([
    [50, 15],
    [55, 15],
    [60, 20],
    [61, 25],
    [65, 25],
    [70, 30],
    [75, 35],
    [80, 38],
    [95, 38],
    [90, 40],
  ] as const)('of a loan in status %d has status %d', (loan, expected) => {
    expect(orderStatusOf('funded', loan)).toBe(expected);
    expect(storedOrderStatusOf(expected)).toBe('funded');
  });

  it('does not exist in a loan that was never fully funded or refunded everything', () => {
    for (const loan of loanStatuses.filter((s) => fundedOrderStatus[s] === null)) {
      expect(() => orderStatusOf('funded', loan)).toThrow(RangeError);
    }
  });

  it('changes with its loan only along allowed moves', () => {
    for (const from of loanStatuses) {
      for (const to of loanMoves[from]) {
        const [a, b] = [fundedOrderStatus[from], fundedOrderStatus[to]];
        if (a !== null && b !== null && a !== b) expect([a, b, canMoveOrder(a, b)]).toContain(true);
      }
    }
  });

  it('keeps its own status before and after the loan decides', () => {
    for (const status of storedOrderStatuses) {
      if (status === 'funded') continue;
      expect(orderStatusOf(status, 40)).toBe(status);
      expect(storedOrderStatusOf(status)).toBe(status);
    }
  });

  it('is stored only along allowed moves', () => {
    const moves = storedOrderStatuses.flatMap((from) =>
      storedOrderStatuses.filter((to) => canMoveStoredOrder(from, to)).map((to) => `${from}→${to}`),
    );
    expect(moves.sort()).toEqual(
      [
        '0→5',
        '0→10',
        '0→50',
        '0→55',
        '5→0',
        '5→10',
        '5→50',
        '10→0',
        '10→5',
        '10→60',
        '10→funded',
        '50→10',
        '50→60',
        '60→65',
        'funded→10',
        'funded→60',
        '65→60',
      ].sort(),
    );
  });

  it('has the words of its loan once the loan is written off', () => {
    expect(orderWordsWith(38, { status: 95 }).text).toBe(loanWords(95).text);
    expect(orderWordsWith(38, { status: 80 }).text).toBe(loanWords(80).text);
  });
});
