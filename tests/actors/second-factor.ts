// Members who need the second factor, and its calls as browsers make them.
import { expect } from 'vitest';
import type { SecondStep } from '#contract/identity/factor.ts';
import { identityFactor } from '#contract/identity/factor.ts';
import { identity } from '#contract/identity/calls.ts';
import { newCase } from './market.ts';
import { type Person, fromElsewhere, newPhone, newVerifiedMember, password } from './people.ts';
import type { TestServer } from '../server.ts';

export type Owner = Person & { phone: string };
type Headers = Record<string, string>;

/** Creates a member with money and a verified phone, so that the second factor is on by default. */
export async function newOwner(server: TestServer, more: { email?: string } = {}): Promise<Owner> {
  const phone = newPhone();
  const member = await newVerifiedMember(server, { phone, ...more });
  await newCase(server, { borrowerId: member.id });
  return { ...member, phone };
}

/** Signs in step by step, each call from a different address unless one is given. */
export function signingInAt(server: TestServer) {
  const login = (email: string, headers: Headers = fromElsewhere(), secret = password) =>
    server.ask(identity.login, { email, password: secret }, { headers });
  return {
    login,
    /** Signs in up to the second step. */
    async waiting(email: string, headers?: Headers): Promise<SecondStep> {
      const { body, code, status } = await login(email, headers);
      expect([status, code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
      return (body as unknown as { data: SecondStep }).data;
    },
    sendCode: (ticket: string, headers: Headers = fromElsewhere()) =>
      server.ask(identityFactor.secondFactorCode, { ticket }, { headers }),
    giveCode: (ticket: string, smsCode: string, headers: Headers = fromElsewhere()) =>
      server.ask(identityFactor.secondFactorSms, { ticket, smsCode }, { headers }),
  };
}
