// Makes a stray console.error or console.warn fail the test in which it appears.
import { afterEach, beforeEach, expect } from 'vitest';

let said: string[] = [];

beforeEach(() => {
  said = [];
  for (const method of ['error', 'warn'] as const) {
    console[method] = (...parts: unknown[]) => {
      said.push(parts.map(String).join(' '));
    };
  }
});

afterEach(() => {
  expect(said, 'nothing is written to the console').toEqual([]);
});
