// Accounts of operators, as the office shows them, and new ones without an invitation.
import type { Role } from '#contract/core/endpoint.ts';
import type { Operator } from '../call.ts';
import type { Work } from '../work.ts';
import { insertOperator, type OperatorRow } from './operator-queries.ts';
import { rolesNow, sessionIdleMs } from './rules.ts';

/** Real time of the work, and since when a session must have been used to count as open. */
export const alive = ({ realNow }: Work) => ({
  realNow,
  idleSince: new Date(realNow.getTime() - sessionIdleMs),
});

export const operatorView = (row: OperatorRow, realNow: Date) => ({
  id: row.id,
  email: row.email,
  name: row.name,
  ...rolesNow(row, realNow),
  lastLoginAt: row.lastLoginAt,
});

/** Creates an operator and returns the id. `totpSecret` is given in base32 and encrypted here. */
export async function createOperator(
  { now, services, tx }: Work,
  operator: {
    email: string;
    name: string;
    password: string;
    totpSecret: string;
    roles: readonly Role[];
  },
): Promise<Operator['id']> {
  const { email, name, password, roles, totpSecret } = operator;
  const { id } = await insertOperator(tx, {
    email,
    name,
    passwordHash: await services.passwords.hashPassword(password),
    totpSecret: services.secrets.encrypt('identity.operator.totp_secret', email, totpSecret),
    roles,
    now,
  });
  return id;
}
