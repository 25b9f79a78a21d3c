// Applications of partners at the office: one administrator proposes, a second one agrees.
import type { identityLists } from '#contract/identity/lists.ts';
import { randomBytes } from 'node:crypto';
import type { identityPartnersOffice } from '#contract/identity/partners.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import { reader } from '../../tables/table.ts';
import { closeTask, proposal, recordMove } from '../../tasks/front.ts';
import { accessesOfPartner } from './access-queries.ts';
import {
  approvePartner,
  countPartners,
  insertPartner,
  listPartners,
  lockPartner,
  partnerById,
  type PartnerRow,
  setPartnerEnded,
} from './partner-queries.ts';
import { revokeAccesses } from './revoking.ts';

type Office = typeof identityPartnersOffice & Pick<typeof identityLists, 'listPartners'>;
/**
 * A client id is public, and long enough that two are never the same. It has no signs, because an
 * exported table adds an apostrophe to a value that begins with a hyphen.
 */
const CLIENT_ID_BYTES = 11;
const about = (id: number) => ({ type: 'partner', id }) as const;

export const partners = reader({
  of: ({ realNow }: Work, { state }: FilterOf<Office['listPartners']>) => ({ state, realNow }),
  rows: ({ tx }, of, part) => listPartners(tx, of, part),
  view: (row: PartnerRow) => row,
  beside: ({ tx }, of) => countPartners(tx, of),
});

async function partner({ realNow, tx }: Work, id: number): Promise<PartnerRow> {
  const row = await partnerById(tx, id, realNow);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** The task of the second administrator. */
export const partnerCheck = proposal('partner_check', {
  async subject(work, { subjectId }) {
    await lockPartner(work.tx, subjectId);
    const row = await partnerById(work.tx, subjectId, work.realNow);
    return row?.state === 'proposed' ? row : null;
  },
  facts: async (_work, { detail }) => detail,
  async carryOut({ now, task, tx }) {
    await approvePartner(tx, task.subjectId, now);
    return { snapshot: { maker: task.makerId } };
  },
  async onReturn({ now, task, tx }) {
    await setPartnerEnded(tx, task.subjectId, now);
    return { snapshot: { maker: task.makerId } };
  },
  audit: {
    proposed: 'partner.proposed',
    approved: 'partner.registered',
    returned: 'partner.proposal_returned',
  },
});

export const partnersActions: Actions<{ identity: Office }>['identity'] = {
  listPartners: partners,

  async proposePartner(context, { name, redirectUris, scopes }) {
    const { now, operator, tx } = context;
    const clientId = randomBytes(CLIENT_ID_BYTES).toString('hex');
    const given = { name, redirectUris, scopes };
    const { id } = await insertPartner(tx, { clientId, ...given, now });
    await partnerCheck.propose(context, {
      subject: { ...about(id), label: name },
      detail: given,
      makerId: operator.id,
      recorded: { snapshot: { clientId, ...given } },
    });
    return { data: await partner(context, id) };
  },

  async endPartner(context, { id, reason }) {
    const { now, realNow, tx } = context;
    await lockPartner(tx, id);
    const { state } = await partner(context, id);
    if (state === 'ended') throw new Refusal('PARTNER_STATE');
    await setPartnerEnded(tx, id, now);
    if (state === 'proposed') await closeTask(context, 'partner_check', about(id), 'ended', reason);
    const connected = await accessesOfPartner(tx, id, realNow);
    for (const access of connected) {
      await revokeAccesses(context, access.memberId, { only: access.id, why: 'partner_ended' });
    }
    await recordMove(context, {
      subject: about(id),
      action: 'partner.ended',
      reason,
      snapshot: { revoked: connected.length },
    });
    return { data: await partner(context, id) };
  },
};
