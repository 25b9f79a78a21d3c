// Bank statements at the office: layouts kept as data, files brought in, how far each was read.
import type { ImportedStatement, statementOffice } from '#contract/banking-statements.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Context, Next, Services, StoredUpload, Work } from '../action.ts';
import { checkStatement, StatementUnreadable } from '../adapters/bank-statement.ts';
import { recordMove } from '../tasks/actions.ts';
import {
  confirmStatement,
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
  statementsBelow,
  withdrawStatement,
} from './statement-queries.ts';

const layoutView = ({ id, name, mapping }: LayoutRow) => ({ id: String(id), name, mapping });

const view = (row: StatementRow) => ({
  id: String(row.id),
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
  importedBy: row.importedBy,
  importedAt: row.importedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

async function shown({ tx }: Pick<Context, 'tx'>, id: number) {
  const row = await statementById(tx, id);
  if (!row) throw new Refusal('STATEMENT_NOT_FOUND');
  return row;
}

/** Refuses STATEMENT_COLUMNS, with the columns, where a file is not what its layout says. */
export async function assertFits(
  { files }: Pick<Services, 'files'>,
  stored: StoredUpload['stored'],
  mapping: LayoutRow['mapping'],
): Promise<void> {
  try {
    await checkStatement(await files.get(stored), mapping);
  } catch (error) {
    if (!(error instanceof StatementUnreadable)) throw error;
    throw new Refusal('STATEMENT_COLUMNS', {
      fields: { file: error.message },
      data: { missing: error.missing },
    });
  }
}

/** Files for a table, newest first. */
export const statementsBeyond =
  ({ tx }: Work): Next<ImportedStatement> =>
  async (last, limit) =>
    (await statementsBelow(tx, last && Number(last.id), limit)).map(view);

export const statementActions: Actions<{ banking: typeof statementOffice }>['banking'] = {
  async listLayouts({ tx }) {
    return { data: (await listLayouts(tx)).map(layoutView) };
  },

  async saveLayout(context, { id, name, mapping }) {
    const { tx, operator, now } = context;
    const before = id === undefined ? null : await layoutById(tx, Number(id));
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
    return { data: { id: String(saved.id), name, mapping } };
  },

  async listStatements({ tx }, { item_per_page: limit, offset }) {
    const rows = await listStatements(tx, limit, offset);
    return { data: rows.map(view), total: rows[0]?.count ?? 0 };
  },

  async getStatement(context, { id, item_per_page: limit, offset }) {
    const row = await shown(context, Number(id));
    return { data: view(row), problems: await problemsOf(context.tx, row.id, limit, offset) };
  },

  async importStatement(context, { layout: layoutId, through = null }) {
    const { tx, operator, now, services } = context;
    const [file] = context.files;
    if (!file) throw new Refusal('FILES_MISSING', { fields: { file: '請選擇對帳單檔案' } });
    const layout = await layoutById(tx, Number(layoutId));
    if (!layout) throw new Refusal('LAYOUT_NOT_FOUND');
    const { stored, filename } = file;
    const known = await statementByHash(tx, stored.sha256);
    const withdrawn = known?.state === 'withdrawn';
    if (!known || withdrawn) await assertFits(services, stored, layout.mapping);
    if (withdrawn) {
      await services.files.remove(stored.key);
      const again = { layoutId: layout.id, filename, coversThrough: through, by: operator.id, now };
      await renewStatement(tx, known.id, again);
      await recordMove(context, {
        subject: { type: 'statement', id: known.id },
        action: 'statement.brought_in',
        from: 'withdrawn',
        to: 'waiting',
        snapshot: { filename, layout: layout.id, through },
      });
      return { data: view(await shown(context, known.id)), again: false };
    }
    const fresh =
      known === null &&
      (await insertStatement(tx, {
        layoutId: layout.id,
        filename,
        stored,
        coversThrough: through,
        by: operator.id,
        now,
      }));
    if (!fresh) {
      // The very same bytes lie there already: one file, one statement.
      await services.files.remove(stored.key);
      const row = known ?? (await statementByHash(tx, stored.sha256));
      return { data: view(await shown(context, row?.id ?? 0)), again: true };
    }
    await recordMove(context, {
      subject: { type: 'statement', id: fresh.id },
      action: 'statement.brought_in',
      to: 'waiting',
      snapshot: { filename, sha256: stored.sha256, layout: layout.id, through },
    });
    return { data: view(await shown(context, fresh.id)), again: false };
  },

  async readAgain(context, { id }) {
    const row = await shown(context, Number(id));
    await assertFits(context.services, row.stored, row.mapping);
    if (!(await readStatementAgain(context.tx, row.id))) throw new Refusal('STATEMENT_STATE');
    await recordMove(context, {
      subject: { type: 'statement', id: row.id },
      action: 'statement.read_again',
      from: row.state,
      to: 'waiting',
    });
    return { data: view(await shown(context, row.id)) };
  },

  async bookGoodLines(context, { id }) {
    const { tx, operator, now } = context;
    const row = await shown(context, Number(id));
    await assertFits(context.services, row.stored, row.mapping);
    if (!(await confirmStatement(tx, row.id, { by: operator.id, now }))) {
      throw new Refusal('STATEMENT_STATE');
    }
    await recordMove(context, {
      subject: { type: 'statement', id: row.id },
      action: 'statement.confirmed',
      from: 'held',
      to: 'waiting',
      snapshot: { lines: row.lines, problems: row.problems },
    });
    return { data: view(await shown(context, row.id)) };
  },

  async withdrawStatement(context, { id }) {
    const row = await shown(context, Number(id));
    const withdrawn = await withdrawStatement(context.tx, row.id, context.now);
    if (withdrawn === 0) throw new Refusal('STATEMENT_STATE');
    await recordMove(context, {
      subject: { type: 'statement', id: row.id },
      action: 'statement.withdrawn',
      from: 'held',
      to: 'withdrawn',
    });
    return { data: view(await shown(context, row.id)) };
  },
};
