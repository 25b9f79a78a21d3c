// Verifications of the hash chains that an operator asks for: the request, and the signed result.
import type { auditOffice } from '#contract/tasks/audit.ts';
import { proofFileSchema } from '#contract/tasks/proof-file.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../../call.ts';
import type { Tx } from '../../database/db.ts';
import { askForJob } from '../../jobs/records.ts';
import { recordMove } from '../recording.ts';
import {
  type VerificationRow,
  askForVerification,
  lastVerification,
  proofOfVerification,
} from './verification-queries.ts';

/** Job that carries out the requests. */
export const VERIFY_JOB = 'verifyChains';
/** Reading both chains takes a while, so a new verification may begin once a minute. */
const BETWEEN_SECONDS = 60;

const view = ({ failure, ...row }: VerificationRow) => ({
  ...row,
  state:
    row.finishedAt === null
      ? ('pending' as const)
      : failure === null
        ? ('done' as const)
        : ('failed' as const),
});

/** Returns the latest verification that an operator asked for; null if there is none. */
export async function latestVerification(tx: Tx) {
  const row = await lastVerification(tx);
  return row && view(row);
}

type Calls = Pick<typeof auditOffice, 'verifyChains' | 'proofFile'>;

export const verificationActions: Actions<{ tasks: Calls }>['tasks'] = {
  async verifyChains(context) {
    const { tx, operator, realNow } = context;
    const last = await lastVerification(tx);
    if (last?.finishedAt === null) return { data: view(last) };
    const waited = last ? (realNow.getTime() - last.askedAt.getTime()) / 1_000 : BETWEEN_SECONDS;
    if (waited < BETWEEN_SECONDS) {
      throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(BETWEEN_SECONDS - waited) });
    }
    // Of two requests at the same time the second one gets the verification of the first.
    const isMine = await askForVerification(tx, operator.id, realNow);
    const asked = await lastVerification(tx);
    if (!asked) throw new Error('the verification that was asked for is not there');
    if (!isMine) return { data: view(asked) };
    // The worker looks for requested jobs every few seconds, and runs this one every minute anyway.
    await askForJob(tx, VERIFY_JOB, context);
    await recordMove(context, {
      subject: { type: 'operator', id: operator.id },
      action: 'audit.verify_asked',
      snapshot: { verification: asked.id },
    });
    return { data: view(asked) };
  },

  async proofFile({ tx }, { id }) {
    const found = await proofOfVerification(tx, id);
    if (!found) throw new Refusal('NOT_FOUND');
    return { data: proofFileSchema.parse(found.proof) };
  },
};
