// Tests that the memory of the start is given back.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Makes 200 MiB of garbage that outlives the young generation, as loading modules does. */
const program = `
  import { returnStartMemory } from './server/start-memory.ts';
  let garbage = Array.from({ length: 400_000 }, (_, n) => ({ n, text: 'x'.repeat(300) + n }));
  garbage = garbage.length;
  const heap = () => process.memoryUsage().heapTotal / 2 ** 20;
  const before = heap();
  returnStartMemory();
  console.log(JSON.stringify({ before, after: heap() }));
`;

test('garbage of the start is returned to the system', () => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  const { before, after } = JSON.parse(stdout) as { before: number; after: number };
  expect(before).toBeGreaterThan(60);
  expect(after).toBeLessThan(30);
});
