// Test that a difference and a receipt say which booking about them waits for its second person, so
// that nobody proposes a second one.
import { beforeAll, expect, test } from 'vitest';
import { reconciliationOffice } from '#contract/banking/reconciliation.ts';
import { addDays } from '#contract/core/day.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import {
  type Desk,
  newDesk,
  nextDay,
  ownLine,
  strayReceipt,
} from '../../../tests/actors/bookings.ts';
import { disburse, EXAMPLE, signedLoan, today } from '../../../tests/actors/loans.ts';
import { openTaskId } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
let desk: Desk;
beforeAll(async () => {
  desk = await newDesk(server);
  // The books begin with a day that bank and books agree on.
  await disburse(server, await signedLoan(server, EXAMPLE), desk);
  await nextDay(server);
});

const detailOf = async (kind: TaskKind, subject: string) => {
  const id = await openTaskId(server, kind, subject);
  return (await server.ok(tasksOffice.getTask, { id }, desk.auditor)).data.detail;
};
const pendingOn = async (seq: string) => {
  const day = addDays(today(server), -1);
  const { data } = await server.ok(reconciliationOffice.getDay, { day }, desk.auditor);
  return data.differences.find(({ reference }) => reference === seq)?.booking;
};

test('a difference names its booking until the second person has decided', async () => {
  const { seq, difference } = await ownLine(server, -30);
  expect(await pendingOn(seq)).toBeNull();
  expect(await detailOf('bank_difference', difference)).not.toHaveProperty('booking');
  const charge = { kind: 'bank_charge', reason: '帳戶管理費', difference } as const;
  const id = await desk.propose(charge);
  const { maker, madeAt } = await desk.read(id);
  const pending = { id, kind: 'bank_charge', amount: 30, maker, madeAt };
  expect(await pendingOn(seq)).toEqual(pending);
  expect(await detailOf('bank_difference', difference)).toMatchObject({ booking: pending });
  expect(await desk.refusal(charge)).toBe('BOOKING_SOURCE');
  expect(await desk.check(id, 'return')).toBeNull();
  expect(await pendingOn(seq)).toBeNull();
  expect(await detailOf('bank_difference', difference)).not.toHaveProperty('booking');
});

test('a receipt in suspense names its booking', async () => {
  const { receipt } = await strayReceipt(server, 5_000);
  expect(await detailOf('unmatched_payment', receipt)).not.toHaveProperty('booking');
  const id = await desk.propose({ kind: 'company_paid_in', reason: '撥補', receipt });
  expect(await detailOf('unmatched_payment', receipt)).toMatchObject({
    booking: { id, kind: 'company_paid_in', amount: 5_000 },
  });
});
