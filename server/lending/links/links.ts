// What a member has in common with other members, for reviewers and auditors.
import {
  type LinkKind,
  linkKinds,
  LINKS_MAX,
  type linksOffice,
} from '#contract/lending/review/links.ts';
import { applicationSchema } from '#contract/lending/loan-application.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../../call.ts';
import type { Services } from '../../services.ts';
import { db } from '../../database/db.ts';
import { eachOnePaged } from '../../each-one.ts';
import { maskedName } from '../../identity/rules.ts';
import { recordMove } from '../../tasks/front.ts';
import { phoneHashOf } from '../../identity/front.ts';
import { type Work, inWork } from '../../work.ts';
import {
  insertContactKey,
  type LinkRow,
  linksOf,
  loansWithoutKey,
  memberExists,
} from './link-queries.ts';

/** Stores the hash of the contact person's telephone of an application. */
export async function keepContactKey(
  { tx, services }: Pick<Work, 'tx' | 'services'>,
  of: { loanId: number; memberId: number; phone: string },
): Promise<void> {
  const { loanId, memberId, phone } = of;
  const sealed = services.secrets.encrypt('lending.contact_key.phone', memberId, phone);
  const hash = phoneHashOf(services, phone);
  await insertContactKey(tx, { loanId, memberId, phone: sealed, hash });
}

const AT_ONCE = 200;

/** Fills in the hashes of applications that were sent before the table for them existed. */
export async function fillContactKeys(services: Services): Promise<void> {
  const { pool, secrets } = services;
  const next = (last: { id: number } | null) => loansWithoutKey(db(pool), last?.id ?? 0, AT_ONCE);
  await eachOnePaged(services, next, ({ id: loanId, memberId, application }) => {
    const text = secrets.decrypt('lending.loan.application', memberId, application);
    const { phone } = applicationSchema.parse(JSON.parse(text)).contact;
    return inWork(services, (work) => keepContactKey(work, { loanId, memberId, phone }));
  });
}

function viewOf({ services }: Pick<Work, 'services'>, row: LinkRow) {
  const { memberId, sealedName, suspended, closed, late } = row;
  const name =
    sealedName === null
      ? null
      : maskedName(services.secrets.decrypt('verification.profile.name', memberId, sealedName));
  return { id: memberId, name, suspended, closed, late };
}

/** Returns what a member has in common with others, by kind and in the order of the page. */
export async function linksByKind(work: Pick<Work, 'tx' | 'services'>, memberId: number) {
  const rows = await linksOf(work.tx, memberId);
  return linkKinds
    .map((kind: LinkKind) => ({ kind, of: rows.filter((row) => row.kind === kind) }))
    .filter(({ of }) => of.length > 0)
    .map(({ kind, of }) => ({
      kind,
      members: of.slice(0, LINKS_MAX).map((row) => viewOf(work, row)),
      more: of.length > LINKS_MAX,
    }));
}

export const linkActions: Actions<{ lending: typeof linksOffice }>['lending'] = {
  async memberLinks(context, { id }) {
    if (!(await memberExists(context.tx, id))) throw new Refusal('NOT_FOUND');
    const data = await linksByKind(context, id);
    await recordMove(context, {
      subject: { type: 'member', id },
      action: 'verification.links_read',
      snapshot: { found: Object.fromEntries(data.map((one) => [one.kind, one.members.length])) },
    });
    return { data };
  },
};
