// Members' steps until they are verified: register, confirm the e-mail, sign in, four stages.
import type { z } from 'zod';
import type { StepUpFor } from '#contract/identity/step-up.ts';
import { addDays, day } from '#contract/core/day.ts';
import { identity } from '#contract/identity/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { businessDay } from './bank.ts';
import { askWithProof } from './captcha.ts';
import type { CallOptions, Client, Upload } from './client.ts';
import { codeAfter, newest } from './messages.ts';
import { photo } from './pictures.ts';
import { type Random, accountNumber, mobile, nationalId, personName } from './random.ts';

export type Account = { email: string; password: string };
export type Purpose = 'borrow' | 'invest';

/** A signed-in member with the personal data that the verification asks for. */
export type Person = Account & {
  id: string;
  token: string;
  name: string;
  phone: string;
  idNumber: string;
  bank: { bankCode: string; account: string };
};

/** Opens an account and confirms its e-mail by the link in the mail. */
export async function register(client: Client, account: Account & { purpose: Purpose }) {
  const { email, password } = account;
  const input = { ...account, passwordCheck: password };
  await askWithProof(client, 'register', identity.register, input);
  const [, token = ''] = await newest(client, email, /[#&]token=([A-Za-z0-9_-]+)/);
  await client.ok(identity.verifiedEmail, { token, email });
}

/** Signs in by e-mail and password; returns the user with their token. */
export const signIn = async (client: Client, { email, password }: Account, how?: CallOptions) =>
  (await client.ok(identity.login, { email, password }, how)).data;

/**
 * Registers and signs in a random person; `known` gives the e-mail and password instead of random
 * ones.
 */
export async function join(
  client: Client,
  random: Random,
  purpose: Purpose,
  known?: Account,
): Promise<Person> {
  const unique = `${random.int(0, 2 ** 31).toString(36)}${Date.now().toString(36)}`;
  const email = known?.email ?? `${purpose}.${unique}@example.tw`;
  const password = known?.password ?? `溪水-${random.int(100_000, 999_999)}-stone`;
  await register(client, { email, password, purpose });
  const { id, accessToken } = await signIn(client, { email, password });
  return {
    id,
    email,
    password,
    token: accessToken,
    name: personName(random),
    phone: mobile(random),
    idNumber: nationalId(random),
    bank: {
      bankCode: random.pick(['004', '013', '700', '808', '822']),
      account: accountNumber(random),
    },
  };
}

/** Confirms a phone number by the code that is sent to it. */
export async function verifyPhone(client: Client, phoneNumber: string, who: CallOptions) {
  const smsCode = await codeAfter(client, phoneNumber, () =>
    askWithProof(client, 'sms', verification.sendSmsCode, { phoneNumber }, who),
  );
  await client.ok(verification.identifyPhone, { phoneNumber, smsCode }, who);
}

/**
 * Raises the session to step-up authentication with a code that is sent to the verified number. Our
 * own acts need `of`; the acts of the specification do without.
 */
export async function stepUp(
  client: Client,
  phone: string,
  who: CallOptions,
  of: Partial<StepUpFor> = {},
) {
  const smsCode = await codeAfter(client, phone, () =>
    askWithProof(client, 'sms', identity.sendSmsCodeWithVerifiedNumber, { ...of }, who),
  );
  await client.ok(identity.smsCodeVerification, { smsCode, ...of }, who);
}

export type PersonalInfo = z.input<typeof verification.personalInfo.input>;

/** Completes the four stages; afterwards the profile waits for a reviewer (stage 4, status 1). */
export async function fillIn(
  client: Client,
  random: Random,
  person: Person,
  work: Pick<PersonalInfo, 'occupation' | 'company' | 'jobTitle'>,
) {
  const { token, name, idNumber, bank } = person;
  await verifyPhone(client, person.phone, { token });
  const info: PersonalInfo = {
    name,
    idNumber,
    birthday: `${random.int(1975, 1998)}-0${random.int(1, 9)}-${random.int(10, 28)}`,
    maritalStatus: 1,
    education: 4,
    registeredAddress: {
      zip: '106',
      city: '臺北市',
      district: '大安區',
      road: '新生南路一段 1 號',
    },
    ...work,
    annualIncome: 4,
    fundSource: [1],
    isPep: false,
  };
  await client.ok(verification.personalInfo, info, { token });
  const documents: Upload[] = [];
  for (const field of ['idFront', 'idBack', 'secondId', 'selfie']) {
    documents.push(await photo(random, field));
  }
  const issue = { idIssueDate: '2019-05-20', idIssueCity: '北市', idIssueType: 2 };
  await client.ok(verification.idInfo, issue, { token, files: documents });
  const files = [await photo(random, 'image', 'passbook')];
  await client.ok(verification.bankInfo, bank, { token, files });
}

/** Submits an income proof of the last three months, by the business date. */
export async function proveIncome(
  client: Client,
  { token }: CallOptions,
  monthlyIncome: number,
  picture: Upload,
) {
  const to = day(await businessDay(client));
  const proof = { kind: 1, monthlyIncome, from: addDays(to, -90), to };
  const how = { token, files: [picture] };
  return (await client.ok(verification.sendFinancialStatement, proof, how)).data;
}
