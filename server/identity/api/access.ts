// Access by programs: lets members create and revoke tokens.
import type { identityApi } from '#contract/identity/api-access.ts';
import { ACCESS_MAX } from '#contract/identity/scopes.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../../action.ts';
import { tell } from '../../notices/actions.ts';
import { recordMove } from '../../tasks/actions.ts';
import { lockCodes } from '../credentials/code-queries.ts';
import { assertHimself } from '../member/confirming.ts';
import { tokenHash } from '../tokens.ts';
import { noticeKinds } from '../words.ts';
import { accessesOf, insertAccess, insertApiToken } from './access-queries.ts';
import { newApiToken } from './api-tokens.ts';
import { revokeAccesses } from './revoking.ts';

const DAY_MS = 86_400_000;
const about = (memberId: number) => ({ type: 'member', id: memberId }) as const;

export const apiActions: Actions<{ identity: typeof identityApi }>['identity'] = {
  async apiAccess({ member, realNow, today, tx }) {
    return { data: await accessesOf(tx, member.id, realNow, today) };
  },

  async createApiToken(context, { name, scopes, dailyCap = null, days }) {
    const { member, realNow, today, tx } = context;
    await lockCodes(tx, `api-access:${member.id}`);
    if ((await accessesOf(tx, member.id, realNow, today)).length >= ACCESS_MAX) {
      throw new Refusal('API_TOKEN_LIMIT');
    }
    const reference = await assertHimself(context, member);
    const until = new Date(realNow.getTime() + days * DAY_MS);
    const unique = [...new Set(scopes)];
    const given = { name, scopes: unique, dailyCap };
    const { id } = await insertAccess(tx, {
      ...given,
      memberId: member.id,
      reference,
      at: realNow,
      until,
    });
    const token = newApiToken('personal');
    const hash = tokenHash(token);
    await insertApiToken(tx, { hash, accessId: id, kind: 'personal', at: realNow, until });
    await recordMove(context, {
      subject: about(member.id),
      action: 'identity.api_token_created',
      snapshot: { access: id, ...given, days, by: reference },
    });
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
