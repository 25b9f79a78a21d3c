// Tests that the log contains no secrets, even at its most verbose level.
import { Writable } from 'node:stream';
import { beforeAll, expect, test, vi } from 'vitest';
import { identityOffice } from '#contract/identity/calls.ts';
import { identityFactor } from '#contract/identity/factor.ts';
import { identityPasskey } from '#contract/identity/passkey.ts';
import { identityPassword } from '#contract/identity/password.ts';
import { verification } from '#contract/verification/calls.ts';
import { totpOf } from '../../../actors/operator.ts';
import { createPasskey, signWithPasskey } from '../../../tests/actors/authenticator.ts';
import {
  codeSentTo,
  fromElsewhere,
  messagesTo,
  newOperator,
  newPicture,
  password,
  stepUp,
} from '../../../tests/actors/people.ts';
import { newOwner, signingInAt } from '../../../tests/actors/second-factor.ts';
import { useServer } from '../../../tests/server.ts';
import { createLog } from '../../log.ts';

const ORIGIN = 'https://baixi.example';
let log = '';
const keep = new Writable({
  write(chunk, _encoding, done) {
    log += String(chunk);
    done();
  },
});
const server = useServer({
  environment: { PUBLIC_URL: ORIGIN },
  log: createLog('trace', keep),
});
const { waiting, sendCode, giveCode } = signingInAt(server);
const apart = () => ({ headers: fromElsewhere() });

/** Every value sent or returned in a field whose name suggests a secret. */
const secrets = new Set<string>();
const named = /token|ticket|password|code$|totp|secret|signature|challenge|clientdata|cookie|auth/i;

function gather(value: unknown, name = ''): void {
  if (typeof value === 'string') {
    const isCode = /^\d{6}$/.test(value);
    if (named.test(name) && (isCode || (value.length >= 12 && name !== 'code'))) secrets.add(value);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) gather(one, Array.isArray(value) ? name : key);
}

function gatherHeaders(headers: Headers): void {
  const bearer = headers.get('authorization')?.replace(/^Bearer /, '');
  if (bearer) secrets.add(bearer);
  for (const cookie of [headers.get('cookie') ?? '', ...headers.getSetCookie()]) {
    const value = cookie.split(';')[0]?.split('=').slice(1).join('=');
    if (value) secrets.add(value);
  }
}

/** Records every request and response of the test. */
function listen() {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (at, how = {}) => {
    gatherHeaders(new Headers(how.headers));
    if (typeof how.body === 'string') gather(JSON.parse(how.body));
    const answer = await real(at, how);
    gatherHeaders(answer.headers);
    const isJson = answer.headers.get('content-type')?.includes('json');
    if (isJson) gather(await answer.clone().json());
    return answer;
  });
}

beforeAll(async () => {
  listen();
  const owner = await newOwner(server);
  const { email, phone, token } = owner;
  // The test uses two kinds of second factor: a text message and a passkey.
  const { ticket } = await waiting(email);
  await sendCode(ticket);
  expect((await giveCode(ticket, await codeSentTo(server, phone))).status).toBe(200);
  await stepUp(server, owner, phone, 'passkey');
  const adding = await server.ok(identityPasskey.passkeyAddOptions, {}, { token, ...apart() });
  const { passkey, response } = createPasskey(adding.data, ORIGIN);
  await server.ok(identityPasskey.addPasskey, { response }, { token, ...apart() });
  const second = await waiting(email);
  const asked = { ticket: second.ticket };
  const options = await server.ok(identityFactor.secondFactorPasskeyOptions, asked, apart());
  const signed = { ...asked, response: signWithPasskey(passkey, options.data, ORIGIN) };
  await server.ok(identityFactor.secondFactorPasskey, signed, apart());
  const entering = await server.ok(identityPasskey.passkeyLoginOptions, {}, apart());
  const entered = { response: signWithPasskey(passkey, entering.data, ORIGIN) };
  await server.ok(identityPasskey.passkeyLogin, entered, apart());
  // The test uploads files, of which one is accepted and one refused.
  const proof = { kind: 1, monthlyIncome: 40_000, from: '2026-05-01', to: '2026-10-31' };
  const files = [await newPicture('image')];
  const upload = { token, files, ...apart() };
  await server.ok(verification.sendFinancialStatement, proof, upload);
  const text = [{ name: 'image', filename: 'a.jpg', type: 'image/jpeg', bytes: Buffer.from('no') }];
  await server.refused(verification.sendFinancialStatement, proof, { ...upload, files: text });
  // The test sends a token that does not exist, and a request whose body breaks off.
  const forged = 'f0rged'.repeat(7);
  await server.ask(verification.sendFinancialStatement, proof, { ...upload, token: forged });
  // The test signs in at the office successfully and unsuccessfully.
  const operator = await newOperator(server, ['reviewer']);
  const entry = { email: operator.email, password, totp: totpOf(operator.totpSecret, 1) };
  await server.ok(identityOffice.operatorLogin, entry, apart());
  await server.refused(identityOffice.operatorLogin, entry, apart());
  await server.ok(identityOffice.operatorMe, {}, { token: operator.token });
  // The test resets a password with the link in the mail.
  await server.ok(identityPassword.resetPasswordEmail, { email }, apart());
  const mail = await messagesTo(server, email);
  const tokenNumber = /#.*?token=([\w-]+)/.exec(mail[0]?.body ?? '')?.[1] ?? '';
  expect(tokenNumber).not.toBe('');
  const fresh = { password: 'the newest of them all', passwordCheck: 'the newest of them all' };
  await server.ok(identityPassword.resetPassword, { email, tokenNumber, ...fresh }, apart());
  secrets.add(tokenNumber);
  vi.restoreAllMocks();
});

test('the log contains no token, cookie, password or code', () => {
  expect(log.split('\n').length).toBeGreaterThan(30);
  expect(log).toContain('busboyOptions');
  expect(secrets.size).toBeGreaterThan(20);
  expect(log).toContain('"authorization":"[redacted]"');
  const found = [...secrets].filter((one) =>
    /^\d{6}$/.test(one) ? new RegExp(`\\b${one}\\b`).test(log) : log.includes(one),
  );
  expect(found).toEqual([]);
});
