// Recognises a person whose account was closed, by keyed hashes of ID number and phone.
import type { Services } from '../../services.ts';
import { recordMove } from '../../tasks/front.ts';
import { type Work, inWork } from '../../work.ts';
import { readProfile } from '../queries.ts';
import {
  accountsTraced,
  deleteTraces,
  insertTrace,
  type PastAccount,
  type Trace,
  untracedMembers,
} from './trace-queries.ts';

const AT_ONCE = 500;

async function traceOf({ tx, services }: Work, memberId: number): Promise<Trace> {
  const { secrets } = services;
  const profile = await readProfile(tx, memberId);
  const made = (
    kind: 'idNumber' | 'phone',
    column: 'verification.profile.id_number' | 'verification.profile.phone',
    sealed: string | null | undefined,
  ) => (sealed ? secrets.personTrace(kind, secrets.decrypt(column, memberId, sealed)) : null);
  return {
    memberId,
    idNumberTrace: made('idNumber', 'verification.profile.id_number', profile?.idNumber),
    phoneTrace: made('phone', 'verification.profile.phone', profile?.phone),
  };
}

/**
 * Stores the keyed hashes of a person whose account is being closed, if they ever entered an ID
 * number or phone.
 */
export async function keepTrace(work: Work, memberId: number): Promise<void> {
  const trace = await traceOf(work, memberId);
  if (trace.idNumberTrace === null && trace.phoneTrace === null) return;
  await insertTrace(work.tx, trace, work.now);
}

/** Returns the closed accounts of the person behind an account. */
export async function pastAccountsOf(work: Work, memberId: number): Promise<PastAccount[]> {
  return accountsTraced(work.tx, await traceOf(work, memberId));
}

/**
 * Stores hashes for accounts that were closed before hashes were introduced, until none is left.
 */
export async function fillTraces(services: Services): Promise<void> {
  for (let filled = AT_ONCE; filled === AT_ONCE;) {
    filled = await inWork(services, async (work) => {
      const rows = await untracedMembers(work.tx, AT_ONCE);
      for (const { memberId } of rows) await keepTrace(work, memberId);
      return rows.length;
    });
  }
}

/** Deletes the hashes by which these persons would be recognised. */
export async function forgetTraces(work: Work, memberIds: readonly number[]): Promise<void> {
  for (const { memberId } of await deleteTraces(work.tx, memberIds)) {
    await recordMove(work, {
      subject: { type: 'member', id: memberId },
      action: 'verification.trace_forgotten',
    });
  }
}
