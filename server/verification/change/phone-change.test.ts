// Tests that members who lost their phone can register a new one by password, e-mail and ID check,
// and that the real owner of an account can cancel such a request of somebody else.
import { describe, expect, test } from 'vitest';
import { identityFactor } from '#contract/identity/factor.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verificationChanges } from '#contract/verification/changes.ts';
import { verificationRecovery as calls } from '#contract/verification/recovery.ts';
import {
  codeSentTo,
  fromElsewhere,
  messagesTo,
  newOperator,
  newPhone,
  newVerifiedMember,
} from '../../../tests/actors/people.ts';
import { type Owner, newOwner, signingInAt } from '../../../tests/actors/second-factor.ts';
import { useServer } from '../../../tests/server.ts';
import { verificationJobs } from '../jobs.ts';

const server = useServer();
const apart = () => ({ headers: fromElsewhere() });
const { waiting, sendCode, giveCode } = signingInAt(server);

const askForMail = (ticket: string) => server.ask(identityFactor.recoveryMail, { ticket }, apart());

/** Returns the token of the mailed link. */
async function linkOf({ email }: Pick<Owner, 'email'>): Promise<string> {
  const { ticket } = await waiting(email);
  expect((await askForMail(ticket)).status).toBe(200);
  const [mail] = await messagesTo(server, email);
  return /recover=1#token=([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? '';
}

const sendTo = (token: string, phoneNumber: string) =>
  server.ask(calls.recoveryCode, { token, phoneNumber }, apart());
const ask = (token: string, phoneNumber: string, smsCode: string) =>
  server.ask(calls.recoverPhone, { token, phoneNumber, smsCode }, apart());

async function asked(owner: Owner, phone = newPhone()): Promise<string> {
  const token = await linkOf(owner);
  expect((await sendTo(token, phone)).status).toBe(200);
  const answer = await ask(token, phone, await codeSentTo(server, phone));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return phone;
}

async function taskOf({ id }: Pick<Owner, 'id'>): Promise<string> {
  const [row] = await server.rows<{ id: string }>(
    `select t.id from tasks.task t
     join verification.account_change c on c.id = t.subject_id and c.kind = 'phone'
     where t.kind = 'account_change_review' and t.status = 'open' and c.member_id = $1`,
    [id],
  );
  return String(row?.id);
}

async function decide(owner: Owner, decision: object) {
  const { token } = await newOperator(server, ['reviewer']);
  const id = await taskOf(owner);
  return server.ask(tasksOffice.decideTask, { id, ...decision }, { token });
}
const enforce = () =>
  verificationJobs.find(({ name }) => name === 'verification.enforcePhones')?.run(server.services);

const changesOf = async ({ token }: Owner) =>
  (await server.ok(verificationChanges.accountChanges, {}, { token, ...apart() })).data;

async function signInBy(email: string, phone: string): Promise<number> {
  const { ticket } = await waiting(email);
  await sendCode(ticket);
  return (await giveCode(ticket, await codeSentTo(server, phone))).status;
}

describe('a lost phone', () => {
  test('is replaced a day after the review; mailbox and old phone get each step', async () => {
    const owner = await newOwner(server);
    const phone = await asked(owner);
    const masked = `${phone.slice(0, 4)}-***-${phone.slice(-3)}`;
    expect(await changesOf(owner)).toMatchObject([
      { kind: 'phone', status: 'reviewing', text: masked },
    ]);
    const [told] = await messagesTo(server, owner.phone);
    expect(told?.body).toContain('收到更換手機的申請');
    expect((await messagesTo(server, owner.email))[0]?.subject).toContain('收到更換手機的申請');
    expect((await decide(owner, { decision: 'approve' })).status).toBe(200);
    expect((await messagesTo(server, owner.phone))[0]?.body).toContain('24 小時後生效');
    await enforce();
    // Before the change takes effect, the old phone can sign in and the new one cannot.
    expect(await signInBy(owner.email, owner.phone)).toBe(200);
    await server.advance(1);
    await enforce();
    expect((await messagesTo(server, owner.email))[0]?.subject).toContain('新手機已生效');
    expect(await signInBy(owner.email, phone)).toBe(200);
    const rows = await server.rows(
      'select 1 from verification.account_change where member_id = $1 and phone is not null',
      [owner.id],
    );
    expect(rows).toEqual([]);
  });

  test('removes the passkeys that were lost with it', async () => {
    const owner = await newOwner(server);
    await server.rows(
      `insert into identity.passkey (member_id, credential_id, public_key, counter, transports,
         backed_up, name, created_at)
       values ($1, $2, '\\x00', 0, '{}', false, '舊手機', now())`,
      [owner.id, `lost-${owner.id}`],
    );
    await asked(owner);
    await decide(owner, { decision: 'approve' });
    await server.advance(1);
    await enforce();
    const left = await server.rows('select 1 from identity.passkey where member_id = $1', [
      owner.id,
    ]);
    expect(left).toEqual([]);
  });

  test('is not replaced if the reviewer refuses, and the member reads why', async () => {
    const owner = await newOwner(server);
    await asked(owner);
    const items = [{ item: 'phone', fields: ['selfie'], reason: '視訊中的人與證件不符' }];
    expect((await decide(owner, { decision: 'supplement', items })).status).toBe(200);
    const [mail] = await messagesTo(server, owner.email);
    expect(mail?.body).toContain('視訊中的人與證件不符');
    expect(await changesOf(owner)).toMatchObject([{ kind: 'phone', status: 'withdrawn' }]);
    await server.advance(1);
    await enforce();
    expect(await signInBy(owner.email, owner.phone)).toBe(200);
  });

  test('the owner who has the phone stops it, reviewed or approved', async () => {
    const cancel = ({ token }: Owner) =>
      server.ask(calls.cancelPhoneChange, {}, { token, ...apart() });
    const owner = await newOwner(server);
    expect((await cancel(owner)).code).toBe('NOT_FOUND');
    await asked(owner);
    expect((await cancel(owner)).status).toBe(200);
    expect(await taskOf(owner)).toBe('undefined');
    const other = await newOwner(server);
    await asked(other);
    await decide(other, { decision: 'approve' });
    // Nobody can cancel another member's change.
    expect((await cancel(owner)).code).toBe('NOT_FOUND');
    expect((await cancel(other)).status).toBe(200);
    await server.advance(1);
    await enforce();
    expect(await signInBy(other.email, other.phone)).toBe(200);
  });

  test('a number that another has confirmed in the meantime is not taken away', async () => {
    const owner = await newOwner(server);
    const phone = await asked(owner);
    await decide(owner, { decision: 'approve' });
    await newVerifiedMember(server, { phone });
    await server.advance(1);
    await enforce();
    expect((await messagesTo(server, owner.email))[0]?.body).toContain('已用於另一個帳戶');
    expect(await signInBy(owner.email, owner.phone)).toBe(200);
  });
});

