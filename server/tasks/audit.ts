// The audit log for auditors: filters, CSV export, and verification of the hash chains.
import type { tasksLists } from '#contract/tasks/lists.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import type { auditOffice, ServerAuditEntry } from '#contract/tasks/audit.ts';
import type { Actions } from '../call.ts';
import type { Services } from '../services.ts';
import { chainNames, chainState, inTransactionsOf, proveChain } from '../chains/chain.ts';
import type { Tx } from '../database/db.ts';
import { proveHeads, verifyingKey } from '../chains/heads.ts';
import { logReader } from '../tables/table.ts';
import { type Work, inWork } from '../work.ts';
import { openTask } from './opening.ts';
import { latestVerification, verificationActions } from './proofs/verification.ts';
import {
  type AuditFilter,
  type AuditLogRow,
  type Proof,
  type Proven,
  auditRows,
  concernsOf,
  keepProof,
  lastProof,
} from './audit-queries.ts';

const entryOf = ({
  actorType,
  actorId,
  actorName,
  subjectType,
  subjectId,
  caseNo,
  fromStatus,
  toStatus,
  ...rest
}: AuditLogRow): ServerAuditEntry => ({
  ...rest,
  actor: { type: actorType, id: actorId, name: actorName },
  subject: {
    type: subjectType,
    id: subjectId,
    number: subjectType === 'order' ? orderNoOf(subjectId) : caseNo,
  },
  // Only the page shows the owner of the subject, and looks it up for all its rows at once.
  concerns: null,
  from: fromStatus,
  to: toStatus,
});

const auditEntries = logReader({
  of: (_work: Work, filter: AuditFilter) => filter,
  rows: ({ tx }, filter, part) => auditRows(tx, filter, part),
  view: (row: AuditLogRow) => entryOf(row),
});

export const auditActions: Actions<{
  tasks: typeof auditOffice & Pick<typeof tasksLists, 'listAudit'>;
}>['tasks'] = {
  ...verificationActions,

  listAudit: {
    async page(context, input) {
      const { data, ...beside } = await auditEntries.page(context, input);
      const subjects = data.map(({ subject }) => subject);
      const concerns = await concernsOf(
        context.tx,
        subjects.map(({ type }) => type),
        subjects.map(({ id }) => id),
      );
      const by = new Map(
        concerns.map(({ type, id, toType, toId }) => [`${type} ${id}`, { type: toType, id: toId }]),
      );
      return {
        ...beside,
        data: data.map((entry) => ({
          ...entry,
          concerns: by.get(`${entry.subject.type} ${entry.subject.id}`) ?? null,
        })),
      };
    },
    file: auditEntries.file,
  },

  async auditChain({ tx }) {
    const chains = [];
    for (const chain of chainNames) {
      chains.push({ chain, ...(await chainState(tx, chain)), proof: await proofOf(tx, chain) });
    }
    return {
      data: {
        chains,
        heads: await proofOf(tx, 'heads'),
        verification: await latestVerification(tx),
      },
    };
  },
};

async function proofOf(tx: Tx, proven: Proven): Promise<Proof | null> {
  const proof = await lastProof(tx, proven);
  if (!proof) return null;
  const broken = proof.row === null ? null : { row: proof.row, how: proof.how ?? '' };
  return { at: proof.at, rows: proof.rows, broken };
}

const subjects = {
  audit: { id: 1, label: (row: string) => `稽核紀錄第 ${row} 筆與鏈不符` },
  ledger: { id: 2, label: (row: string) => `帳務交易 ${row} 與鏈不符` },
  heads: { id: 3, label: (row: string) => `鏈與簽章的鏈頭不符：${row}` },
} as const;

/** The sealer runs every second. */
const SEALER_MS = 5_000;

/**
 * Verifies both hash chains and the signed heads. The chains come first, so that a broken row is
 * reported before the head that covers the row.
 */
export async function proveAll(
  services: Pick<Services, 'pool' | 'clock' | 'config'>,
): Promise<Record<Proven, Proof>> {
  const at = services.clock.realNow();
  const read = inTransactionsOf(services.pool);
  const { file, key } = services.config.heads;
  return {
    audit: { at, ...(await proveChain(read, 'audit', { patienceMs: SEALER_MS })) },
    ledger: { at, ...(await proveChain(read, 'ledger', { patienceMs: SEALER_MS })) },
    heads: { at, ...(await proveHeads(read, file, verifyingKey(key))) },
  };
}

/** Nightly verification. */
export const proveAudit = async (services: Services): Promise<void> =>
  void (await proveAndKeep(services));

/** Verifies everything, stores the result, and opens a task for a person if something is broken. */
export async function proveAndKeep(services: Services): Promise<Record<Proven, Proof>> {
  const proofs = await proveAll(services);
  await inWork(services, async (work) => {
    for (const proven of ['audit', 'ledger', 'heads'] as const) {
      const proof = proofs[proven];
      await keepProof(work.tx, proven, proof);
      if (!proof.broken) continue;
      const { row, how } = proof.broken;
      services.log.error({ proven, ...proof }, 'a chain is broken');
      const { id, label } = subjects[proven];
      await openTask(work, {
        kind: 'attention',
        subject: { type: 'audit', id, label: label(row) },
        detail: { why: '紀錄可能遭到更動，請立即查明', how },
      });
    }
  });
  return proofs;
}
