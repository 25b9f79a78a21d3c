// A member's history in words, and devices by the names people give them.
import { expect, test } from 'vitest';
import type { OfficeHappening } from '#contract/verification-members.ts';
import { deviceText } from './device-words.ts';
import { actionText, moveText } from './timeline-words.ts';

const moved = (action: string, from: string | null, to: string | null) =>
  moveText({ action, from, to } as OfficeHappening);

test.each([
  ['identity.login', '登入'],
  ['verification.reset', '重設驗證步驟'],
  ['task.identity_review.approve', '身分審核：已通過'],
  ['task.identity_review.supplement', '身分審核：已要求補件'],
  ['something.new', null],
])('%s reads %s', (action, text) => {
  expect(actionText(action)).toBe(text);
});

test('a move is told by the words of what moved', () => {
  expect(moved('verification.reset', '4/3', '2/0')).toBe('銀行帳戶・審核通過 → 基本資料・未送審');
  expect(moved('order.received', '0', '10')).toBe('待付款 → 已付款，待滿額');
  expect(moved('loan.applied', null, '10')).toBe('已送件');
  expect(moved('identity.login', null, null)).toBeNull();
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140 Safari/537.36',
    'Chrome，Windows',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile Safari/604.1', 'Safari，iPhone'],
  ['node', 'node'],
  ['', '未知裝置'],
])('%s is %s', (agent, text) => {
  expect(deviceText(agent)).toBe(text);
});
