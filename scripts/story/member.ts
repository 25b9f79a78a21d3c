// Steps of a new member until verification, each as on the pages: register, confirm the e-mail,
// sign in, and the four stages.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Client } from './client.ts';
import { until } from './client.ts';
import { type Random, accountNumber, mobile, nationalId, personName, photo } from './people.ts';

export type Person = {
  name: string;
  email: string;
  password: string;
  phone: string;
  idNumber: string;
  bank: { bankCode: string; account: string };
  client: Client;
  id: string;
};

type Outbox = { data: { text: string; links: string[]; at: string }[] };

/** Returns the newest message to a recipient that matches the pattern. */
export function newest(site: Client, to: string, find: RegExp): Promise<RegExpExecArray> {
  return until(`a message to ${to}`, async () => {
    const { data } = await site.get<Outbox>(`/dev/outbox?to=${encodeURIComponent(to)}`);
    for (const message of data) {
      const match = find.exec([message.text, ...message.links].join('\n'));
      if (match) return match;
    }
    return null;
  });
}

const blob = async (random: Random) =>
  new Blob([new Uint8Array(await photo(random))], { type: 'image/jpeg' });

type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];

/** If there are many requests, the server demands a proof of work; this solves it and retries. */
async function postWorked(
  client: Client,
  what: 'register' | 'sms',
  path: string,
  body: Record<string, unknown>,
): Promise<void> {
  const { status } = await client.send('POST', path, body);
  if (status === 200) return;
  const { data } = await client.get<{ data: Challenge }>(`/v1/users/captcha?for=${what}`);
  const solution = await solveChallenge({ challenge: data, deriveKey });
  const worked = JSON.stringify({ challenge: data, solution });
  const captchaToken = Buffer.from(worked).toString('base64');
  await client.post(path, { ...body, captchaToken });
}

/** Registers, confirms the e-mail by the link in the mail, and signs in. */
export async function join(
  site: Client,
  random: Random,
  purpose: 'borrow' | 'invest',
  known?: { email: string; password: string },
): Promise<Person> {
  const unique = `${random.int(0, 2 ** 31).toString(36)}${Date.now().toString(36)}`;
  const email = known?.email ?? `${purpose}.${unique}@example.tw`;
  const password = known?.password ?? `溪水-${random.int(100_000, 999_999)}-stone`;
  const account = { email, password, passwordCheck: password, purpose };
  await postWorked(site, 'register', '/v1/users/register', account);
  const [, token] = await newest(site, email, /[#&]token=([A-Za-z0-9_-]+)/);
  await site.post('/v1/users/verified-email', { token, email });
  const { data: user } = await site.post<{ data: { accessToken: string; id: string } }>(
    '/v1/users/login',
    { email, password },
  );
  return {
    name: personName(random),
    email,
    password,
    phone: mobile(random),
    idNumber: nationalId(random),
    bank: {
      bankCode: random.pick(['004', '013', '700', '808', '822']),
      account: accountNumber(random),
    },
    client: site.as({ authorization: `Bearer ${user.accessToken}` }),
    id: user.id,
  };
}

/** Completes the four stages; afterwards the profile waits for a reviewer (stage 4, status 1). */
export async function fillIn(
  site: Client,
  random: Random,
  person: Person,
  { occupation, company, title }: { occupation: number; company: string; title: string },
) {
  const { client, phone } = person;
  await postWorked(client, 'sms', '/v1/users/send-sms-code', { phoneNumber: phone });
  const [, smsCode] = await newest(site, phone, /(\d{6})/);
  await client.post('/v1/identify/phone', { phoneNumber: phone, smsCode });
  const address = { zip: '106', city: '臺北市', district: '大安區', road: '新生南路一段 1 號' };
  await client.post('/v1/identify/personal-info', {
    name: person.name,
    idNumber: person.idNumber,
    birthday: `${random.int(1975, 1998)}-0${random.int(1, 9)}-${random.int(10, 28)}`,
    maritalStatus: 1,
    education: 4,
    registeredAddress: address,
    occupation,
    company,
    jobTitle: title,
    annualIncome: 4,
    fundSource: [1],
    isPep: false,
  });
  const documents = new FormData();
  documents.set('idIssueDate', '2019-05-20');
  documents.set('idIssueCity', '北市');
  documents.set('idIssueType', '2');
  for (const field of ['idFront', 'idBack', 'secondId', 'selfie']) {
    documents.set(field, await blob(random), `${field}.jpg`);
  }
  await client.post('/v1/identify/ID-info', documents);
  const bank = new FormData();
  bank.set('bankCode', person.bank.bankCode);
  bank.set('account', person.bank.account);
  bank.set('image', await blob(random), 'passbook.jpg');
  await client.post('/v1/identify/bank-info', bank);
}

/** Uploads an income proof of the last three months, by the business date of the demonstration. */
export async function proveIncome(
  site: Client,
  random: Random,
  person: Person,
  monthlyIncome: number,
) {
  const { data } = await site.post<{ data: { today: string } }>('/dev/clock', { advanceDays: 0 });
  const from = new Date(Date.parse(`${data.today}T00:00:00Z`) - 90 * 86_400_000);
  const proof = new FormData();
  proof.set('kind', '1');
  proof.set('monthlyIncome', String(monthlyIncome));
  proof.set('from', from.toISOString().slice(0, 10));
  proof.set('to', data.today);
  proof.set('image', await blob(random), 'salary.jpg');
  await person.client.post('/v1/identify/financial-statement', proof);
}

/** Raises the session to step-up with the code that was sent to the verified number. */
export async function stepUp(site: Client, person: Person) {
  const seen = await site.get<Outbox>(`/dev/outbox?to=${encodeURIComponent(person.phone)}`);
  await postWorked(person.client, 'sms', '/v1/users/send-sms-code-with-verified-number', {});
  const smsCode = await until('the step-up code', async () => {
    const { data } = await site.get<Outbox>(`/dev/outbox?to=${encodeURIComponent(person.phone)}`);
    return data.length > seen.data.length ? /(\d{6})/.exec(data[0]?.text ?? '')?.[1] : null;
  });
  await person.client.post('/v1/users/sms-code-verification', { smsCode });
}