describe('the link in the mail', () => {
  test('requires the password: there is none without a pending sign-in', async () => {
    expect((await askForMail('made-up')).code).toBe('SIGN_IN_EXPIRED');
  });

  test('is sent five times to one mailbox, and then delayed', async () => {
    const { email } = await newOwner(server);
    const { ticket } = await waiting(email);
    const codes = [];
    for (let n = 0; n < 6; n += 1) codes.push((await askForMail(ticket)).code);
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
  });

  test('is for members whose ID is stored', async () => {
    const owner = await newOwner(server);
    const { ticket } = await waiting(owner.email);
    const token = await linkOf(owner);
    const phone = newPhone();
    await sendTo(token, phone);
    await server.rows('update verification.profile set status = 2 where member_id = $1', [
      owner.id,
    ]);
    expect((await askForMail(ticket)).code).toBe('NOT_VERIFIED');
    const code = await codeSentTo(server, phone);
    expect((await ask(token, phone, code)).code).toBe('NOT_VERIFIED');
  });

  test('is valid once, only the newest, and for a limited time', async () => {
    const owner = await newOwner(server);
    const phone = newPhone();
    const first = await linkOf(owner);
    const second = await linkOf(owner);
    expect((await sendTo(first, phone)).code).toBe('TOKEN_INVALID');
    expect((await ask(first, phone, '123456')).code).toBe('TOKEN_INVALID');
    await sendTo(second, phone);
    const code = await codeSentTo(server, phone);
    expect((await ask(second, phone, code)).status).toBe(200);
    expect((await ask(second, phone, code)).code).toBe('TOKEN_INVALID');
    const third = await linkOf(owner);
    await server.rows(`update identity.email_token set expires_at = now() where member_id = $1`, [
      owner.id,
    ]);
    expect((await sendTo(third, phone)).code).toBe('TOKEN_INVALID');
  });

  test('a code is valid with its own link, number and purpose only', async () => {
    const [one, two] = [await newOwner(server), await newOwner(server)];
    const [mine, theirs] = [await linkOf(one), await linkOf(two)];
    const phone = newPhone();
    await sendTo(mine, phone);
    const code = await codeSentTo(server, phone);
    expect((await ask(theirs, phone, code)).code).toBe('SMS_CODE_EXPIRED');
    expect((await ask(mine, newPhone(), code)).code).toBe('SMS_CODE_EXPIRED');
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await ask(mine, phone, wrong)).code).toBe('SMS_CODE_INVALID');
    expect((await sendTo(mine, phone)).code).toBe('TOO_MANY_REQUESTS');
    expect((await ask(mine, phone, code)).status).toBe(200);
  });

  test('another member’s phone is reported as taken only after a code proves it', async () => {
    const owner = await newOwner(server);
    const phone = newPhone();
    await newVerifiedMember(server, { phone });
    const token = await linkOf(owner);
    expect((await sendTo(token, phone)).status).toBe(200);
    expect((await ask(token, phone, await codeSentTo(server, phone))).code).toBe('PHONE_TAKEN');
  });

  test('if many ask for codes, proof of work is required here as well', async () => {
    const owner = await newOwner(server);
    const token = await linkOf(owner);
    await server.rows(
      `insert into identity.throttle (key, free_at) values ('sms', now() + interval '50 minutes')
       on conflict (key) do update set free_at = excluded.free_at`,
    );
    expect((await sendTo(token, newPhone())).code).toBe('CAPTCHA_REQUIRED');
    await server.rows(`delete from identity.throttle where key = 'sms'`);
  });
});
