// Members at any stage of the verification, which they reach step by step through the API.
import { expect } from 'vitest';
import { verificationChanges } from '#contract/verification/changes.ts';
import { verification } from '#contract/verification/calls.ts';
import { verifyPhone } from '../../actors/member.ts';
import {
  fromElsewhere,
  newIdNumber,
  newMember,
  newPhone,
  newPicture,
  type Person,
} from './people.ts';
import type { TestServer } from '../server.ts';

export const address = { zip: '220', city: '新北市', district: '板橋區', road: '文化路一段 1 號' };

export const personalInfo = (more = {}) => ({
  name: '林小溪',
  idNumber: newIdNumber(),
  birthday: '1992-02-29',
  maritalStatus: 1,
  registeredAddress: address,
  occupation: 104,
  company: '百川醫院',
  jobTitle: '護理師',
  annualIncome: 3,
  fundSource: [1, 6],
  isPep: false,
  channel: 3,
  ...more,
});
export const issue = { idIssueDate: '2015-08-01', idIssueCity: '新北市', idIssueType: 3 };
export const bankAccount = { bankCode: '812', account: '2888-1000-5678' };
let accounts = 0;
/**
 * Returns an account that no other member has, ending in 5678; an account in common is a flag of
 * the review, and one that another member has proved is refused.
 */
export const ownAccount = () => ({ account: `2${String((accounts += 1)).padStart(7, '0')}5678` });
export const idNames = ['idFront', 'idBack', 'secondId', 'selfie'];

export const pictures = (...names: string[]) => Promise.all(names.map(newPicture));

/**
 * Returns functions that complete the verification steps on this server; `more` overrides what is
 * submitted.
 */
export function stepsOn(server: TestServer) {
  async function givePhone({ token }: Person, phoneNumber = newPhone()) {
    await verifyPhone(server, phoneNumber, { token, headers: fromElsewhere() });
    return phoneNumber;
  }

  const giveBasic = ({ token }: Person, more = {}) =>
    server.ask(verification.personalInfo, personalInfo(more), { token });

  const giveId = async ({ token }: Person, more = {}, names = idNames) => {
    const files = await pictures(...names);
    return server.ask(verification.idInfo, { ...issue, ...more }, { token, files });
  };

  const giveBank = async ({ token }: Person, more = {}, names = ['image']) => {
    const files = await pictures(...names);
    return server.ask(
      verification.bankInfo,
      { ...bankAccount, ...ownAccount(), ...more },
      { token, files },
    );
  };

  /**
   * Creates a member who completed this many steps; after the fourth, the verification is under
   * review. Each has their own bank account, unless `bank` names one.
   */
  async function memberAt(stage: 0 | 1 | 2 | 3 | 4, bank = {}): Promise<Person> {
    const member = await newMember(server);
    if (stage >= 1) await givePhone(member);
    const withBank = (one: Person) => giveBank(one, bank);
    for (const give of [giveBasic, giveId, withBank].slice(0, Math.max(0, stage - 1))) {
      expect((await give(member)).status).toBe(200);
    }
    return member;
  }

  /** Makes the call with pictures under these names; `input` may be partial or wrong on purpose. */
  const giveAgain = async (
    call: 'supplementIdInfo' | 'supplementBankInfo',
    { token }: Person,
    input: object,
    names: readonly string[],
  ) => server.ask(verificationChanges[call], input, { token, files: await pictures(...names) });

  const infoOf = async ({ token }: Person) =>
    (await server.ok(verification.verification, {}, { token })).info;

  return { givePhone, giveBasic, giveId, giveBank, memberAt, infoOf, giveAgain };
}
