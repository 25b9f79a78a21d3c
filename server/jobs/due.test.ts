// Tests that jobs run when they are due and not otherwise, and that a failing question hides
// nothing.
import { expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { today } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import type { Job } from './job.ts';
import { dueAmong } from './due.ts';
import { sql } from '../database/sql.ts';
import { jobs } from '../routes.ts';
import { runDay } from '../worker.ts';

const server = useServer();

const job = (name: string, due: Job['due']): Job => ({
  name,
  each: 'minute',
  due,
  run: async () => {},
});

const namesDue = async (...these: Job[]) =>
  (await dueAmong(server.services, these)).map(({ name }) => name);

const idle = () => [sql`select from identity.member where id = 0`];
const busy = () => [sql`select from app.judged`];

test('the first job that is due runs, and every later one', async () => {
  expect(await namesDue(job('a', idle), job('b', busy), job('c', idle))).toEqual(['b', 'c']);
  expect(await namesDue(job('a', idle), job('b', idle))).toEqual([]);
});

test('one statement that finds something is enough; a job without any is never due', async () => {
  expect(await namesDue(job('a', () => [...idle(), ...busy()]))).toEqual(['a']);
  expect(await namesDue(job('a', () => []))).toEqual([]);
});

test('a job that always runs does so alone if nothing else is due', async () => {
  const always = job('always', { always: 'it is a test' });
  expect(await namesDue(job('a', idle), always, job('b', idle))).toEqual(['always']);
  expect(await namesDue(job('a', busy), always)).toEqual(['a', 'always']);
});

test('jobs with nothing to do count as having run, and closed days as processed', async () => {
  await server.advance(1);
  const before = server.services.clock.realNow();
  await runDay(server.services);
  const late = await server.rows<{ name: string }>(
    'select name from app.job where finished_at < $1 or failure is not null',
    [before],
  );
  expect(late).toEqual([]);
  const recorded = await server.rows<{ name: string }>('select name from app.job');
  expect(recorded.map(({ name }) => name)).toEqual(
    expect.arrayContaining(jobs.map(({ name }) => name)),
  );
  const behind = await server.rows('select job from app.judged where through <> $1', [
    addDays(today(server), -1),
  ]);
  expect(behind).toEqual([]);
});

test('if a condition fails, all jobs run and the failure has a name', async () => {
  const broken = jobs.find(({ name }) => name === 'identity.superseded')!;
  const { due } = broken;
  Object.assign(broken, { due: () => [sql`select from a_table_that_is_gone`] });
  try {
    await expect(runDay(server.services)).rejects.toThrow('a_table_that_is_gone');
  } finally {
    Object.assign(broken, { due });
  }
  const failed = () =>
    server.rows<{ name: string }>('select name from app.job where failure is not null');
  expect(await failed()).toEqual([{ name: 'due.day' }]);
  await runDay(server.services);
  expect(await failed()).toEqual([]);
});
