// Tests of the day until which a late borrower can prevent the next stage.
import { expect, test } from 'vitest';
import { addDays, type Day } from '../core/day.ts';
import { bucketOf, lateDaysOf } from '../law/late.ts';
import type { LoanStatus } from '../lending/loan-status.ts';
import { lateStageWords, nextLateStage, type LateStageFacts } from './late-stage.ts';

const payableUntil = '2026-12-24' as Day;
const terms = {
  graceDays: 7,
  violationFromDay: 30,
  penaltySteps: [{ throughDay: 180, tenths: 1 }],
};
const facts = (status: LoanStatus, lateDays: number, rest: Partial<LateStageFacts> = {}) => ({
  status,
  payableUntil,
  terms,
  notice: null,
  isRequested: false,
  proposal: null,
  hasFailed: false,
  today: addDays(payableUntil, lateDays),
  ...rest,
});

test('every day of grace and of lateness names the last day before the law’s next stage', () => {
  for (let lateDays = 1; lateDays < 30; lateDays += 1) {
    const stage = nextLateStage(facts(lateDays <= 7 ? 61 : 65, lateDays))!;
    const onTheDay = bucketOf(lateDaysOf(payableUntil, stage.lastDay), terms);
    const after = bucketOf(lateDaysOf(payableUntil, addDays(stage.lastDay, 1)), terms);
    expect([onTheDay, after]).toEqual(
      lateDays <= 7 ? ['grace', 'overdue'] : ['overdue', 'violation'],
    );
    expect(stage.next).toBe(lateDays <= 7 ? 'charges' : 'violation');
  }
});

test('from the violation on the notice has its own day, and no stage is named', () => {
  const notice = { payBy: '2027-01-30', accelerated: false, declared: false };
  // The job that moves the loan has not run yet.
  expect(nextLateStage(facts(65, 30))).toBeNull();
  expect(nextLateStage(facts(70, 31, { notice }))).toBeNull();
  expect(nextLateStage(facts(75, 40, { notice, proposal: 'offered' }))).toBeNull();
  expect(nextLateStage(facts(80, 40))).toBeNull();
});

test('the sentence names both days', () => {
  expect(lateStageWords({ lastDay: '2026-12-31' as Day, next: 'charges' })).toEqual({
    by: '請於 2026/12/31（四）前轉入',
    after: '2027/01/01（五）起，依契約從逾期第 1 天起計收遲延利息與違約金',
  });
});
