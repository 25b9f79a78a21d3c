// Tests of what members have in common: each kind is found, a look is recorded, and review and
// erasure know it.
import { beforeAll, describe, expect, test } from 'vitest';
import { linksOffice } from '#contract/lending/review/links.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { applicationOf } from '../../../actors/loan.ts';
import {
  newMember,
  newOperator,
  newPhone,
  newPicture,
  newVerifiedMember,
  type Person,
} from '../../../tests/actors/people.ts';
import { openTaskId } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { fillAddressKeys } from '../../verification/addresses/address-keys.ts';
import { inWork } from '../../work.ts';
import { forgetApplications } from '../review/forgetting.ts';
import { lending } from '#contract/lending/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { audited, newOffice } from '../testing/cases.ts';
import { fillContactKeys } from './links.ts';

const server = useServer();
const { memberLinks } = linksOffice;
let reviewer: Person;
beforeAll(async () => {
  reviewer = await newOperator(server, ['reviewer']);
});

const addressOf = (road: string) => ({ zip: '110', city: '臺北市', district: '信義區', road });
let roads = 0;
const newRoad = () => `松高路${(roads += 1)}號`;
/** Verified member with a road, a bank account and a browser of their own unless they are named. */
async function person(more: { road?: string; account?: string; phone?: string } = {}) {
  const { road = newRoad(), ...file } = more;
  const one = await newVerifiedMember(server, { address: addressOf(road), ...file });
  await server.rows(`update identity.browser set address = $1 where member_id = $2`, [
    `192.0.2.${one.id % 200}`,
    one.id,
  ]);
  return one;
}
const linksOf = async (one: Person, by = reviewer) =>
  (await server.ok(memberLinks, { id: String(one.id) }, { token: by.token })).data;
const kindsOf = async (one: Person) =>
  Object.fromEntries(
    (await linksOf(one)).map(({ kind, members }) => [kind, members.map(({ id }) => Number(id))]),
  );
const contactOf = (phone: string) => ({
  contact: { name: '林美華', relationship: 1, phone },
});
const applyWith = (one: Person, phone: string) =>
  server.ok(lending.apply, applicationOf(contactOf(phone)), { token: one.token });

describe('what members have in common', () => {
  test('a stranger has nothing in common', async () => {
    await person();
    expect(await linksOf(await person())).toEqual([]);
  });

  test('the same account, and the same address however it is written', async () => {
    const one = await person({ road: '市民大道三段 12-3號', account: '00411112222' });
    const other = await person({ road: '市民大道3段12之3號', account: '00411112222' });
    const found = { account: [other.id], address: [other.id] };
    expect(await kindsOf(one)).toEqual(found);
    const [link] = await linksOf(one);
    expect(link?.members[0]).toEqual({
      id: String(other.id),
      name: '王○明',
      suspended: false,
      closed: false,
      late: false,
    });
  });

  test('a shared contact person, and a contact who is a member', async () => {
    const phone = newPhone();
    const friend = await person({ phone });
    const [one, other] = [await person(), await person()];
    await applyWith(one, phone);
    await applyWith(other, phone);
    const both = { sharedContact: [other.id], contactOfOther: [friend.id] };
    expect(await kindsOf(one)).toEqual(both);
    expect(await kindsOf(friend)).toEqual({ memberAsContact: [one.id, other.id] });
    await inWork(server.services, (work) => forgetApplications(work, other.id));
    expect(await kindsOf(one)).toEqual({ contactOfOther: [friend.id] });
  });

  test('the same document, and the same browser at the same address', async () => {
    const [one, other] = [await person(), await person()];
    const paper = await newPicture('image');
    const proof = { kind: 1, monthlyIncome: 60_000, from: '2026-08-01', to: '2026-10-31' };
    for (const { token } of [one, other]) {
      await server.ok(verification.sendFinancialStatement, proof as never, {
        token,
        files: [paper],
      });
    }
    expect(await kindsOf(one)).toEqual({ document: [other.id] });
    await server.rows(
      `update identity.browser set address = '198.51.100.7', agent = 'same'
       where member_id in ($1, $2)`,
      [one.id, other.id],
    );
    expect(await kindsOf(one)).toMatchObject({ device: [other.id] });
  });

  test('twenty of a kind are shown, with the note that there are more', async () => {
    const road = newRoad();
    const one = await person({ road });
    for (let count = 0; count < 21; count += 1) await person({ road });
    const [link] = await linksOf(one);
    expect(link).toMatchObject({ kind: 'address', more: true });
    expect(link?.members).toHaveLength(20);
  });
});

