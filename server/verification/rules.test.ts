// Table tests of the order of steps, supplements, ages and required fields of each step.
import { describe, expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import { idFileNames } from '#contract/verification/calls.ts';
import {
  ageOn,
  requestedItem,
  assertAdult,
  assertAnswers,
  assertEachOnce,
  assertMayGive,
  assertNoOther,
  assertNotAhead,
  assertOccupation,
  assertPeriod,
  assertSomeFile,
  assertSupplemented,
  fileAfter,
  fileWith,
  type Step,
  supplementOf,
} from './rules.ts';

const today = day('2026-11-20');
const item = (name: string) => ({ item: name, fields: [], reason: '影像不清楚' });

/** Returns the code of the refusal, or 'ok'. */
function answerOf(attempt: () => void): string {
  try {
    attempt();
    return 'ok';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe('a step may be sent', () => {
  test.each<[Step, number, number, string]>([
    // Columns: step, stage, status, expected answer.
    ['phone', 0, 0, 'ok'],
    ['phone', 3, 0, 'ok'],
    ['phone', 4, 1, 'STAGE_ORDER'],
    ['phone', 4, 3, 'STAGE_ORDER'],
    ['basic', 0, 0, 'STAGE_ORDER'],
    ['basic', 1, 0, 'ok'],
    ['basic', 3, 0, 'ok'],
    ['id', 1, 0, 'STAGE_ORDER'],
    ['id', 2, 0, 'ok'],
    ['bank', 2, 0, 'STAGE_ORDER'],
    ['bank', 3, 0, 'ok'],
    ['bank', 4, 1, 'STAGE_ORDER'],
    ['bank', 4, 3, 'STAGE_ORDER'],
    ['bank', 4, 2, 'STAGE_ORDER'],
    ['basic', 4, 2, 'STAGE_ORDER'],
  ])('%s at stage %i, status %i: %s', (step, stage, status, answer) => {
    expect(answerOf(() => assertMayGive(step, { stage, status }))).toBe(answer);
  });
});

describe('after a step', () => {
  test.each<[Step, number, number, number, number]>([
    // Columns: step, stage, status, then the expected stage and status.
    ['phone', 0, 0, 1, 0],
    ['basic', 1, 0, 2, 0],
    ['basic', 3, 0, 3, 0],
    ['bank', 3, 0, 4, 1],
  ])('%s at %i/%i: %i/%i', (step, stage, status, toStage, to) => {
    const after = { stage: toStage, status: to, supplement: [] };
    expect(fileAfter(step, { stage, status })).toEqual(after);
  });
});

describe('a supplement', () => {
  const file = (status: number, ...names: string[]) => ({
    stage: 4,
    status,
    supplement: names.map(item),
  });

  test('is only for what was returned, while it is returned', () => {
    expect(requestedItem('id', file(2, 'id', 'bank')).item).toBe('id');
    expect(answerOf(() => void requestedItem('basic', file(2, 'id')))).toBe(
      'NOTHING_TO_SUPPLEMENT',
    );
    expect(answerOf(() => void requestedItem('id', file(1, 'id')))).toBe('NOTHING_TO_SUPPLEMENT');
  });

  test('is submitted after every item is sent, and the status stays until then', () => {
    const asked = file(2, 'id', 'bank');
    expect(answerOf(() => assertSupplemented(asked))).toBe('SUPPLEMENT_INCOMPLETE');
    const one = fileWith('id', asked);
    expect(one).toMatchObject({ stage: 4, status: 2 });
    expect(answerOf(() => assertSupplemented(one))).toBe('SUPPLEMENT_INCOMPLETE');
    expect(answerOf(() => assertSupplemented(fileWith('bank', one)))).toBe('ok');
    expect(answerOf(() => assertSupplemented(file(3)))).toBe('NOTHING_TO_SUPPLEMENT');
  });

  test.each([
    [['name'], ['name'], 'ok'],
    [['name', 'company'], ['name'], 'ok'],
    [['name', 'birthday'], ['name'], 'INVALID_INPUT'],
    [['name'], ['name', 'birthday'], 'INVALID_INPUT'],
  ])('requested %j, given %j: %s', (asked, given, answer) => {
    expect(answerOf(() => assertAnswers(asked, given))).toBe(answer);
  });

  test('contains no file that nobody requested', () => {
    const answer = (names: string[], field: string) =>
      answerOf(() => assertNoOther(names, [{ field }]));
    expect(answer(['selfie'], 'selfie')).toBe('ok');
    expect(answer(['selfie'], 'idBack')).toBe('INVALID_INPUT');
  });
});

test.each([
  ['2008-11-20', 'ok'],
  ['2008-11-21', 'UNDERAGE'],
  ['1950-01-01', 'ok'],
  ['2027-01-01', 'UNDERAGE'],
])('born on %s: %s', (birthday, answer) => {
  expect(answerOf(() => assertAdult(day(birthday), today))).toBe(answer);
});

test('a person born on 29 February comes of age on the 28th', () => {
  const leap = day('2008-02-29');
  expect(answerOf(() => assertAdult(leap, day('2026-02-27')))).toBe('UNDERAGE');
  expect(answerOf(() => assertAdult(leap, day('2026-02-28')))).toBe('ok');
});

test.each([
  ['1990-11-20', 36],
  ['1990-11-21', 35],
  ['1990-01-01', 36],
])('born on %s is %i years old', (birthday, years) => {
  expect(ageOn(day(birthday), today)).toBe(years);
});

test('an occupation is one of the list', () => {
  expect(answerOf(() => assertOccupation(301))).toBe('ok');
  expect(answerOf(() => assertOccupation(399))).toBe('INVALID_INPUT');
  expect(answerOf(() => assertOccupation(300))).toBe('INVALID_INPUT');
});

test('future days and reversed periods are refused', () => {
  expect(answerOf(() => assertNotAhead('idIssueDate', today, today))).toBe('ok');
  expect(answerOf(() => assertNotAhead('x', day('2026-11-21'), today))).toBe('INVALID_INPUT');
  const period = (from: string, to: string) =>
    answerOf(() => assertPeriod(day(from), day(to), today));
  expect(period('2026-05-01', '2026-10-31')).toBe('ok');
  expect(period('2026-05-02', '2026-05-01')).toBe('INVALID_INPUT');
  expect(period('2026-05-01', '2026-11-21')).toBe('INVALID_INPUT');
});

test('each ID picture is required exactly once', () => {
  const given = (...fields: string[]) => fields.map((field) => ({ field }));
  const answer = (...fields: string[]) =>
    answerOf(() => assertEachOnce(idFileNames, given(...fields)));
  expect(answer('idFront', 'idBack', 'secondId', 'selfie')).toBe('ok');
  expect(answer('idFront', 'idBack', 'secondId')).toBe('FILES_MISSING');
  expect(answer('idFront', 'idFront', 'secondId', 'selfie')).toBe('FILES_MISSING');
  expect(answerOf(() => assertSomeFile([]))).toBe('FILES_MISSING');
});

test('a reviewer requests things that can be given again', () => {
  const answer = (items: Parameters<typeof supplementOf>[0]) =>
    answerOf(() => void supplementOf(items));
  expect(answer(undefined)).toBe('DECISION_INVALID');
  expect(answer([])).toBe('DECISION_INVALID');
  expect(answer([item('phone')])).toBe('DECISION_INVALID');
  expect(answer([item('id'), item('id')])).toBe('DECISION_INVALID');
  expect(answer([{ ...item('id'), fields: ['birthday'] }])).toBe('DECISION_INVALID');
  expect(supplementOf([{ item: 'id', reason: '反光' }])).toEqual([
    { item: 'id', fields: [], reason: '反光' },
  ]);
});
