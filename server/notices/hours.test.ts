// Tests that messages wait for the permitted hours, collection letters for the hours of collection,
// and codes for none.
import { beforeEach, expect, test } from 'vitest';
import { newPhone, newVerifiedMember, type Person } from '../../tests/actors/people.ts';
import { outboxOf } from '../../tests/readers.ts';
import { useServer } from '../../tests/server.ts';
import { noticeKinds } from '../servicing/words.ts';
import { inWork } from '../work.ts';
import { notify, sendSms, tell } from './telling.ts';
import { drainOutbox } from './jobs.ts';

/** Time that the test sets; null means real time, which the test uses while it creates members. */
let wall: Date | null = null;
let isSmsDown = false;
const server = useServer({
  instead: ({ clock, sms }) => ({
    clock: { now: () => clock.now(), realNow: () => wall ?? clock.realNow() },
    sms: {
      ...sms,
      async send(message) {
        if (isSmsDown) throw new Error('no answer');
        return sms.send(message);
      },
    },
  }),
});
const at = (time: string, day = '2030-06-01') => new Date(`${day}T${time}:00+08:00`);

let member: Person;
let phone: string;
beforeEach(async () => {
  wall = null;
  phone = newPhone();
  member = await newVerifiedMember(server, { phone });
  while ((await drainOutbox(server.services)) > 0);
});

const loanLate = () => {
  const values = { caseNo: 'A1', no: '1', amount: '$ 1', graceDays: '7', payTo: '' };
  return inWork(server.services, (work) => tell(work, member.id, noticeKinds.lateFirstDay(values)));
};
const reminder = (deadline: boolean) =>
  inWork(server.services, (work) =>
    notify(work, {
      memberId: member.id,
      category: 'loan',
      title: '還款今天到期',
      body: '今天到期。',
      link: '/account/loan',
      deadline,
    }),
  );
/**
 * Sends the messages that may be sent at that time, and returns those for the member that were sent
 * since the last call.
 */
async function sentAt(time: Date): Promise<string[]> {
  wall = time;
  while ((await drainOutbox(server.services)) > 0);
  const messages = [...(await outboxOf(server, member.email)), ...(await outboxOf(server, phone))];
  const since = new Date('2030-01-01');
  return messages
    .filter(({ sentAt: sent }) => sent !== null && sent >= since)
    .map(({ channel }) => channel)
    .toSorted();
}

test('a text message at night is sent at eight in the morning; its mail at once', async () => {
  wall = at('23:30');
  await reminder(true);
  expect(await sentAt(at('23:31'))).toEqual(['email']);
  expect(await sentAt(at('07:59', '2030-06-02'))).toEqual(['email']);
  expect(await sentAt(at('08:00', '2030-06-02'))).toEqual(['email', 'sms']);
});

test('a collection message waits until nine, by mail too, and stops at eight', async () => {
  wall = at('00:10');
  await loanLate();
  expect(await sentAt(at('08:30'))).toEqual([]);
  expect(await sentAt(at('09:00'))).toEqual(['email', 'sms']);
  wall = at('20:05');
  await loanLate();
  expect(await sentAt(at('20:59'))).toEqual(['email', 'sms']);
  expect(await sentAt(at('09:00', '2030-06-02'))).toEqual(['email', 'email', 'sms', 'sms']);
});

test('a code that the member requested is sent at any hour', async () => {
  wall = at('03:00');
  await inWork(server.services, (work) => sendSms(work, { to: phone, text: '驗證碼 123456' }));
  expect(await sentAt(at('03:00'))).toEqual(['sms']);
});

test('a message that failed in the evening is not tried at night', async () => {
  wall = at('20:59');
  await reminder(true);
  isSmsDown = true;
  expect(await sentAt(at('20:59'))).toEqual(['email']);
  isSmsDown = false;
  expect(await sentAt(at('21:30'))).toEqual(['email']);
  expect(await sentAt(at('08:00', '2030-06-02'))).toEqual(['email', 'sms']);
});
