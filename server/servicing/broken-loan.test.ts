// Tests that the data of one loan or member that cannot be read do not keep back the others, in the
// jobs that go over many of them.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { assess } from '../../actors/loan.ts';
import {
  type Lent,
  type Team,
  lentLoan,
  newTeam,
  schedule,
  today,
} from '../../tests/actors/loans.ts';
import { newCase } from '../../tests/actors/market.ts';
import { type Placed, paymentsOn } from '../../tests/actors/payments.ts';
import { newPhone, newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { runDay } from '../worker.ts';

const server = useServer();
let team: Team;
let lent: Lent[];
beforeAll(async () => {
  team = await newTeam(server);
});
/** Three loans with the same due days; the data of the second one's borrower are then broken. */
beforeEach(async () => {
  lent = [await lentLoan(server, team), await lentLoan(server, team), await lentLoan(server, team)];
});

/** Breaks the borrower's telephone number so that it cannot be decrypted, until it is undone. */
async function breakPhone(memberId: number): Promise<() => Promise<void>> {
  const [row] = await server.rows<{ phone: Buffer }>(
    'select phone from verification.profile where member_id = $1',
    [memberId],
  );
  const set = (phone: Buffer) =>
    server.rows('update verification.profile set phone = $2 where member_id = $1', [
      memberId,
      phone,
    ]);
  const broken = Buffer.from(row!.phone);
  // Not the last one: of the last character of a base64url text, some bits mean nothing.
  broken[broken.length >> 1]! ^= 1;
  await set(broken);
  return async () => void (await set(row!.phone));
}

async function goToDay(day: string): Promise<void> {
  while (today(server) < day) await server.advance(1);
}

const titlesTo = async (memberId: number, title: RegExp) => {
  const rows = await server.rows<{ title: string }>(
    'select title from notices.notice where member_id = $1',
    [memberId],
  );
  return rows.filter((row) => title.test(row.title)).length;
};
const toldOf = (title: RegExp) =>
  Promise.all(lent.map(({ loan }) => titlesTo(loan.borrower.id, title)));
const failureOf = async (job: string) => {
  const [row] = await server.rows<{ failure: string | null }>(
    'select failure from app.job where name = $1',
    [job],
  );
  return row?.failure;
};

test('the others are reminded of an instalment once; the broken one once mended', async () => {
  const [first] = await schedule(server, lent[1]!.loan.id);
  await goToDay(addDays(first!.dueOn, -3));
  const mend = await breakPhone(lent[1]!.loan.borrower.id);
  await expect(runDay(server.services)).rejects.toThrow();
  expect(await toldOf(/將於 3 天後到期/)).toEqual([1, 0, 1]);
  expect(await failureOf('remind')).toEqual(expect.any(String));
  expect(await failureOf('gatherPayouts'), 'a later job of the day').toBeNull();
  await expect(runDay(server.services)).rejects.toThrow();
  expect(await toldOf(/將於 3 天後到期/), 'nobody is reminded twice').toEqual([1, 0, 1]);
  await mend();
  await runDay(server.services);
  expect(await toldOf(/將於 3 天後到期/)).toEqual([1, 1, 1]);
  expect(await failureOf('remind')).toBeNull();
});

test('the others get their letter about a late instalment, and the day waits for it', async () => {
  await goToDay(addDays(lent[1]!.until, 1));
  const mend = await breakPhone(lent[1]!.loan.borrower.id);
  await server.closeDays();
  await expect(runDay(server.services)).rejects.toThrow();
  expect(await toldOf(/尚未入帳/)).toEqual([1, 0, 1]);
  await mend();
  await runDay(server.services);
  expect(await toldOf(/尚未入帳/)).toEqual([1, 1, 1]);
});

test('an investor is reminded of an order, although a broken one comes first', async () => {
  const { place, runJobs } = paymentsOn(server);
  const caseId = await newCase(server);
  const orders: Placed[] = [];
  for (let k = 0; k < 2; k += 1) {
    const investor = await newVerifiedMember(server, { purpose: 'invest', phone: newPhone() });
    await assess(server, investor);
    orders.push(await place(caseId, 10_000, investor));
  }
  await runJobs();
  await server.rows(
    `update investing."order" set created_at = business_now() - interval '37 hours',
       pay_by = business_now() + interval '11 hours' where id = any ($1)`,
    [orders.map(({ orderId }) => orderId)],
  );
  const reminded = () => Promise.all(orders.map(({ id }) => titlesTo(id, /即將到期/)));
  const mend = await breakPhone(orders[0]!.id);
  await expect(runJobs()).rejects.toThrow();
  expect(await reminded()).toEqual([0, 1]);
  await mend();
  await runJobs();
  expect(await reminded()).toEqual([1, 1]);
});
