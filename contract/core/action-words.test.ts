// Tests the labels of changes in the histories at the office.
import { describe, expect, test } from 'vitest';
import { actionText, moveText } from './action-words.ts';

describe('the change of an order', () => {
  const change = (name: string, from: string | null, to: string | null) =>
    moveText({ action: `order.${name}`, from, to });
  test('is in the words of its statuses', () => {
    expect(change('placed', null, '0')).toBe('待付款');
    expect(change('received', '5', '10')).toBe('部分付款 → 已付款，待滿額');
  });
  test('to a full case says that the money waits, because nothing is lent yet', () => {
    expect(change('funded', '10', '20')).toBe('已付款，待滿額 → 已滿額，待撥款');
    expect(change('refunding', '20', '60')).toBe('已滿額，待撥款 → 退款中');
  });
  test('of the way to pay names both ways', () => {
    expect(change('mode_changed', '1', '2')).toBe(
      'ATM／網路銀行轉帳（專屬虛擬帳號） → 臨櫃匯款（專屬虛擬帳號）',
    );
  });
});

test('the risk questionnaire has the name that members read', () => {
  expect(actionText('suitability.answered')).toBe('填寫風險屬性評估');
});
