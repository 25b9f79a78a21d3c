// Tests of the verification steps: which may be done, the next page, and converting form values.
import { describe, expect, test } from 'vitest';
import { ApiFailure } from '../api.ts';
import { atField } from '../form/at-field.ts';
import { isAdult, personalInfoOf } from './steps/basic-schema.ts';
import { dayOfMonth, monthsUpTo } from './statements.ts';
import { pageAfter, stateOf, stepOf, type StepId } from './steps/steps.ts';

const file = (verifiedIDStage: number, verifiedIDstatus: number, item?: string) => ({
  verifiedIDStage,
  verifiedIDstatus,
  supplement: item ? [{ item, fields: [], reason: '照片不清楚' }] : [],
});

describe('a step', () => {
  test.each<[StepId, ReturnType<typeof file>, string, string | undefined]>([
    ['phone', file(0, 0), '未完成', '開始'],
    ['basic', file(0, 0), '未開始', undefined],
    ['basic', file(1, 0), '未完成', '繼續'],
    ['phone', file(1, 0), '已完成', '修改'],
    ['bank', file(3, 0), '未完成', '繼續'],
    ['bank', file(4, 1), '已送出', undefined],
    ['id', file(4, 2, 'id'), '待補件', '補件'],
    ['bank', file(4, 2, 'id'), '已送出', undefined],
    ['phone', file(4, 3), '已通過', undefined],
  ])('%s of %j is %s and offers %s', (id, of, word, action) => {
    const state = stateOf(of, stepOf(id));
    expect(state.word).toBe(word);
    expect(state.action).toBe(action);
  });

  test('a locked step says what is required before it', () => {
    expect(stateOf(file(0, 0), stepOf('id')).locked).toBe('請先完成「基本資料」');
  });

  test.each<[StepId, ReturnType<typeof file>, string]>([
    ['phone', file(1, 0), '/member/profile/basic'],
    ['id', file(3, 0), '/member/profile/bank'],
    ['bank', file(4, 1), '/member/profile'],
    // After repeating a step, the member returns to the list of steps.
    ['phone', file(3, 0), '/member/profile'],
    ['id', file(4, 1), '/member/profile'],
  ])('after %s of %j comes %s', (id, of, path) => {
    expect(pageAfter(of, id)).toBe(path);
  });
});

test.each([
  ['2008-11-20', true],
  ['2008-11-21', false],
  ['2008-02-29', true],
])('born on %s is of age: %s', (birthday, adult) => {
  expect(isAdult(birthday, '2026-11-20')).toBe(adult);
});

test('only fields of the contract are sent', () => {
  const address = { zip: '220', city: '新北市', district: '板橋區', road: '中山路 1 號' };
  const values = {
    name: '林美玲',
    sameAddress: true,
    occupationGroup: 3,
    registeredAddress: address,
    mailingAddress: undefined,
  } as unknown as Parameters<typeof personalInfoOf>[0];
  expect(personalInfoOf(values)).toEqual({ name: '林美玲', registeredAddress: address });
  const other = { ...address, road: '文化路 2 號' };
  const apart = { ...values, sameAddress: false, mailingAddress: other };
  expect(personalInfoOf(apart)).toMatchObject({ mailingAddress: other });
});

test('months go backwards over the year', () => {
  expect(monthsUpTo('2026-02-10', 4).map(({ label }) => label)).toEqual([
    '2026/02',
    '2026/01',
    '2025/12',
    '2025/11',
  ]);
});

test.each([
  ['2026-02', 'first', '2026-02-01'],
  ['2026-01', 'last', '2026-01-31'],
  ['2024-02', 'last', '2024-02-29'],
  // For the current month, the last day is today.
  ['2026-02', 'last', '2026-02-10'],
] as const)('the %s day (%s) is %s', (month, edge, day) => {
  expect(dayOfMonth(month, edge, '2026-02-10')).toBe(day);
});

test('a refusal about one field is shown there, with the attempts left', () => {
  const failure = new ApiFailure(422, {
    code: 'SMS_CODE_INVALID',
    message: '驗證碼不正確',
    data: { triesLeft: 2 },
  });
  const told = atField(failure, { SMS_CODE_INVALID: 'smsCode' });
  expect(told).toMatchObject({ fields: { smsCode: '驗證碼不正確，還可嘗試 2 次' } });
  expect(atField(failure, { PHONE_TAKEN: 'phoneNumber' })).toBe(failure);
  const other = new Error('broken');
  expect(atField(other, {})).toBe(other);
});
