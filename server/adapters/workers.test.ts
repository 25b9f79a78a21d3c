// Test of the worker pool with a real child process that misbehaves on command.
import { afterEach, expect, test } from 'vitest';
import { createWorkers, type Workers } from './workers.ts';

type Order = { say?: string; do?: string; bytes?: Uint8Array };
let crew: Workers<Order, unknown>;

function start(size: number, waitingMax = 10): void {
  const script = new URL('./testing/odd-worker.ts', import.meta.url);
  crew = createWorkers({ script, size, waitingMax, timeLimitMs: 1500 });
}
afterEach(() => crew.close());

test('answers every job with its own result, more jobs than processes', async () => {
  start(2, 30);
  const said = await Promise.all(
    Array.from({ length: 20 }, (_, i) => crew.run({ say: `job ${i}` })),
  );
  expect(said).toEqual(Array.from({ length: 20 }, (_, i) => `job ${i}`));
});

test('transfers bytes in both directions', async () => {
  start(1);
  const doubled = (await crew.run({ do: 'double', bytes: Buffer.from('ab') })) as Uint8Array;
  expect(Buffer.from(doubled).toString()).toBe('abab');
});

test('a job that throws fails alone', async () => {
  start(1);
  await expect(crew.run({ do: 'throw' })).rejects.toMatchObject({
    reason: 'thrown',
    message: 'as told',
  });
  expect(await crew.run({ say: 'still here' })).toBe('still here');
});

test('a crash fails only its job; the next job gets a new process', async () => {
  start(1);
  const [crashed, after] = await Promise.allSettled([
    crew.run({ do: 'die' }),
    crew.run({ say: 'next' }),
  ]);
  expect(crashed).toMatchObject({ status: 'rejected', reason: { reason: 'crash' } });
  expect(after).toEqual({ status: 'fulfilled', value: 'next' });
});

test('a job past its time limit is killed', async () => {
  start(1);
  const hanging = crew.run({ do: 'hang' });
  const after = crew.run({ say: 'free again' });
  await expect(hanging).rejects.toMatchObject({ reason: 'time' });
  expect(await after).toBe('free again');
});

test('refuses jobs beyond the queue, and answers the others', async () => {
  start(1, 2);
  const taken = [1, 2, 3].map((i) => crew.run({ say: `${i}` }));
  await expect(crew.run({ say: '4' })).rejects.toMatchObject({ name: 'WorkersBusy' });
  expect(await Promise.all(taken)).toEqual(['1', '2', '3']);
});

test('its processes have no environment except what Node adds', async () => {
  start(1);
  const names = String(await crew.run({ do: 'environment' })).split(',');
  expect(names.filter((name) => !name.startsWith('NODE_CHANNEL'))).toEqual(['']);
});

test('closing fails the waiting jobs and refuses new ones', async () => {
  start(1);
  const waiting = Promise.allSettled([crew.run({ do: 'hang' }), crew.run({ say: 'never' })]);
  crew.close();
  const failed = { status: 'rejected', reason: { reason: 'crash' } };
  expect(await waiting).toMatchObject([failed, failed]);
  await expect(crew.run({ say: 'late' })).rejects.toMatchObject({ reason: 'crash' });
});
