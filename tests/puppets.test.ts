// Attacks H3a and H3b from start to finish: two compromised operators cannot move a dollar.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking/office.ts';
import { dayOf } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { identityOperatorsOffice as operators } from '#contract/identity/operators.ts';
import { totpOf } from '../actors/operator.ts';
import { decide } from './actors/tasks.ts';
import { drain } from '../server/worker.ts';
import { checkOperators } from './actors/loans.ts';
import { paymentsOn } from './actors/payments.ts';
import {
  fromElsewhere,
  messagesTo,
  newEmail,
  newOperator,
  password,
  type Person,
} from './actors/people.ts';
import { useServer } from './server.ts';

const server = useServer({ environment: { BANK_STATEMENT_BANKS: '812' } });
const { placed, pay, orderOf } = paymentsOn(server);

/** Returns all entries of the ledger and all payments ordered at the bank. */
const money = () =>
  server.rows(
    `select (select count(*) from ledger.entry) as entries,
       (select count(*) from banking.payment) as payments,
       (select count(*) from banking.receipt) as receipts`,
  );

const setupLink = async (email: string) => {
  const [mail] = await messagesTo(server, email);
  return /\/setup#([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? '';
};

/** Follows the mailed invitation link as its recipient would, and signs in. */
async function setUp(email: string, id: number): Promise<Person> {
  const how = { headers: fromElsewhere() };
  const token = await setupLink(email);
  const { data } = await server.ok(operators.openSetup, { token }, how);
  const { headers } = await server.ask(
    operators.finishSetup,
    { token, password, passwordCheck: password, totp: totpOf(data.secret) },
    how,
  );
  const session = /office_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
  return { id, email, token: session };
}

const statementOf = (amount: number, account: string) => {
  const on = dayOf(server.services.clock.now());
  const line = [on, randomUUID().slice(0, 20), amount, '', account, amount];
  return `交易日,序號,存入,支出,虛擬帳號,餘額\r\n${line.join(',')}\r\n`;
};
const columns = {
  date: '交易日',
  seq: '序號',
  credit: '存入',
  debit: '支出',
  virtualAccount: '虛擬帳號',
  balance: '餘額',
};

test('two puppet operators cannot move a dollar', async () => {
  const [evil, honest] = [
    await newOperator(server, ['admin']),
    await newOperator(server, ['admin']),
  ];
  const finance = await newOperator(server, ['finance']);
  const [refunded, unpaid] = [await placed(5_000), await placed(6_000)];
  await pay(refunded, 5_900);
  const [refund] = await server.rows<{ id: number }>(
    'select id::int from investing.refund where order_id = $1',
    [refunded.orderId],
  );
  const input = { name: '信託銀行', mapping: { bank: '812', columns } };
  const { data: layout } = await server.ok(bankingOffice.saveLayout, input, finance);
  const bringIn = (who: Person) => {
    const bytes = Buffer.from(statementOf(6_000, unpaid.account));
    const file = { name: 'file', filename: 'a.csv', type: 'text/csv', bytes };
    const how = { token: who.token, files: [file] };
    return server.ask(bankingOffice.importStatement, { layout: layout.id }, how);
  };
  const before = await money();

  // Attack H3a: an admin invites two compromised operators; without the agreement of a second admin
  // they get no access.
  const invite = async (roles: Role[]) => {
    const email = newEmail('puppet');
    const ask = { email, name: '傀儡', roles };
    const { data } = await server.ok(operators.inviteOperator, ask, { token: evil.token });
    return { email, id: Number(data.id) };
  };
  const puppets = [await invite(['finance']), await invite(['finance', 'approver'])];
  for (const { email, id } of puppets) {
    expect(await setupLink(email)).toBe('');
    expect(await decide(server, evil, 'operator_check', id, 'approve')).toBe('MAKER_IS_CHECKER');
    expect(await setupLink(email)).toBe('');
  }
  expect((await messagesTo(server, honest.email)).length).toBeGreaterThanOrEqual(2);

  // Even if the other admin is deceived into agreeing, neither compromised operator can move any
  // money for a day.
  await checkOperators(server, honest);
  const [one, two] = [
    await setUp(puppets[0]!.email, puppets[0]!.id),
    await setUp(puppets[1]!.email, puppets[1]!.id),
  ];
  for (const puppet of [one, two, evil]) {
    const release = await decide(server, puppet, 'refund_release', refund!.id, 'release');
    expect(release).toBe('ROLE_REQUIRED');
    expect((await bringIn(puppet)).code).toBe('ROLE_REQUIRED');
  }
  await drain(server.services);
  expect(await money()).toEqual(before);

  // Attack H3b: an operator who has long worked in finance uploads a forged statement.
  const { body } = await bringIn(finance);
  await drain(server.services);
  const id = Number(body.data.id);
  expect(await decide(server, finance, 'statement_check', id, 'approve')).toBe('MAKER_IS_CHECKER');
  for (const puppet of [one, two]) {
    expect(await decide(server, puppet, 'statement_check', id, 'approve')).toBe('ROLE_REQUIRED');
  }
  await drain(server.services);
  expect(await orderOf(unpaid)).toMatchObject({ status: 0 });
  expect(await money()).toEqual(before);
});
