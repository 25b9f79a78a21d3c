// Tests that a caller cannot find out which phone and ID numbers other members have, except by
// attempts that are limited.
import { describe, expect, test } from 'vitest';
import { verification } from '#contract/verification/calls.ts';
import { codeSentTo, newIdNumber, newMember, newPhone } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { stepsOn } from '../../../tests/actors/verifying.ts';
import { phoneHashOf } from '../../identity/front.ts';

const server = useServer();
const { giveBasic, givePhone, memberAt } = stepsOn(server);

/** Backdates the last code of a number, so that another code can be sent. */
const letCodesGo = (phone: string) =>
  server.rows(
    `update identity.sms_code set created_at = created_at - interval '2 minutes'
     where phone_hash = $1`,
    [phoneHashOf(server.services, phone)],
  );

describe('another member’s phone', () => {
  test('is reported as taken only to those who proved that they read its messages', async () => {
    const phoneNumber = await givePhone(await newMember(server));
    const { token } = await newMember(server);
    await letCodesGo(phoneNumber);
    const asked = await server.ask(verification.sendSmsCode, { phoneNumber }, { token });
    expect([asked.code, Object.keys(asked.body.data)]).toEqual([null, ['expiresAt']]);
    const right = await codeSentTo(server, phoneNumber);
    const confirm = (smsCode: string) =>
      server.refused(verification.identifyPhone, { phoneNumber, smsCode }, { token });
    expect(await confirm(right === '000000' ? '000001' : '000000')).toBe('SMS_CODE_INVALID');
    expect(await confirm(right)).toBe('PHONE_TAKEN');
  });

  test('is as slow to request as any number, which reveals nothing', async () => {
    const taken = await givePhone(await newMember(server));
    await letCodesGo(taken);
    const { token } = await newMember(server);
    const codes = [];
    for (const phoneNumber of [taken, newPhone(), taken]) {
      codes.push((await server.ask(verification.sendSmsCode, { phoneNumber }, { token })).code);
    }
    expect(codes).toEqual([null, 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
  });
});

describe('another member’s ID number', () => {
  test('is tried five times, and then an operator is told', async () => {
    const [owner, member] = [await memberAt(1), await memberAt(1)];
    const idNumber = newIdNumber();
    expect((await giveBasic(owner, { idNumber })).code).toBeNull();
    const codes = [];
    for (let n = 0; n < 7; n += 1) codes.push((await giveBasic(member, { idNumber })).code);
    const stopped = Array(2).fill('TOO_MANY_REQUESTS');
    expect(codes).toEqual([...Array(5).fill('ID_NUMBER_TAKEN'), ...stopped]);
    // A member who has entered other people's ID numbers too often cannot enter any ID number, not
    // even an unused one, until a day has passed.
    expect((await giveBasic(member)).code).toBe('TOO_MANY_REQUESTS');
    const tasks = await server.rows<{ subject_label: string }>(
      `select subject_label from tasks.task where kind = 'attention' and status = 'open'
       and subject_type = 'member' and subject_id = $1`,
      [member.id],
    );
    expect(tasks).toEqual([{ subject_label: '多次填寫已被使用的證號' }]);
    await server.rows(`update identity.throttle set free_at = free_at - interval '1 day'`);
    expect((await giveBasic(member)).code).toBeNull();
  });

  test('other errors in the form use no try', async () => {
    const member = await memberAt(1);
    for (let n = 0; n < 7; n += 1) {
      expect((await giveBasic(member, { birthday: '2010-01-01' })).code).toBe('UNDERAGE');
    }
    expect((await giveBasic(member)).code).toBeNull();
  });
});
