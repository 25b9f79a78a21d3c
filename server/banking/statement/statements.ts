// Bank statements at the office: layouts stored as data, uploaded files, reading progress.
import type { bankingLists } from '#contract/banking/lists.ts';
import type { statementOffice } from '#contract/banking/statements.ts';
import { dayOf } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Context, FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import { closeTask, recordMove, proposal } from '../../tasks/front.ts';
import { reader } from '../../tables/table.ts';
import { listAccounts } from '../reconciliation/closing-queries.ts';
import { commitStatement, lockStatement } from './statement-check-queries.ts';
import { assertFits } from './statement-fitting.ts';
import { statementLines } from './statement-lines.ts';
import { proposeRollback } from './rollback.ts';
import {
  countStatements,
  forgetProblems,
  insertStatement,
  layoutById,
  type LayoutRow,
  listLayouts,
  listStatements,
  problemsOf,
  readStatementAgain,
  renewStatement,
  saveLayout,
  statementByHash,
  statementById,
  type StatementRow,
  withdrawStatement,
} from './statement-queries.ts';

type Office = typeof statementOffice &
  Pick<typeof bankingLists, 'listStatements' | 'statementLines'>;

const layoutView = ({ id, name, mapping }: LayoutRow) => ({ id, name, mapping });

function rollbackView(row: StatementRow) {
  if (row.rollbackReason === null || row.rollbackAskedAt === null) return null;
  return {
    reason: row.rollbackReason,
    askedBy: row.rollbackAskedBy,
    askedAt: row.rollbackAskedAt,
    decidedBy: row.rollbackDecidedBy,
    decidedAt: row.rollbackDecidedAt,
    agreed: row.rollbackAgreed,
    taskId: row.rollbackTaskId,
  };
}

const view = (row: StatementRow) => ({
  id: row.id,
  filename: row.filename,
  layout: row.layout,
  sha256: row.sha256,
  size: row.size,
  state: row.state,
  progress: row.size === 0 ? 100 : Math.floor((row.readBytes * 100) / row.size),
  lines: row.lines,
  booked: row.booked,
  suspended: row.suspended,
  known: row.known,
  passedOver: row.passedOver,
  problems: row.problems,
  failure: row.failure,
  preview: row.preview,
  importedBy: row.importedBy,
  proposedBy: row.proposedBy,
  committedBy: row.committedBy,
  taskId: row.taskId,
  rollback: rollbackView(row),
  importedAt: row.importedAt,
  finishedAt: row.finishedAt,
});

async function statementView({ tx }: Pick<Context, 'tx'>, id: number) {
  const row = await statementById(tx, id);
  if (!row) throw new Refusal('STATEMENT_NOT_FOUND');
  return row;
}

export const statements = reader({
  of: (_work: Work, filter: FilterOf<Office['listStatements']>) => filter,
  rows: ({ tx }, _all, part) => listStatements(tx, part),
  view: (row: StatementRow) => view(row),
  beside: ({ tx }) => countStatements(tx),
});

