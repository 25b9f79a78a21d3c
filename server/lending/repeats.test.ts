// Repeats every call that changes an application's status with the same key: the answer is the
// same, and the change happens once.
import { beforeAll, expect, test } from 'vitest';
import { applying } from '#contract/lending/applying.ts';
import { lending } from '#contract/lending/calls.ts';
import { decide } from '../../tests/actors/tasks.ts';
import type { Person } from '../../tests/actors/people.ts';
import { repeatThrice } from '../../tests/actors/repeats.ts';
import { stepUp } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import {
  applied,
  funded,
  listed,
  newOffice,
  offered,
  proveIncome,
  signature,
  type Office,
} from './testing/cases.ts';

const server = useServer();
let office: Office;
beforeAll(async () => {
  office = await newOffice(server);
});

/** Returns how often an action of this name is in the audit log of a loan. */
async function timesDone(loanId: string, action: string): Promise<number> {
  const rows = await server.rows(
    `select from tasks.audit where subject_type = 'loan' and subject_id = $1 and action = $2`,
    [loanId, action],
  );
  return rows.length;
}
const noticesTo = async ({ id }: Person) =>
  (await server.rows('select from notices.notice where member_id = $1', [id])).length;

test('an application is sent to audit once, and its documents are stored once', async () => {
  const { borrower, loan } = await applied(server);
  await repeatThrice(server, applying.additionalDocument, { item: 'job' }, borrower, {
    files: ['image'],
  });
  await proveIncome(server, borrower, office.reviewer);
  expect(await timesDone(loan.id, 'loan.document_added')).toBe(1);
  await repeatThrice(server, lending.audit, {}, borrower);
  expect(await timesDone(loan.id, 'loan.sent_to_audit')).toBe(1);
  expect(
    await decide(server, office.reviewer, 'loan_review', loan.id, {
      decision: 'reject',
      reason: '收入不足',
    }),
  ).toBeNull();
});

test('an offer is accepted once, or declined once', async () => {
  const agreed = await offered(server, office);
  await repeatThrice(server, lending.agreeToOffer, { id: agreed.loan.id }, agreed.borrower);
  expect(await timesDone(agreed.loan.id, 'loan.agreed')).toBe(1);
  const declined = await offered(server, office);
  const before = await noticesTo(declined.borrower);
  await repeatThrice(server, lending.declineOffer, { id: declined.loan.id }, declined.borrower);
  expect(await timesDone(declined.loan.id, 'loan.declined')).toBe(1);
  expect(await noticesTo(declined.borrower)).toBe(before + 1);
  // Without the same idempotency key the request is a new one, and the offer to decline no longer
  // exists.
  const how = { token: declined.borrower.token, key: null };
  const { code } = await server.ask(lending.declineOffer, { id: declined.loan.id }, how);
  expect(code).toBe('LOAN_STATUS');
});

test('a case is withdrawn once', async () => {
  const { borrower, loan } = await listed(server, office);
  await repeatThrice(server, lending.cancelLoan, { id: loan.id }, borrower);
  expect(await timesDone(loan.id, 'loan.cancelled')).toBe(1);
});

test('a signature image is stored once and a contract signed once', async () => {
  const { borrower, loan } = await funded(server, office);
  const stylemap = await signature();
  await repeatThrice(server, lending.stylemap, { stylemap }, borrower);
  await stepUp(server, borrower, borrower.phone);
  await repeatThrice(server, lending.signContract, {}, borrower);
  expect(await timesDone(loan.id, 'loan.signed')).toBe(1);
  const kept = await server.rows(
    `select from lending.contract where loan_id = $1 and kind = 'final'`,
    [loan.id],
  );
  expect(kept).toHaveLength(1);
});
