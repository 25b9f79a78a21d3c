// People for tests: members in any state, operators with their cookie, and their messages.
import { randomBytes, randomInt } from 'node:crypto';
import sharp from 'sharp';
import { Secret } from 'otpauth';
import { day } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { type User, identity } from '#contract/identity/calls.ts';
import type { Client } from '../../actors/client.ts';
import type { StepUpAct } from '#contract/identity/step-up.ts';
import { stepUp as stepUpBy } from '../../actors/member.ts';
import { messagesTo as outboxOf } from '../../actors/messages.ts';
import { signInAtOffice } from '../../actors/operator.ts';
import { uploadOf } from '../../actors/pictures.ts';
import { withCheckDigit } from '../../actors/random.ts';
import { createMember } from '../../server/identity/actions.ts';
import { createOperator } from '../../server/operators/front.ts';
import { type ImportedFile, recordFile } from '../../server/verification/front.ts';
import { rememberBrowser } from '../../server/identity/member/browsers.ts';
import { memberByEmail } from '../../server/identity/queries.ts';
import { inWork } from '../../server/work.ts';
import type { TestServer } from '../server.ts';

export const password = 'correct horse battery';

export type Person = { id: number; email: string; token: string };

let count = randomInt(1_000_000);
const next = () => (count += 1);

export const newEmail = (name = 'member') => `${name}.${next()}@example.com`;
export const newPhone = () =>
  `09${String(next() * 7919)
    .padStart(8, '0')
    .slice(-8)}`;

/** Returns a 身分證字號 with a valid check digit. */
export const newIdNumber = () => withCheckDigit(`A1${String(next()).padStart(7, '0').slice(-7)}`);

/**
 * Returns headers with a random address of the caller, because rate limits count by address if the
 * proxy is trusted.
 */
export const fromElsewhere = () => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
});

/** Creates a signed-in member with a confirmed e-mail. */
export async function newMember(
  server: TestServer,
  { purpose = 'both' as 'borrow' | 'invest' | 'both', email = newEmail() } = {},
): Promise<Person> {
  const id = await inWork(server.services, (work) =>
    createMember(work, { email, password, purpose }),
  );
  return { id, email, token: await signIn(server, email) };
}

/** Device cookie of each person's browser. */
const browsers = new WeakMap<TestServer, Map<string, string>>();

/** Returns the cookie by which a browser is recognised, as a header. */
export function deviceIn({ headers }: { headers: Headers }): Record<string, string> {
  const found = /(?:__Host-)?(?:office_)?device=[\w.~-]+/.exec(
    headers.get('set-cookie') ?? '',
  )?.[0];
  return { cookie: found ?? '' };
}

/** Signs in on the browser that the member used last, as people usually do. */
export const signIn = async (server: TestServer, email: string): Promise<string> =>
  (await signInAs(server, email)).accessToken;

/** Signs in on an unknown browser, so that the member's other sessions stay open. */
export async function signInElsewhere(server: TestServer, email: string): Promise<string> {
  const how = { headers: fromElsewhere() };
  return (await server.ok(identity.login, { email, password }, how)).data.accessToken;
}

