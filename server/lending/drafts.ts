// An application being written: kept sealed, for one member on all his devices, until handed in.
import type { applying } from '#contract/lending/applying.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action, Services } from '../action.ts';
import { inWork } from '../work.ts';
import { draftOf, removeOldDrafts, writeDraft } from './applying-queries.ts';
import { DRAFT_DAYS } from './rules.ts';

const COLUMN = 'lending.draft.sealed';

export const loanDraft: Action<typeof applying.loanDraft> = async ({ tx, services, member }) => {
  const row = await draftOf(tx, member.id);
  if (!row) return { data: null };
  const values = JSON.parse(services.secrets.open(COLUMN, member.id, row.sealed)) as Record<
    string,
    unknown
  >;
  const { version, reached, savedAt } = row;
  return { data: { version, reached, values, savedAt: savedAt.toISOString() } };
};

/** One writer after another; who has not seen the newest is told so, and nothing is lost. */
export const saveLoanDraft: Action<typeof applying.saveLoanDraft> = async (context, draft) => {
  const { tx, services, member, realNow } = context;
  const { version, device, reached, values } = draft;
  const sealed = services.secrets.seal(COLUMN, member.id, JSON.stringify(values));
  const writing = { memberId: member.id, version, device, reached, sealed, now: realNow };
  const written = await writeDraft(tx, writing);
  if (written) return { data: { version: written.version, savedAt: realNow.toISOString() } };
  const newer = await draftOf(tx, member.id);
  // Handed in or removed elsewhere: there is none to follow any more.
  const { version: current = 0, savedAt } = newer ?? {};
  throw new Refusal('DRAFT_CHANGED', {
    data: { version: current, savedAt: savedAt?.toISOString() ?? null },
  });
};

/** Drafts that were left alone are removed. */
export async function dropOldDrafts(services: Services): Promise<void> {
  await inWork(services, ({ tx, realNow }) => {
    const before = new Date(realNow.getTime() - DRAFT_DAYS * 86_400_000);
    return removeOldDrafts(tx, before);
  });
}
