// Tests that no call takes the place of another.
import { expect, test } from 'vitest';
import { nothing, done } from './lists.ts';
import { together, visitor } from './endpoint.ts';

const call = (path: `/${string}`) =>
  visitor.read({ path, summary: '', input: nothing, output: done });

test('calls of several files are one feature, unless two have the same name', () => {
  const [one, two] = [call('/one'), call('/two')];
  expect(together({ one }, { two })).toEqual({ one, two });
  expect(() => together({ one }, { two, one: two })).toThrow(
    'two calls of a feature are named one',
  );
});