/** Signs in on the browser that the member used last; returns the user's data from the answer. */
export async function signInAs(server: TestServer, email: string): Promise<User> {
  const known = browsers.get(server) ?? new Map<string, string>();
  browsers.set(server, known);
  const cookie = known.get(email);
  const headers = { ...fromElsewhere(), ...(cookie && { cookie }) };
  const answer = await server.ask(identity.login, { email, password }, { headers });
  if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${answer.code}`);
  known.set(email, deviceIn(answer)['cookie'] ?? '');
  return answer.body.data;
}

/** Returns the cookie of a browser known to the member, for a browser that a test opens. */
export async function knownBrowserOf(server: TestServer, email: string) {
  let header = '';
  const from = { address: '10.0.0.1', agent: '', device: null };
  const reply = { setCookie: (value: string) => void (header = value) };
  await inWork(server.services, async (work) => {
    const member = await memberByEmail(work.tx, email);
    if (member) await rememberBrowser(work, member, { ...from, reply });
  });
  const [, name, value] = /^([\w-]+)=([^;]+)/.exec(header) ?? [];
  return name !== undefined && value !== undefined ? { name, value } : null;
}

/**
 * Signs in on a further browser, which needs no second factor; the member's other sessions stay
 * open. `device` is its cookie, null while the member has not confirmed the address.
 */
export async function signInOnNewBrowser(server: TestServer, email: string) {
  const device = await knownBrowserOf(server, email);
  const cookie = device && `${device.name}=${device.value}`;
  const headers = { ...fromElsewhere(), ...(cookie && { cookie }) };
  const { data: user } = await server.ok(identity.login, { email, password }, { headers });
  return { user, device };
}

/** Creates a member with approved verification and a bank account in force. */
export async function newVerifiedMember(
  server: TestServer,
  more: Partial<ImportedFile> & { purpose?: 'borrow' | 'invest' | 'both'; email?: string } = {},
): Promise<Person> {
  const { purpose, email, ...file } = more;
  const member = await newMember(server, { purpose, email });
  await inWork(server.services, (work) =>
    recordFile(work, member.id, {
      phone: newPhone(),
      name: '王小明',
      idNumber: newIdNumber(),
      birthday: day('1990-05-17'),
      address: { zip: '110', city: '臺北市', district: '信義區', road: '市府路 1 號' },
      occupation: 301,
      company: '測試科技',
      jobTitle: '工程師',
      annualIncome: 4,
      bankCode: '004',
      account: `0040${String(next()).padStart(8, '0').slice(-8)}`,
      ...file,
    }),
  );
  return member;
}

/** Creates an operator with these roles, signed in at the office; `token` is the cookie's value. */
export async function newOperator(
  server: TestServer,
  roles: readonly Role[],
): Promise<Person & { totpSecret: string }> {
  const email = newEmail('operator');
  const totpSecret = new Secret({ size: 20 }).base32;
  const id = await inWork(server.services, (work) =>
    createOperator(work, { email, name: `測試 ${email}`, password, totpSecret, roles }),
  );
  const account = { email, password, totpSecret };
  const { token } = await signInAtOffice(server, account, { headers: fromElsewhere() });
  return { id, email, token, totpSecret };
}

export type Message = { channel: string; subject: string | null; body: string };

/** Returns the messages sent to a recipient, newest first. */
export const messagesTo = async (server: Client, recipient: string): Promise<Message[]> =>
  (await outboxOf(server, recipient)).map(({ channel, subject = null, text }) => ({
    channel,
    subject,
    body: text,
  }));

/** Returns the code in the newest text message to a number. */
export async function codeSentTo(server: Client, phone: string): Promise<string> {
  const [message] = await messagesTo(server, phone);
  return /驗證碼是 (\d{6})/.exec(message?.body ?? '')?.[1] ?? '';
}

/**
 * Steps the session up for a sensitive action, by the code of a text message to the member's
 * number.
 */
export async function stepUp(
  server: TestServer,
  member: Person,
  phone: string,
  act?: StepUpAct,
): Promise<void> {
  // If the months of a loan pass within seconds, the rate limit of codes would be reached, so
  // earlier codes are backdated.
  await server.rows(
    `update identity.sms_code set created_at = created_at - interval '1 day' where member_id = $1`,
    [member.id],
  );
  const who = { token: member.token, headers: fromElsewhere() };
  await stepUpBy(server, phone, who, act && { act });
}

/** Returns a picture that nobody has uploaded before. */
export const newPicture = (name: string) => newPictureOf(name, 320, 200);

export async function newPictureOf(name: string, width: number, height: number) {
  const [r, g, b] = randomBytes(3);
  const background = { r: r ?? 0, g: g ?? 0, b: b ?? 0 };
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return uploadOf(name, bytes);
}
