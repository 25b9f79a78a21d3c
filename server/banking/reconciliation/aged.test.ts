// Tests that differences which stand for 2, 5 and 10 days are told to more people, once each.
import { expect, test } from 'vitest';
import { newDesk, ownLine, strayReceipt } from '../../../tests/actors/bookings.ts';
import { messagesTo, newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { tellOfAged } from './differences.ts';

const server = useServer();

test('a difference that stands is told to finance, then approvers, then admins', async () => {
  await newDesk(server);
  await strayReceipt(server, 1_000);
  const finance = await newOperator(server, ['finance']);
  const approver = await newOperator(server, ['approver']);
  const admin = await newOperator(server, ['admin']);
  const mails = async ({ email }: Person) =>
    (await messagesTo(server, email)).filter(({ subject }) => subject?.includes('已逾期')).length;
  const told = () => Promise.all([finance, approver, admin].map(mails));
  const { difference } = await ownLine(server, -30);
  const task = async () =>
    (
      await server.rows<{ priority: string; reason: string | null }>(
        `select priority, priority_reason as reason from tasks.task
         where kind = 'bank_difference' and subject_id = $1`,
        [difference],
      )
    )[0];
  await tellOfAged(server.services);
  expect(await task()).toEqual({ priority: 'normal', reason: null });
  expect(await told()).toEqual([0, 0, 0]);
  for (const [age, days, counts] of [
    [2, 1, [1, 0, 0]],
    [5, 3, [2, 1, 0]],
    [10, 5, [3, 2, 1]],
  ] as const) {
    await server.advance(days);
    await tellOfAged(server.services);
    await tellOfAged(server.services);
    expect(await task()).toEqual({ priority: 'high', reason: `差異已 ${age} 天未查明` });
    expect(await told()).toEqual(counts);
  }
});
