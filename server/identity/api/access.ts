// Access by programs: lets members create and revoke tokens.
import type { identityApi } from '#contract/identity/api-access.ts';
import type { Money } from '#contract/core/money.ts';
import { ACCESS_MAX, type Scope } from '#contract/identity/scopes.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Member } from '../../call.ts';
import type { Work } from '../../work.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { lockCodes } from '../credentials/code-queries.ts';
import { assertHimself } from '../member/confirming.ts';
import { tokenHash } from '../tokens.ts';
import { noticeKinds } from '../words.ts';
import { accessesOf, insertAccess, insertApiToken } from './access-queries.ts';
import { newApiToken } from './api-tokens.ts';
import { revokeAccesses } from './revoking.ts';

const DAY_MS = 86_400_000;
const about = (memberId: number) => ({ type: 'member', id: memberId }) as const;

/**
 * Stores a permission that the member has just confirmed by a step-up, which it uses up. Refuses
 * API_TOKEN_LIMIT and STEP_UP_REQUIRED. Lasts `days` of real time.
 */
export async function allowProgram(
  context: Work & { member: Member },
  given: {
    name: string;
    partnerId: number | null;
    scopes: readonly Scope[];
    dailyCap: Money | null;
    days: number;
  },
): Promise<{ id: number; until: Date }> {
  const { member, realNow, today, tx } = context;
  const { days, ...access } = given;
  await lockCodes(tx, `api-access:${member.id}`);
  if ((await accessesOf(tx, member.id, realNow, today)).length >= ACCESS_MAX) {
    throw new Refusal('API_TOKEN_LIMIT');
  }
  const act = given.partnerId === null ? 'token' : 'application';
  const reference = await assertHimself(context, member, act);
  const until = new Date(realNow.getTime() + days * DAY_MS);
  const stored = { ...access, memberId: member.id, reference, at: realNow, until };
  const { id } = await insertAccess(tx, stored);
  await recordMove(context, {
    subject: about(member.id),
    action: given.partnerId === null ? 'identity.api_token_created' : 'identity.api_app_connected',
    snapshot: { access: id, ...given, by: reference },
  });
  return { id, until };
}

export const apiActions: Actions<{ identity: typeof identityApi }>['identity'] = {
  async apiAccess({ member, realNow, today, tx }) {
    return { data: await accessesOf(tx, member.id, realNow, today) };
  },

  async createApiToken(context, { name, scopes, dailyCap = null, days }) {
    const { member, realNow, today, tx } = context;
    const given = { name, partnerId: null, scopes, dailyCap, days };
    const { id, until } = await allowProgram(context, given);
    const token = newApiToken('personal');
    const hash = tokenHash(token);
    await insertApiToken(tx, { hash, accessId: id, kind: 'personal', at: realNow, until });
    await tell(context, member.id, noticeKinds.apiTokenCreated({ token: name }));
    const access = (await accessesOf(tx, member.id, realNow, today)).find((one) => one.id === id);
    if (!access) throw new Error('a token that was just created is not in force');
    return { data: { ...access, token } };
  },

  async revokeApiAccess(context, { id }) {
    const { member } = context;
    const revoked = await revokeAccesses(context, member.id, { only: id, why: 'member' });
    if (revoked === 0) throw new Refusal('NOT_FOUND');
    return { data: { ok: true } };
  },
};
