// The audit log as auditors use it: read by who and what, taken out as CSV, its chain proven.
import { actionText, actorWords, moveText } from '#contract/action-words.ts';
import type { Cell } from '#contract/csv.ts';
import { subjectWord } from '#contract/subject-words.ts';
import type { auditOffice } from '#contract/tasks-audit.ts';
import type { Actions, Services } from '../action.ts';
import { inPages, withTransaction } from '../db.ts';
import { inWork } from '../work.ts';
import { openTask, recordMove } from './actions.ts';
import {
  type AuditLogRow,
  type Concern,
  type Proof,
  auditAfter,
  auditBefore,
  chainState,
  concernsOf,
  keepProof,
  lastProof,
  proveSeals,
  unsealedBelow,
} from './audit-queries.ts';
import { readAlike } from './queries.ts';

const PAGE = 1_000;
const SEALS_AT_ONCE = 5_000;

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

/** First in words; then the codes as they are stored, which the hashes cover. */
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
    // One more than asked for tells whether there is more.
    const up = after !== undefined;
    const found = up
      ? await auditAfter(tx, filter, Number(after), limit + 1)
      : await auditBefore(tx, filter, before === undefined ? null : Number(before), limit + 1);
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
    const [state, proof] = [await chainState(tx), await lastProof(tx)];
    return {
      data: {
        ...state,
        proof: proof && {
          at: proof.at.toISOString(),
          rows: proof.rows,
          broken:
            proof.auditId === null
              ? null
              : { auditId: String(proof.auditId), how: proof.how ?? '' },
        },
      },
    };
  },
};

/**
 * Proves the whole chain, from its first seal to its last, and that no row older than a minute
 * stands outside it. `broken.how` is `gap`, `missing`, `changed` or `unsealed`.
 */
export async function proveChain({
  pool,
  clock,
}: Pick<Services, 'pool' | 'clock'>): Promise<Proof> {
  const at = clock.realNow().toISOString();
  for (let rows = 0; ;) {
    const { read, auditId, how } = await withTransaction(pool, async (tx) => {
      await readAlike(tx);
      return proveSeals(tx, rows, SEALS_AT_ONCE);
    });
    rows += read;
    if (auditId !== null) return { at, rows, broken: { auditId: String(auditId), how: how ?? '' } };
    if (read > 0) continue;
    const outside = await withTransaction(pool, unsealedBelow);
    const broken = outside && { auditId: String(outside.auditId), how: 'unsealed' };
    return { at, rows, broken };
  }
}

/** The nightly proof: kept, and where the chain breaks, a person's to look into. */
export async function proveAudit(services: Services): Promise<void> {
  const proof = await proveChain(services);
  await inWork(services, async (work) => {
    await keepProof(work.tx, proof);
    if (!proof.broken) return;
    const { auditId, how } = proof.broken;
    services.log.error(proof, 'the audit chain is broken');
    await openTask(work, {
      kind: 'attention',
      subject: { type: 'audit', id: Number(auditId), label: `稽核紀錄第 ${auditId} 筆與鏈不符` },
      detail: { why: '稽核紀錄可能遭到更動，請立即查明', how },
    });
  });
}
