// Tests that settings take effect from their day on, and only for data created from then on.
import { payoutDayList } from '#contract/servicing/lists.ts';
import { describe, expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import { addDays, dayOf, daysBetween } from '#contract/core/day.ts';
import { identity } from '#contract/identity/calls.ts';
import { investing } from '#contract/investing/calls.ts';
import { lending } from '#contract/lending/calls.ts';
import { decide } from '../../tests/actors/tasks.ts';
import {
  fromElsewhere,
  newEmail,
  newMember,
  newOperator,
  password,
} from '../../tests/actors/people.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { useServer } from '../../tests/server.ts';
import { setting, without } from '../../tests/actors/settings.ts';
import { audited, newOffice, offered } from '../lending/testing/cases.ts';

const server = useServer();
const { placed, pay, orderOf, runJobs, letPass } = paymentsOn(server);
const tomorrow = () => addDays(dayOf(server.services.clock.now()), 1);
const hoursOf = ({ payBy, createdAt }: { payBy: string; createdAt: string }) =>
  (Date.parse(payBy) - Date.parse(createdAt)) / 3_600_000;

describe('orders', () => {
  test('keep the refund fee of the time when they were made', async () => {
    const before = await placed(10_000);
    await setting(server, 'refundFee', 40, tomorrow());
    const stillBefore = await placed(10_000);
    await server.advance(1);
    const after = await placed(10_000);
    for (const one of [before, stillBefore, after]) await pay(one, 12_000);
    const fees = [];
    for (const one of [before, stillBefore, after]) {
      fees.push((await orderOf(one)).refunds.map(({ fee, amount }) => [fee, amount]));
    }
    expect(fees).toEqual([[[15, 1_985]], [[15, 1_985]], [[40, 1_960]]]);
  });

  test('have the time to pay that was set when they were made', async () => {
    const before = await placed(10_000);
    await setting(server, 'payWithinHours', 24);
    const after = await placed(10_000);
    expect(hoursOf(await orderOf(before))).toBe(48);
    expect(hoursOf(await orderOf(after))).toBe(24);
  });

  test('are ordered again as often as is set', async () => {
    const one = await placed(10_000);
    await letPass(one, 1);
    await runJobs();
    await setting(server, 'reapplyMax', 0);
    const again = { id: one.orderId, payment_mode: 1 };
    expect(await server.refused(investing.reApply, again, one)).toBe('REAPPLY_LIMIT');
    await setting(server, 'reapplyMax', 1);
    expect((await server.ok(investing.reApply, again, one)).data.status).toBe(0);
  });
});

test('a captcha is required from the set number of failures, and the page knows it', async () => {
  const { email } = await newMember(server);
  const how = { headers: fromElsewhere() };
  const wrong = () => server.ask(identity.login, { email, password: 'wrong' }, how);
  const told = (body: unknown) => (body as { data: Record<string, number> }).data['captcha_from'];
  expect(told((await wrong()).body)).toBe(5);
  await setting(server, 'captchaFrom', 2);
  const second = await wrong();
  expect([second.code, told(second.body)]).toEqual(['LOGIN_FAILED', 2]);
  const right = await server.ask(identity.login, { email, password }, how);
  expect(right.code).toBe('CAPTCHA_REQUIRED');
});

test('the channel is stored while it is asked for, and prevents no registration', async () => {
  const kept = async (channel: number) => {
    const email = newEmail();
    const input = { email, password, passwordCheck: password, purpose: 'both', channel } as const;
    await server.ok(identity.register, input, { headers: fromElsewhere() });
    const sql = 'select channel from identity.member where email = $1';
    return (await server.rows<{ channel: number | null }>(sql, [email]))[0]?.channel ?? null;
  };
  expect([await kept(1), await kept(99)]).toEqual([1, null]);
  await setting(server, 'channels', without('channels', '1'));
  expect(await kept(1)).toBeNull();
});

test('a requested supplement has the days that are set then', async () => {
  const desk = await newOffice(server);
  const items = [{ item: 'income', reason: '請補薪資單' }];
  const ask = { decision: 'supplement', reason: '文件不足', items };
  const asked = async () => {
    const { loan } = await audited(server, desk);
    expect(await decide(server, desk.reviewer, 'loan_review', loan.id, ask)).toBeNull();
    const rows = await server.rows<{ by: Date }>(
      'select supplement_by as by from lending.loan where id = $1',
      [loan.id],
    );
    return dayOf(rows[0]!.by);
  };
  const today = dayOf(server.services.clock.now());
  expect(await asked()).toBe(addDays(today, 7));
  await setting(server, 'supplementDays', 10);
  expect(await asked()).toBe(addDays(today, 10));
});

describe('an offer', () => {
  const days = (from: string, to: string) =>
    daysBetween(dayOf(new Date(from)), dayOf(new Date(to)));
  const today = () => server.services.clock.now().toISOString();

  test('has the transfer fee and the days that were set when it was made', async () => {
    const desk = await newOffice(server);
    const example = async () => {
      const { data } = await server.ok(lending.planDetail, { id: 'engineer' });
      return data.example.amount - data.example.platformFee - data.example.netPayout;
    };
    const before = await offered(server, desk);
    await setting(server, 'remittanceFee', 30, tomorrow());
    await setting(server, 'offerDays', 10);
    await setting(server, 'fundraisingDays', 5, tomorrow());
    const between = await offered(server, desk);
    expect(await example()).toBe(15);
    await server.advance(1);
    expect(await example()).toBe(30);
    const after = await offered(server, desk);
    const fees = [before, between, after].map(({ loan }) => loan.offer?.remittanceFee);
    expect(fees).toEqual([15, 15, 30]);
    expect(after.loan.offer?.netPayout).toBe(100_000 - 3_000 - 30);
    expect(days(today(), after.loan.offer?.validUntil ?? '')).toBe(10);
    expect(days(today(), before.loan.offer?.validUntil ?? '')).toBe(7 - 1);

    const open = [];
    for (const { borrower, loan } of [before, between, after]) {
      const { data } = await server.ok(lending.agreeToOffer, { id: loan.id }, borrower);
      open.push(days(today(), data.endsAt ?? ''));
      expect(data.offer?.remittanceFee).toBe(loan.offer?.remittanceFee);
    }
    expect(open).toEqual([7, 7, 5]);
    const { data } = await server.ok(content.listQuestions, {});
    expect(JSON.stringify(data)).not.toContain('{{');
  });
});

test('payouts start at the minimum that is set', async () => {
  const finance = await newOperator(server, ['finance']);
  const least = async () => (await server.ok(payoutDayList, {}, finance)).gathering.least;
  expect(await least()).toBe(100);
  await setting(server, 'payoutMin', 500, tomorrow());
  expect(await least()).toBe(100);
  await server.advance(1);
  expect(await least()).toBe(500);
});
