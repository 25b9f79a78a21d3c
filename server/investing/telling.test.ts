// Tests of notices to investors: how to pay an order, and a single reminder before the deadline.
import { describe, expect, test } from 'vitest';
import { assess } from '../../actors/loan.ts';
import { newCase, newInvestors } from '../../tests/actors/market.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { messagesTo, newPhone, newVerifiedMember, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
const { place, placed, pay, runJobs } = paymentsOn(server);

const titles = async ({ id }: Person) =>
  (
    await server.rows<{ title: string }>(
      'select title from notices.notice where member_id = $1 order by id',
      [id],
    )
  ).map(({ title }) => title);

const bodies = async ({ id }: Person) =>
  (
    await server.rows<{ body: string }>(
      'select body from notices.notice where member_id = $1 order by id',
      [id],
    )
  ).map(({ body }) => body);

describe('an order', () => {
  test('that was placed is reported once, with all for the transfer, also by mail', async () => {
    const one = await placed(30_000);
    await runJobs();
    await runJobs();
    expect(await titles(one)).toEqual(['已為您保留 $\u00a030,000，請於期限前付款']);
    const [mail] = await messagesTo(server, one.email);
    expect(mail?.body).toContain(one.account);
    expect(mail?.body).toContain('$\u00a030,000');
  });

  test('has a reminder of the missing amount in its last twelve hours, by message', async () => {
    const phone = newPhone();
    const investor = await newVerifiedMember(server, { purpose: 'invest', phone });
    await assess(server, investor);
    const one = await place(await newCase(server), 10_000, investor);
    await pay(one, 4_000);
    await runJobs();
    await server.rows(
      `update investing."order" set created_at = business_now() - interval '37 hours',
         pay_by = business_now() + interval '11 hours' where id = $1`,
      [one.orderId],
    );
    await runJobs();
    await runJobs();
    expect((await titles(one)).filter((title) => title.startsWith('出資訂單即將到期'))).toEqual([
      '出資訂單即將到期，尚差 $\u00a06,000',
    ]);
    const sent = (await messagesTo(server, phone)).filter(({ channel }) => channel === 'sms');
    const texts = sent.filter(({ body }) => body.includes('即將到期'));
    expect(texts).toHaveLength(1);
  });

  test('past its deadline is told what was received, and not to pay more', async () => {
    const one = await placed(10_000);
    const at = server.services.clock.now();
    await server.rows(
      `update investing."order" set pay_by = business_now() - interval '1 second' where id = $1`,
      [one.orderId],
    );
    const { seq } = await pay(one, 4_000, { at: new Date(at.getTime() - 60_000) });
    expect(await bodies(one)).toEqual([
      expect.stringMatching(/累計 \$\s4,000，尚差 \$\s6,000。匯款期限已過，請勿再轉帳/),
    ]);
    await pay(one, 4_000, { reverses: seq });
    const [, reversed] = await bodies(one);
    expect(reversed).toMatch(/經銀行沖正，不再計入出資。匯款期限已過，請勿再轉帳/);
  });

  test('that is paid has no more notices; a funded case is announced once to each', async () => {
    const loanId = await newCase(server, { amount: 30_000 });
    const [first, second] = await newInvestors(server, 2);
    const orders = [await place(loanId, 10_000, first), await place(loanId, 15_000, second)];
    for (const one of orders) await pay(one, one === orders[0] ? 10_000 : 15_000);
    await pay(await place(loanId, 5_000, first), 5_000);
    await runJobs();
    for (const one of [first!, second!]) {
      const told = await titles(one);
      expect(told.filter((title) => title === '您出資的案件已滿額')).toHaveLength(1);
      expect(told.some((title) => title.startsWith('已為您保留'))).toBe(false);
    }
  });
});