export const statementActions: Actions<{ banking: Office }>['banking'] = {
  async listLayouts({ tx }) {
    return { data: (await listLayouts(tx)).map(layoutView) };
  },

  async saveLayout(context, { id, name, mapping }) {
    const { tx, operator, now } = context;
    const before = id === undefined ? null : await layoutById(tx, id);
    if (id !== undefined && !before) throw new Refusal('LAYOUT_NOT_FOUND');
    const saved = await saveLayout(tx, {
      id: before?.id ?? null,
      name,
      mapping,
      by: operator.id,
      now,
    });
    if (!saved) throw new Refusal('LAYOUT_NAME', { fields: { name: '已有同名的格式' } });
    await recordMove(context, {
      subject: { type: 'layout', id: saved.id },
      action: before ? 'layout.changed' : 'layout.added',
      snapshot: { name, mapping, before: before?.mapping ?? null },
    });
    return { data: { id: saved.id, name, mapping } };
  },

  listStatements: statements,

  async getStatement(context, { id, item_per_page: limit, offset }) {
    const row = await statementView(context, id);
    return { data: view(row), problems: await problemsOf(context.tx, row.id, limit, offset) };
  },

  async importStatement(context, { layout: layoutId, through = null }) {
    const { tx, operator, now, services } = context;
    const [file] = context.files;
    if (!file) throw new Refusal('FILES_MISSING', { fields: { file: '請選擇對帳單檔案' } });
    const layout = await layoutById(tx, layoutId);
    if (!layout) throw new Refusal('LAYOUT_NOT_FOUND');
    const { mapping } = layout;
    if (!(await listAccounts(tx)).some(({ bank }) => bank === mapping.bank)) {
      throw new Refusal('STATEMENT_BANK', { fields: { layout: '這家銀行沒有我們的信託帳戶' } });
    }
    const { stored, filename } = file;
    const known = await statementByHash(tx, stored.sha256);
    const withdrawn = known?.state === 'withdrawn';
    if (!known || withdrawn) await assertFits(services, stored, { mapping, on: dayOf(now) });
    if (withdrawn) {
      await services.files.remove(stored.key);
      const again = { layoutId: layout.id, mapping, filename, coversThrough: through };
      await renewStatement(tx, known.id, { ...again, by: operator.id, now });
      await recordMove(context, {
        subject: { type: 'statement', id: known.id },
        action: 'statement.brought_in',
        from: 'withdrawn',
        to: 'waiting',
        snapshot: { filename, sha256: stored.sha256, layout: layout.id, through },
      });
      return { data: view(await statementView(context, known.id)), again: false };
    }
    const fresh =
      known === null &&
      (await insertStatement(tx, {
        layoutId: layout.id,
        mapping,
        filename,
        stored,
        coversThrough: through,
        by: operator.id,
        now,
      }));
    if (!fresh) {
      // The same bytes were uploaded before, so the new copy is removed: one file is only one
      // statement.
      await services.files.remove(stored.key);
      const row = known ?? (await statementByHash(tx, stored.sha256));
      return { data: view(await statementView(context, row?.id ?? 0)), again: true };
    }
    await recordMove(context, {
      subject: { type: 'statement', id: fresh.id },
      action: 'statement.brought_in',
      to: 'waiting',
      snapshot: { filename, sha256: stored.sha256, layout: layout.id, through },
    });
    return { data: view(await statementView(context, fresh.id)), again: false };
  },

  statementLines,

  async readAgain(context, { id }) {
    const { tx, operator } = context;
    await lockStatement(tx, id);
    const row = await statementView(context, id);
    const layout = await layoutById(tx, row.layoutId);
    const mapping = layout?.mapping ?? row.mapping;
    await assertFits(context.services, row.stored, { mapping, on: dayOf(row.importedAt) });
    if (!(await readStatementAgain(tx, row.id, { by: operator.id, mapping }))) {
      throw new Refusal('STATEMENT_STATE');
    }
    await closeTask(context, 'statement_check', { type: 'statement', id: row.id }, 'read_again');
    await recordMove(context, {
      subject: { type: 'statement', id: row.id },
      action: 'statement.read_again',
      from: row.state,
      to: 'waiting',
      snapshot: { sha256: row.sha256 },
    });
    return { data: view(await statementView(context, row.id)) };
  },

  async rollBackStatement(context, { id, reason }) {
    await proposeRollback(context, { id, reason });
    return { data: view(await statementView(context, id)) };
  },

  async withdrawStatement(context, { id }) {
    const row = await statementView(context, id);
    const subject = { type: 'statement', id: row.id } as const;
    if ((await withdrawStatement(context.tx, row.id, context.now)) === 0) {
      throw new Refusal('STATEMENT_STATE');
    }
    await closeTask(context, 'statement_check', subject, 'taken_back');
    await recordMove(context, {
      subject,
      action: 'statement.withdrawn',
      from: 'proposed',
      to: 'withdrawn',
      snapshot: { sha256: row.sha256 },
    });
    return { data: view(await statementView(context, row.id)) };
  },
};

/** The second person's decision alone lets the file be booked, exactly as it was examined. */
export const statementCheck = proposal('statement_check', {
  async subject({ tx }, { subjectId }) {
    const row = await lockStatement(tx, subjectId);
    return row?.state === 'proposed' ? row : null;
  },
  async facts({ tx }, { detail, subjectId }) {
    const row = await statementById(tx, subjectId);
    return { ...detail, statementId: subjectId, layout: row?.layout ?? null };
  },
  async carryOut({ now, operator, task, tx }, { sha256, preview }) {
    await commitStatement(tx, task.subjectId, { by: operator.id, now });
    await forgetProblems(tx, task.subjectId);
    const snapshot = { sha256, preview, maker: task.makerId };
    return { from: 'proposed', to: 'waiting', snapshot };
  },
  async onReturn({ now, task, tx }, { sha256, preview }) {
    await withdrawStatement(tx, task.subjectId, now);
    const snapshot = { sha256, preview, maker: task.makerId };
    return { from: 'proposed', to: 'withdrawn', snapshot };
  },
  audit: { approved: 'statement.committed', returned: 'statement.withdrawn' },
});
