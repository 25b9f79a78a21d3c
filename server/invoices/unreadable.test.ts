// Tests that a member whose code cannot be read does not keep back the invoices of the others:
// their own end in a named state, with a task for a person.
import { beforeAll, expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { invoices } from '#contract/invoices/calls.ts';
import { invoicesOffice } from '#contract/invoices/office.ts';
import { disburse, newTeam, signedLoan, type Team } from '../../tests/actors/loans.ts';
import { newOperator, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { issueInvoices } from './issuing.ts';
import { sendInvoices } from './sending.ts';

const server = useServer({ startsOn: '2026-11-23' });
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
  const finance = await newOperator(server, ['finance']);
  const track = { period: day('2026-11-24'), letters: 'AB', first: '00000008', last: '00000100' };
  await server.ok(invoicesOffice.addTrack, track, finance);
});

const mine = async ({ token }: Person) =>
  (await server.ok(invoices.listInvoices, {}, { token })).data;
/** A borrower who has paid a fee. */
async function payer(): Promise<Person> {
  const loan = await signedLoan(server);
  await disburse(server, loan, team);
  return loan.borrower;
}
/** Changes a letter of the sealed code in a member's rows, so that it cannot be decrypted. */
const damage = (table: 'preference' | 'invoice', member: Person) =>
  server.rows(
    `update invoices.${table} set code = overlay(code placing
       case substr(code, 30, 1) when 'A' then 'B' else 'A' end from 30)
     where member_id = $1 and code is not null`,
    [member.id],
  );
const preferMobile = (member: Person) => {
  const code = server.services.secrets.encrypt('invoices.preference.code', member.id, '/ABC1234');
  return server.rows(
    `insert into invoices.preference (member_id, kind, code, changed_at)
     values ($1, 'mobile', $2, now())`,
    [member.id, code],
  );
};
const tasksAbout = (type: string) =>
  server.rows<{ label: string }>(
    `select subject_label as label from tasks.task where subject_type = $1 and status = 'open'`,
    [type],
  );

test('an invoice whose code cannot be read goes to the member carrier, with a task', async () => {
  const [broken, other] = [await payer(), await payer()];
  await preferMobile(broken);
  await damage('preference', broken);
  await server.advance(1);
  await issueInvoices(server.services);
  expect(await mine(other)).toHaveLength(1);
  expect(await mine(broken)).toMatchObject([{ carrier: 'member' }]);
  expect(await tasksAbout('member')).toEqual([{ label: '電子發票的載具無法讀取' }]);
});

test('a message whose code cannot be read is refused, and the others are sent', async () => {
  const [broken, other] = [await payer(), await payer()];
  await preferMobile(broken);
  await server.advance(1);
  await issueInvoices(server.services);
  await damage('invoice', broken);
  await sendInvoices(server.services);
  const stateOf = async (member: Person) => {
    const [{ number } = { number: '' }] = await mine(member);
    return server.rows('select state from invoices.message where about = $1', [number]);
  };
  expect(await stateOf(broken)).toEqual([{ state: 'refused' }]);
  expect(await stateOf(other)).toEqual([{ state: 'sent' }]);
  expect(await tasksAbout('invoice_message')).toEqual([
    { label: expect.stringContaining('無法傳送') },
  ]);
});
