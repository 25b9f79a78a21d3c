// Tests that a failure beside the story of a drill ends the story, and not the drill's process,
// which has processes of its own to end first.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startBeside } from './beside.ts';

test('what fails beside a story is thrown at its next step and at its end', async () => {
  const beside = startBeside(async () => {
    await sleep(5);
    throw new Error('there is no primary');
  });
  expect(beside.throwFailure).not.toThrow();
  await sleep(30);
  expect(beside.throwFailure).toThrow('there is no primary');
  await expect(beside.end()).rejects.toThrow('there is no primary');
});

test('what runs well is told that the story is over, and waited for', async () => {
  let rounds = 0;
  const beside = startBeside(async (isOver) => {
    while (!isOver()) {
      rounds += 1;
      await sleep(5);
    }
    await sleep(20);
    rounds = -1;
  });
  await sleep(20);
  expect(rounds).toBeGreaterThan(0);
  expect(beside.throwFailure).not.toThrow();
  await beside.end();
  expect(rounds).toBe(-1);
});
