// A press that has begun is not judged before it has ended.
import { expect, test, vi } from 'vitest';
import { untilReleased } from './press.ts';

/** Returns whether nothing is pressed, told after the promises that are settled. */
async function isReleased(): Promise<boolean> {
  const told = vi.fn<() => void>();
  void untilReleased().then(told);
  await Promise.resolve();
  await Promise.resolve();
  return told.mock.calls.length > 0;
}

const on = (name: string) => document.dispatchEvent(new Event(name, { bubbles: true }));
const nextTask = () => new Promise((settle) => setTimeout(settle));

test('without a pointer nothing waits', async () => {
  expect(await isReleased()).toBe(true);
});

test.each(['pointerup', 'pointercancel', 'keydown'])(
  'a press lasts until the task after %s, in which its click has happened',
  async (end) => {
    on('pointerdown');
    await nextTask();
    expect(await isReleased()).toBe(false);
    on(end);
    expect(await isReleased()).toBe(false);
    await nextTask();
    expect(await isReleased()).toBe(true);
  },
);

test('a press whose end was not told ends with the next one', async () => {
  on('pointerdown');
  const first = untilReleased();
  on('pointerdown');
  await first;
  expect(await isReleased()).toBe(false);
  on('pointerup');
  await untilReleased();
});