describe('a look', () => {
  test('is recorded each time, and needs the role and a member', async () => {
    const one = await person();
    await linksOf(one);
    await linksOf(one);
    const rows = await server.rows(
      `select 1 from tasks.audit where action = 'verification.links_read' and subject_id = $1`,
      [one.id],
    );
    expect(rows).toHaveLength(2);
    const finance = await newOperator(server, ['finance']);
    const ask = { id: String(one.id) };
    expect(await server.refused(memberLinks, ask, finance)).toBe('ROLE_REQUIRED');
    expect(await server.refused(memberLinks, { id: '999999999' }, reviewer)).toBe('NOT_FOUND');
    const member = await newMember(server);
    expect((await server.ask(memberLinks, ask, { token: member.token })).status).toBe(401);
  });
});

test('hashes that are missing are filled in by the jobs', async () => {
  const road = newRoad();
  const phone = newPhone();
  const [one, other] = [await person({ road }), await person({ road })];
  for (const { token } of [one, other]) {
    await server.ok(lending.apply, applicationOf(contactOf(phone)), { token });
  }
  await server.rows('delete from verification.address_key');
  await server.rows('delete from lending.contact_key');
  expect(await kindsOf(one)).toEqual({});
  await fillAddressKeys(server.services);
  await fillContactKeys(server.services);
  expect(await kindsOf(one)).toEqual({ sharedContact: [other.id], address: [other.id] });
});

test('data that cannot be read keep back no hash of the others', async () => {
  const road = newRoad();
  const phone = newPhone();
  const [broken, one, other] = [
    await person({ road }),
    await person({ road }),
    await person({ road }),
  ];
  for (const { token } of [broken, one, other]) {
    await server.ok(lending.apply, applicationOf(contactOf(phone)), { token });
  }
  await server.rows('delete from verification.address_key');
  await server.rows('delete from lending.contact_key');
  const [whole] = await server.rows<{ address: string; application: string }>(
    `select p.registered_address as address, l.application from verification.profile p
     join lending.loan l on l.member_id = p.member_id where p.member_id = $1`,
    [broken.id],
  );
  const damage = async (address: string, application: string) => {
    await server.rows(
      'update verification.profile set registered_address = $2 where member_id = $1',
      [broken.id, address],
    );
    await server.rows('update lending.loan set application = $2 where member_id = $1', [
      broken.id,
      application,
    ]);
  };
  await damage('damaged', 'damaged');
  await expect(fillAddressKeys(server.services)).rejects.toThrow('not sealed');
  await expect(fillContactKeys(server.services)).rejects.toThrow('not sealed');
  expect(await kindsOf(one)).toEqual({ sharedContact: [other.id], address: [other.id] });
  await damage(whole!.address, whole!.application);
});

test('the review of a loan shows the comparisons with their sources', async () => {
  const office = await newOffice(server);
  const { borrower, loan } = await audited(server, office);
  const id = await openTaskId(server, 'loan_review', loan.id);
  const read = async () =>
    (await server.ok(tasksOffice.getTask, { id }, office.reviewer)).data.detail as {
      crossChecks: { code: string; ok: boolean; source: string; members?: string[] }[];
    };
  const { crossChecks } = await read();
  const byCode = new Map(crossChecks.map((check) => [check.code, check]));
  expect(byCode.get('INCOME_BAND')).toMatchObject({ ok: true });
  expect(byCode.get('INCOME_BAND')?.source).toContain('財力證明（已核對）');
  expect(byCode.get('CONTACT_OTHER')).toMatchObject({ ok: true });
  const twin = await person({ road: newRoad() });
  await server.rows(
    `update verification.address_key set hash = (select hash from verification.address_key
       where member_id = $1 and kind = 'registered') where member_id = $2`,
    [borrower.id, twin.id],
  );
  const shared = (await read()).crossChecks.find(({ code }) => code === 'LINK_address');
  expect(shared?.members).toContain(String(twin.id));
});
