// Tests mass requests: proof of work that grows, global limits, and an alarm.
import { beforeEach, describe, expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { type Challenge, challengeFor, solutionOf } from '../../../actors/captcha.ts';
import { easyCaptcha } from '../../../tests/actors/captcha.ts';
import {
  fromElsewhere,
  messagesTo,
  newEmail,
  newMember,
  newPhone,
  newVerifiedMember,
  password,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { paces } from '../rules.ts';

// The proof of work is trivial here; the required level can be read from the challenge.
const server = useServer({ instead: easyCaptcha });

type Headers = ReturnType<typeof fromElsewhere>;
const levelIn = ({ parameters }: Challenge) => parameters.data?.['level'];

const register = (headers: Headers, more = {}) => {
  const given = { email: newEmail(), password, passwordCheck: password };
  return server.ask(identity.register, { ...given, purpose: 'both', ...more }, { headers });
};

/** Uses up `taken` calls of a rate limit. */
const crowd = (key: string, { everyMs }: { everyMs: number }, taken: number) =>
  server.rows(
    `insert into identity.throttle (key, free_at)
     values ($1, now() + $2::int * $3::int * interval '1 millisecond')
     on conflict (key) do update set free_at = excluded.free_at`,
    [key, taken, everyMs],
  );

const alarms = () =>
  server.rows<{ label: string }>(
    `select subject_label as label from tasks.task
     where kind = 'attention' and subject_type = 'ceiling' and status = 'open'`,
  );

beforeEach(async () => {
  await server.rows('delete from identity.throttle');
  await server.rows('delete from identity.captcha_used');
  await server.rows(`update tasks.task set status = 'done' where subject_type = 'ceiling'`);
});

describe('registering', () => {
  test('asks an honest visitor for nothing', async () => {
    const home = fromElsewhere();
    for (let n = 0; n < 5; n += 1) expect((await register(home)).status).toBe(200);
  });

  test('asks many visitors of one address for more and more proof of work', async () => {
    const office = fromElsewhere();
    const levels = [];
    for (const taken of [0, 10, 16, 20, 26]) {
      await crowd(`register@${office['x-forwarded-for']}`, paces.registerAddress, taken);
      levels.push(levelIn(await challengeFor(server, 'register', office)));
      if (taken > 0) expect((await register(office)).code).toBe('CAPTCHA_REQUIRED');
    }
    expect(levels).toEqual([0, 0, 1, 2, 4]);
    const captchaToken = await solutionOf(await challengeFor(server, 'register', office));
    expect((await register(office, { captchaToken })).status).toBe(200);
    // A solution counts only once; the next request needs a new one.
    expect((await register(office, { captchaToken })).code).toBe('CAPTCHA_REQUIRED');
    expect((await register(fromElsewhere())).status).toBe(200);
  });

  test('too little work, or work for a foreign challenge, is refused', async () => {
    const [office, home] = [fromElsewhere(), fromElsewhere()];
    const little = await solutionOf(await challengeFor(server, 'register', home));
    await crowd(`register@${office['x-forwarded-for']}`, paces.registerAddress, 26);
    for (const captchaToken of [little, 'nonsense', '']) {
      expect((await register(office, { captchaToken })).code).toBe('CAPTCHA_REQUIRED');
    }
    // A solution that was too easy is not marked as used.
    expect(await server.rows('select from identity.captcha_used')).toEqual([]);
  });

  test('is limited over all addresses; a person is told before the limit is reached', async () => {
    const { burst } = paces.registerAll;
    await crowd('register', paces.registerAll, Math.floor(burst * 0.5));
    expect((await register(fromElsewhere())).code).toBe('CAPTCHA_REQUIRED');
    expect(await alarms()).toEqual([]);
    await crowd('register', paces.registerAll, burst - 1);
    const one = fromElsewhere();
    const captchaToken = await solutionOf(await challengeFor(server, 'register', one));
    expect((await register(one, { captchaToken })).status).toBe(200);
    const again = await solutionOf(await challengeFor(server, 'register', one));
    const full = await register(one, { captchaToken: again });
    expect(full.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await alarms()).toEqual([{ label: '註冊接近每小時上限' }]);
  });
});

describe('mails on request', () => {
  test('are limited in total, with an alarm', async () => {
    const { email } = await newMember(server);
    await crowd('mail', paces.mailAll, paces.mailAll.burst);
    const again = await server.ask(
      identity.sendEmailVerification,
      { email },
      { headers: fromElsewhere() },
    );
    expect(again.code).toBe('TOO_MANY_REQUESTS');
    expect(await alarms()).toEqual([{ label: '信件接近每小時上限' }]);
  });
});

describe('text messages', () => {
  const send = (token: string, headers: Headers, more = {}) =>
    server.ask(verification.sendSmsCode, { phoneNumber: newPhone(), ...more }, { token, headers });

  test('require proof of work from many visitors of one address', async () => {
    const office = fromElsewhere();
    const { token } = await newMember(server);
    await crowd(`sms@${office['x-forwarded-for']}`, paces.smsAddress, 40);
    const phoneNumber = newPhone();
    expect((await send(token, office, { phoneNumber })).code).toBe('CAPTCHA_REQUIRED');
    expect(await messagesTo(server, phoneNumber)).toEqual([]);
    const captchaToken = await solutionOf(await challengeFor(server, 'sms', office));
    expect((await send(token, office, { phoneNumber, captchaToken })).status).toBe(200);
    const { token: verified } = await newVerifiedMember(server);
    const stepUp = identity.sendSmsCodeWithVerifiedNumber;
    const how = { token: verified, headers: office };
    expect((await server.ask(stepUp, {}, how)).code).toBe('CAPTCHA_REQUIRED');
    const more = { captchaToken: await solutionOf(await challengeFor(server, 'sms', office)) };
    expect((await server.ask(stepUp, more, how)).status).toBe(200);
  });

  test('are limited in total, with an alarm, and a refused one is not sent', async () => {
    await crowd('sms', paces.smsAll, paces.smsAll.burst);
    const { token } = await newMember(server);
    const home = fromElsewhere();
    const captchaToken = await solutionOf(await challengeFor(server, 'sms', home));
    const phoneNumber = newPhone();
    const answer = await send(token, home, { phoneNumber, captchaToken });
    expect(answer.code).toBe('TOO_MANY_REQUESTS');
    expect(await messagesTo(server, phoneNumber)).toEqual([]);
    expect(await alarms()).toEqual([{ label: '簡訊接近每小時上限' }]);
  });
});
