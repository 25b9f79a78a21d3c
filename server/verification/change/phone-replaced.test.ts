// Test that a confirmed phone can be replaced after confirming with the old one or a passkey, and
// never with a session alone.
import { describe, expect, test } from 'vitest';
import { verification } from '#contract/verification/calls.ts';
import {
  codeSentTo,
  fromElsewhere,
  newMember,
  newPhone,
  type Person,
  stepUp,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const as = ({ token }: Person) => ({ token, headers: fromElsewhere() });

/** Simulates that a minute has passed since this member's last code. */
const waitAMinute = (member: Person) =>
  server.rows(
    `update identity.sms_code set created_at = created_at - interval '2 minutes'
     where member_id = $1`,
    [member.id],
  );
const send = (member: Person, phoneNumber: string) =>
  server.ask(verification.sendSmsCode, { phoneNumber }, as(member));
const confirm = async (member: Person, phoneNumber: string) => {
  const smsCode = await codeSentTo(server, phoneNumber);
  return server.ask(verification.identifyPhone, { phoneNumber, smsCode }, as(member));
};
const moves = (member: Person) =>
  server.rows(
    `select from tasks.audit where subject_type = 'member' and subject_id = $1
     and action = 'verification.phone_confirmed'`,
    [member.id],
  );

async function withPhone() {
  const member = await newMember(server);
  const phone = newPhone();
  expect((await send(member, phone)).status).toBe(200);
  expect((await confirm(member, phone)).status).toBe(200);
  await waitAMinute(member);
  return { member, phone };
}

describe('another phone, before the file is submitted', () => {
  test('gets no code and is not stored with the session alone', async () => {
    const { member } = await withPhone();
    const next = newPhone();
    expect((await send(member, next)).code).toBe('STEP_UP_REQUIRED');
    expect(await codeSentTo(server, next)).toBe('');
  });

  test('still requires the confirmation when its code is entered', async () => {
    const { member, phone } = await withPhone();
    const next = newPhone();
    await stepUp(server, member, phone);
    expect((await send(member, next)).status).toBe(200);
    const spend = `update identity.session set step_up_at = null where member_id = $1`;
    await server.rows(spend, [member.id]);
    expect((await confirm(member, next)).code).toBe('STEP_UP_REQUIRED');
    expect(await moves(member)).toHaveLength(1);
  });

  test('is stored after the old phone has confirmed it, which uses that up', async () => {
    const { member, phone } = await withPhone();
    const next = newPhone();
    await stepUp(server, member, phone);
    expect((await send(member, next)).status).toBe(200);
    expect((await confirm(member, next)).status).toBe(200);
    expect(await moves(member)).toHaveLength(2);
    await waitAMinute(member);
    expect((await send(member, newPhone())).code).toBe('STEP_UP_REQUIRED');
  });

  test('is no other phone if the same number is confirmed again', async () => {
    const { member, phone } = await withPhone();
    expect((await send(member, phone)).status).toBe(200);
    expect((await confirm(member, phone)).status).toBe(200);
  });
});
