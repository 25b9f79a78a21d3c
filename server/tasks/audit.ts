// The audit log for auditors: filters, CSV export, and verification of the hash chains.
import { actionText, actorWords, moveText } from '#contract/core/action-words.ts';
import type { Cell } from '#contract/core/csv.ts';
import { subjectWord } from '#contract/core/subject-words.ts';
import type { auditOffice } from '#contract/tasks/audit.ts';
import type { Actions, Services } from '../action.ts';
import { chainNames, chainState, inTransactionsOf, proveChain } from '../chains/chain.ts';
import { type Tx, inPages } from '../database/db.ts';
import { proveHeads, verifyingKey } from '../chains/heads.ts';
import { inWork } from '../work.ts';
import { openTask, recordMove } from './actions.ts';
import {
  type AuditLogRow,
  type Concern,
  type Proof,
  type Proven,
  auditAfter,
  auditBefore,
  concernsOf,
  keepProof,
  lastProof,
} from './audit-queries.ts';

const PAGE = 1_000;

const entryOf = (row: AuditLogRow, concern: Concern | undefined) => ({
  id: String(row.id),
  at: row.at.toISOString(),
  recordedAt: row.recordedAt.toISOString(),
  actor: {
    type: row.actorType,
    id: row.actorId === null ? null : String(row.actorId),
    name: row.actorName,
  },
  subject: { type: row.subjectType, id: String(row.subjectId) },
  concerns: concern ? { type: concern.toType, id: String(concern.toId) } : null,
  action: row.action,
  from: row.fromStatus,
  to: row.toStatus,
  reason: row.reason,
  snapshot: row.snapshot,
  requestId: row.requestId,
  position: row.position,
  hash: row.hash,
});

/** Returns readable texts first, then the stored codes, which the hashes cover. */
const cellsOf = (row: AuditLogRow): Cell[] => [
  row.id,
  row.at.toISOString(),
  row.recordedAt.toISOString(),
  actorWords[row.actorType],
  row.actorId,
  row.actorName,
  subjectWord(row.subjectType),
  row.subjectId,
  actionText(row.action),
  moveText({ action: row.action, from: row.fromStatus, to: row.toStatus }),
  row.reason,
  JSON.stringify(row.snapshot),
  row.requestId,
  row.actorType,
  row.subjectType,
  row.action,
  row.fromStatus,
  row.toStatus,
  row.position,
  row.hash,
];

const columns = [
  '編號',
  '發生時間',
  '記錄時間',
  '操作者類型',
  '操作者編號',
  '操作者',
  '對象類型',
  '對象編號',
  '動作',
  '狀態變化',
  '原因',
  '內容',
  '請求編號',
  '操作者類型代碼',
  '對象類型代碼',
  '動作代碼',
  '原狀態代碼',
  '新狀態代碼',
  '鏈上位置',
  '雜湊',
];

export const auditActions: Actions<{ tasks: typeof auditOffice }>['tasks'] = {
  async listAudit({ tx }, { before, after, item_per_page: limit, ...filter }) {
    // Reads one row more than requested, to know whether there are more.
    const up = after !== undefined;
    const found = up
      ? await auditAfter(tx, filter, after, limit + 1)
      : await auditBefore(tx, filter, before ?? null, limit + 1);
    const more = found.length > limit;
    const rows = found.slice(0, limit);
    if (up) rows.reverse();
    const concerns = await concernsOf(
      tx,
      rows.map(({ subjectType }) => subjectType),
      rows.map(({ subjectId }) => subjectId),
    );
    const by = new Map(concerns.map((one) => [`${one.type} ${one.id}`, one]));
    return {
      data: rows.map((row) => entryOf(row, by.get(`${row.subjectType} ${row.subjectId}`))),
      newer: up ? more : before !== undefined,
      older: up ? true : more,
    };
  },

  async exportAudit(context, { format, ...filter }) {
    const { tx, operator, services, today } = context;
    await inWork(
      services,
      (work) =>
        recordMove(work, {
          subject: { type: 'operator', id: operator.id },
          action: 'audit.exported',
          snapshot: format === 'xlsx' ? { ...filter, format } : filter,
        }),
      context.actor,
    );
    return {
      name: `稽核紀錄-${today}`,
      columns,
      rows: inPages(
        (last: AuditLogRow | null) => auditAfter(tx, filter, last?.id ?? 0, PAGE),
        cellsOf,
      ),
    };
  },

  async auditChain({ tx }) {
    const chains = [];
    for (const chain of chainNames) {
      chains.push({ chain, ...(await chainState(tx, chain)), proof: await proofOf(tx, chain) });
    }
    return { data: { chains, heads: await proofOf(tx, 'heads') } };
  },
};

async function proofOf(tx: Tx, proven: Proven): Promise<Proof | null> {
  const proof = await lastProof(tx, proven);
  if (!proof) return null;
  const broken = proof.row === null ? null : { row: proof.row, how: proof.how ?? '' };
  return { at: proof.at.toISOString(), rows: proof.rows, broken };
}

const subjects = {
  audit: { id: 1, label: (row: string) => `稽核紀錄第 ${row} 筆與鏈不符` },
  ledger: { id: 2, label: (row: string) => `帳務交易 ${row} 與鏈不符` },
  heads: { id: 3, label: (row: string) => `鏈與簽章的鏈頭不符：${row}` },
} as const;

/**
 * Verifies both hash chains and the signed heads. The chains come first, so that a broken row is
 * reported before the head that covers the row.
 */
export async function proveAll(
  services: Pick<Services, 'pool' | 'clock' | 'config'>,
): Promise<Record<Proven, Proof>> {
  const at = services.clock.realNow().toISOString();
  const read = inTransactionsOf(services.pool);
  const { file, key } = services.config.heads;
  return {
    audit: { at, ...(await proveChain(read, 'audit')) },
    ledger: { at, ...(await proveChain(read, 'ledger')) },
    heads: { at, ...(await proveHeads(read, file, verifyingKey(key))) },
  };
}

/**
 * Nightly verification: stores the result, and opens a task for a person if something is broken.
 */
export async function proveAudit(services: Services): Promise<void> {
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
}
