// Tests that a job goes on with its other items when one of them fails, and counts as failed.
import pino from 'pino';
import { expect, test } from 'vitest';
import { eachOne } from './each-one.ts';

const lines: string[] = [];
const log = pino({}, { write: (line: string) => void lines.push(line) });

test('all items are tried, the first error is thrown, and only ids are logged', async () => {
  const tried: number[] = [];
  const items = [1, 2, 3].map((id) => ({ id, name: '王小明' }));
  const run = async ({ id }: { id: number }) => {
    tried.push(id);
    if (id !== 2) throw new Error(`broken ${id}`);
  };
  await expect(eachOne({ log }, items, run)).rejects.toThrow('broken 1');
  expect(tried).toEqual([1, 2, 3]);
  expect(lines.join()).toContain('"item":{"id":3}');
  expect(lines.join()).not.toContain('王小明');
});

test('nothing is thrown if nothing fails', async () => {
  await expect(eachOne({ log }, [{ id: 1 }], async () => {})).resolves.toBeUndefined();
});
