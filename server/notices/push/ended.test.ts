// Tests of when push messages of a browser end with a session: whoever uses the browser next must
// not read the notices of the former member.
import { expect, test } from 'vitest';
import { identityAccount } from '#contract/identity/account.ts';
import { identity } from '#contract/identity/calls.ts';
import { identityFactor } from '#contract/identity/factor.ts';
import { identityMembersOffice } from '#contract/identity/members.ts';
import { notices } from '#contract/notices/calls.ts';
import {
  type Person,
  deviceIn,
  fromElsewhere,
  newMember,
  newOperator,
  password,
} from '../../../tests/actors/people.ts';
import { newBrowser } from '../../../tests/doubles/push.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
let serial = 0;

type Headers = Record<string, string>;

async function signIn(email: string, headers: Headers = fromElsewhere()) {
  const answer = await server.ask(identity.login, { email, password }, { headers });
  const { data } = answer.body as { data: { accessToken: string } };
  return { token: data.accessToken, cookie: deviceIn(answer) };
}

/** Signs in on a browser of its own and switches push messages on there. */
async function browserOf({ email }: Pick<Person, 'email'>, headers?: Headers) {
  const { token, cookie } = await signIn(email, headers);
  serial += 1;
  const name = `瀏覽器 ${serial}`;
  const endpoint = `https://fcm.googleapis.com/fcm/send/ended-${serial}`;
  const subscription = { endpoint, ...newBrowser().keys, name };
  await server.ok(notices.addPushDevice, subscription, { token });
  return { token, cookie, name };
}

async function namesOf({ id }: Person): Promise<string[]> {
  const rows = await server.rows<{ name: string }>(
    'select name from notices.push_device where member_id = $1 order by id',
    [id],
  );
  return rows.map(({ name }) => name);
}

test('a logout ends the push messages of its browser and of no other', async () => {
  const member = await newMember(server);
  const [here, elsewhere] = [await browserOf(member), await browserOf(member)];
  await server.ok(identity.logout, {}, { token: here.token });
  expect(await namesOf(member)).toEqual([elsewhere.name]);
});

test('a logout ends what was switched on in an earlier session of the browser', async () => {
  const member = await newMember(server);
  const { cookie, name } = await browserOf(member);
  // A session that expires is no logout, so that a member who signs in again keeps their messages.
  const again = await signIn(member.email, { ...fromElsewhere(), ...cookie });
  expect(await namesOf(member)).toEqual([name]);
  await server.ok(identity.logout, {}, { token: again.token });
  expect(await namesOf(member)).toEqual([]);
  await signIn(member.email, { ...fromElsewhere(), ...cookie });
  expect(await namesOf(member)).toEqual([]);
});

test('another member who signs in on the browser ends the messages of the former', async () => {
  const [former, next] = [await newMember(server), await newMember(server)];
  const { cookie } = await browserOf(former);
  const elsewhere = await browserOf(former);
  await signIn(next.email, { ...fromElsewhere(), ...cookie });
  expect(await namesOf(former)).toEqual([elsewhere.name]);
});

/** An older program did not store on which browser a device is. */
const forgetBrowserOf = (...names: string[]) =>
  server.rows('update notices.push_device set browser_id = null where name = any ($1)', [names]);

test('a device whose browser is not known ends with each logout, as it may be there', async () => {
  const member = await newMember(server);
  const [old, here, elsewhere] = [
    await browserOf(member),
    await browserOf(member),
    await browserOf(member),
  ];
  await forgetBrowserOf(old.name);
  await server.ok(identity.logout, {}, { token: here.token });
  expect(await namesOf(member)).toEqual([elsewhere.name]);
});

test('it ends when another member signs in on a browser of its member', async () => {
  const [former, stranger, next] = [
    await newMember(server),
    await newMember(server),
    await newMember(server),
  ];
  const { cookie, name } = await browserOf(former);
  const elsewhere = await browserOf(former);
  const unconcerned = await browserOf(stranger);
  await forgetBrowserOf(name, unconcerned.name);
  await signIn(next.email, { ...fromElsewhere(), ...cookie });
  expect(await namesOf(former)).toEqual([elsewhere.name]);
  expect(await namesOf(stranger)).toEqual([unconcerned.name]);
});

test('a session ended from another device ends the messages there', async () => {
  const member = await newMember(server);
  const [lost, here] = [await browserOf(member), await browserOf(member)];
  const { data } = await server.ok(identityAccount.sessions, {}, { token: lost.token });
  const { id } = data.find(({ current }) => current)!;
  await server.ok(identityAccount.revokeSessions, { id }, { token: here.token });
  expect(await namesOf(member)).toEqual([here.name]);
});

test('ending all other sessions ends the messages on all other browsers', async () => {
  const member = await newMember(server);
  await browserOf(member);
  const here = await browserOf(member);
  await server.ok(identityAccount.revokeSessions, {}, { token: here.token });
  expect(await namesOf(member)).toEqual([here.name]);
});

test('a browser that is removed from the known ones gets nothing any more', async () => {
  const member = await newMember(server);
  const [lost, here] = [await browserOf(member), await browserOf(member)];
  await server.ok(identity.logout, {}, { token: member.token });
  const { data } = await server.ok(identityFactor.signInSafety, {}, { token: here.token });
  // The sign-ins of this file follow each other, so that the oldest but one is the lost browser.
  const known = data.browsers.filter(({ current }) => !current);
  await server.ok(identityFactor.forgetBrowser, { id: known[0]!.id }, { token: here.token });
  expect(await namesOf(member)).toEqual([here.name]);
  expect((await server.ask(identityAccount.sessions, {}, { token: lost.token })).status).toBe(401);
});

test('an operator who ends the sessions of a member ends the messages', async () => {
  const member = await newMember(server);
  await browserOf(member);
  const operator = await newOperator(server, ['reviewer']);
  const asked = { id: member.id, reason: '客戶來電表示手機遺失' };
  await server.ok(identityMembersOffice.endMemberSessions, asked, { token: operator.token });
  expect(await namesOf(member)).toEqual([]);
});
