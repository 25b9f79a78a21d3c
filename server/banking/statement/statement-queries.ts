// SQL of bank statements: layouts, uploaded files, and the bank's own lines and balances.
import type { Money } from '#contract/core/money.ts';
import type { StatementMapping, StatementPreview } from '#contract/banking/statements.ts';
import type { Day } from '#contract/core/day.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, totalOf } from '../../database/sql.ts';

export type LayoutRow = { id: number; name: string; mapping: StatementMapping };

export const listLayouts = (tx: Tx) =>
  tx.many<LayoutRow>(sql`select id, name, mapping from banking.layout order by name`);

export const layoutById = (tx: Tx, id: number) =>
  tx.maybe<LayoutRow>(sql`select id, name, mapping from banking.layout where id = ${id}`);

/** Saves a layout; returns null if the id does not exist or another layout already has the name. */
export const saveLayout = (
  tx: Tx,
  layout: { id: number | null; name: string; mapping: StatementMapping; by: number; now: Date },
) =>
  layout.id === null
    ? tx.maybe<{ id: number }>(sql`
      insert into banking.layout (name, mapping, made_by, made_at) values (${layout.name},
        ${JSON.stringify(layout.mapping)}, ${layout.by}, ${layout.now})
      on conflict (name) do nothing returning id
    `)
    : tx.maybe<{ id: number }>(sql`
      update banking.layout set name = ${layout.name}, mapping =
        ${JSON.stringify(layout.mapping)}, made_by = ${layout.by}, made_at = ${layout.now}
      where id = ${layout.id} and not exists
        (select from banking.layout other where other.name = ${layout.name} and other.id <>
          ${layout.id})
      returning id
    `);

export type StatementRow = {
  id: number;
  layoutId: number;
  layout: string;
  mapping: StatementMapping;
  filename: string;
  stored: StoredFile;
  sha256: string;
  size: number;
  state: 'waiting' | 'running' | 'proposed' | 'withdrawn' | 'done' | 'failed';
  lines: number;
  readBytes: number;
  booked: number;
  suspended: number;
  known: number;
  passedOver: number;
  problems: number;
  failure: string | null;
  importedBy: string | null;
  importedAt: Date;
  /** Earlier than `importedAt` if the file was withdrawn or rolled back and uploaded again. */
  firstImportedAt: Date;
  finishedAt: Date | null;
  /** Last day covered by the file, if the person who uploaded it stated it. */
  coversThrough: Day | null;
  /** Result of the dry run; null until the file was examined. */
  preview: StatementPreview | null;
  /**
   * Person who last had the file read; null for files from before commits needed a second person.
   */
  proposedById: number | null;
  proposedBy: string | null;
  /** Person who committed the file; null until then. */
  committedBy: string | null;
  confirmedAt: Date | null;
  /** Open task of the second person. */
  taskId: number | null;
  /** The latest request to roll the file back; all null if there was none. */
  rollbackReason: string | null;
  rollbackAskedBy: string | null;
  rollbackAskedAt: Date | null;
  rollbackDecidedBy: string | null;
  rollbackDecidedAt: Date | null;
  rollbackAgreed: boolean | null;
  rollbackTaskId: number | null;
};

const columns = sql`s.id, s.layout_id, l.name as layout, s.mapping, s.filename, s.stored, s.sha256,
  s.size, s.state, s.lines, s.read_bytes, s.booked, s.suspended, s.known, s.passed_over, s.problems,
  s.failure, o.name as imported_by, s.imported_at,
  coalesce(s.first_imported_at, s.imported_at) as first_imported_at, s.finished_at,
  s.covers_through, s.preview, s.proposed_by as proposed_by_id, p.name as proposed_by,
  c.name as committed_by, s.confirmed_at,
  (select t.id from tasks.task t where t.kind = 'statement_check' and t.status = 'open'
    and t.subject_type = 'statement' and t.subject_id = s.id) as task_id,
  r.reason as rollback_reason, a.name as rollback_asked_by, r.asked_at as rollback_asked_at,
  d.name as rollback_decided_by, r.decided_at as rollback_decided_at, r.agreed as rollback_agreed,
  (select t.id from tasks.task t where t.kind = 'statement_rollback' and t.status = 'open'
    and t.subject_type = 'statement' and t.subject_id = s.id) as rollback_task_id`;
const from = sql`banking.statement s join banking.layout l on l.id = s.layout_id
  left join identity.operator o on o.id = s.imported_by
  left join identity.operator p on p.id = s.proposed_by
  left join identity.operator c on c.id = s.confirmed_by
  left join lateral (select * from banking.statement_rollback r where r.statement_id = s.id
    order by r.id desc limit 1) r on true
  left join identity.operator a on a.id = r.asked_by
  left join identity.operator d on d.id = r.decided_by`;

const newest = keyset('desc', { id: sql`s.id` });

export const listStatements = (tx: Tx, part: Part<{ id: number }>) =>
  tx.many<StatementRow>(sql`
    select ${columns} from ${from} where ${allOf([newest.after(part)])}
    order by ${newest.order} ${limitOf(part)}
  `);

export const countStatements = (tx: Tx) =>
  tx.one<{ total: number }>(totalOf(sql`banking.statement`));

export const statementById = (tx: Tx, id: number) =>
  tx.maybe<StatementRow>(sql`select ${columns} from ${from} where s.id = ${id}`);

export const statementByHash = (tx: Tx, sha256: string) =>
  tx.maybe<StatementRow>(sql`select ${columns} from ${from} where s.sha256 = ${sha256}`);

/** Inserts an uploaded file; returns null if somebody uploaded the same file at the same moment. */
export const insertStatement = (
  tx: Tx,
  file: Pick<StatementRow, 'layoutId' | 'mapping' | 'filename' | 'stored' | 'coversThrough'> & {
    by: number;
    now: Date;
  },
) =>
  tx.maybe<{ id: number }>(sql`
    insert into banking.statement (layout_id, filename, stored, sha256, size, imported_by,
      imported_at, covers_through, mapping, proposed_by)
    values (${file.layoutId}, ${file.filename}, ${JSON.stringify(file.stored)},
      ${file.stored.sha256}, ${file.stored.bytes}, ${file.by}, ${file.now},
      ${file.coversThrough}, ${JSON.stringify(file.mapping)}, ${file.by})
    on conflict (sha256) do nothing returning id
  `);

export const problemsOf = (tx: Tx, id: number, limit: number, offset: number) =>
  tx.many<{ line: number; why: string }>(sql`
    select line, why from banking.statement_problem where statement_id = ${id}
    order by line limit ${limit} offset ${offset}
  `);

/** Returns the reasons why any of these lines could not be booked. */
export const problemsAt = (tx: Tx, id: number, lines: readonly number[]) =>
  tx.many<{ line: number; why: string }>(sql`
    select line, why from banking.statement_problem
    where statement_id = ${id} and line = any (${lines}::int[])
  `);

/**
 * Resets a file to be read again; returns false if it is being read or was read without a problem.
 * What it booked before remains counted, because its lines are then found to be booked.
 */
export const readStatementAgain = async (
  tx: Tx,
  id: number,
  { by, mapping }: { by: number; mapping: StatementMapping },
): Promise<boolean> => {
  const reset = await tx.run(sql`
    update banking.statement set state = 'waiting', lines = 0, read_bytes = 0,
      known = 0, passed_over = 0, problems = 0, failure = null,
      finished_at = null, lease_until = null, confirmed_by = null, confirmed_at = null,
      preview = null, proposed_by = ${by}, mapping = ${JSON.stringify(mapping)}
    where id = ${id} and (state in ('failed', 'proposed') or (state = 'done' and problems > 0))
  `);
  if (reset === 0) return false;
  await forgetProblems(tx, id);
  return true;
};

export const forgetProblems = (tx: Tx, id: number) =>
  tx.run(sql`delete from banking.statement_problem where statement_id = ${id}`);

/** Withdraws a proposed file; returns 0 if the file is not in state proposed. */
export const withdrawStatement = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`
    update banking.statement set state = 'withdrawn', finished_at = ${now}
    where id = ${id} and state = 'proposed'
  `);

/** Reopens a withdrawn file that was uploaded again, possibly for another layout. */
export const renewStatement = async (
  tx: Tx,
  id: number,
  file: Pick<StatementRow, 'layoutId' | 'mapping' | 'filename' | 'coversThrough'> & {
    by: number;
    now: Date;
  },
): Promise<void> => {
  await tx.run(sql`
    update banking.statement set state = 'waiting', lines = 0, read_bytes = 0, problems = 0,
      finished_at = null, layout_id = ${file.layoutId}, filename = ${file.filename},
        covers_through = ${file.coversThrough}, imported_by = ${file.by},
      first_imported_at = coalesce(first_imported_at, imported_at), imported_at = ${file.now},
      mapping = ${JSON.stringify(file.mapping)}, proposed_by = ${file.by}, preview = null
    where id = ${id} and state = 'withdrawn'
  `);
  await forgetProblems(tx, id);
};

/** Extends the lease while a process is still reading the file. */
export const keepLease = (tx: Tx, id: number, realNow: Date) =>
  tx.run(sql`
    update banking.statement set lease_until = ${realNow}::timestamptz + interval '1 minute'
    where id = ${id}
  `);

/** Claims a file that no process is working on, for the next minute. */
export const claimStatement = (tx: Tx, realNow: Date) =>
  tx.maybe<{ id: number }>(sql`
    update banking.statement set state = 'running',
      lease_until = ${realNow}::timestamptz + interval '1 minute'
    where id = (select id from banking.statement
      where state in ('waiting', 'running') and (lease_until is null or lease_until < ${realNow})
      order by id limit 1 for update skip locked)
    returning id
  `);

export type Counts = Record<'booked' | 'suspended' | 'known' | 'passedOver' | 'problems', number>;

export const advanceStatement = (
  tx: Tx,
  id: number,
  done: { lines: number; readBytes: number; counts: Counts; realNow: Date },
) =>
  tx.run(sql`
    update banking.statement set lines = ${done.lines}, read_bytes = ${done.readBytes}, booked =
      booked + ${done.counts.booked},
      suspended = suspended + ${done.counts.suspended}, known = known + ${done.counts.known},
        passed_over = passed_over + ${done.counts.passedOver},
      problems = problems + ${done.counts.problems}, lease_until = ${done.realNow}::timestamptz
        + interval '1 minute'
    where id = ${id}
  `);

export const insertProblems = (
  tx: Tx,
  id: number,
  problems: readonly { line: number; why: string }[],
) =>
  tx.run(sql`
    insert into banking.statement_problem (statement_id, line, why)
    select ${id}, l, w from unnest(${problems.map(({ line }) => line)}::int[],
      ${problems.map(({ why }) => why)}::text[]) as p (l, w) on conflict do nothing
  `);

export const finishStatement = (
  tx: Tx,
  id: number,
  end: { state: 'done' | 'failed'; failure: string | null; now: Date },
) =>
  tx.run(sql`
    update banking.statement set state = ${end.state}, failure = ${end.failure}, finished_at =
      ${end.now}, lease_until = null,
      read_bytes = case when ${end.state} = 'done' then size else read_bytes end
    where id = ${id}
  `);

type Key = { date: Day; seq: string };

export type KnownReceipt = Key & {
  /** Signed. */
  amount: Money;
  virtualAccount: string;
  /** Time of day in the file that brought it; null if another way did. */
  fileTime: string | null;
};

/** Returns the receipts of a bank that were booked before, by their day and number. */
export const knownReceipts = (tx: Tx, bank: string, lines: readonly Key[]) =>
  tx.many<KnownReceipt>(sql`
    select r.bank_date as date, r.seq, case r.sign when '+' then r.amount else -r.amount end
      as amount, r.virtual_account, case when r.statement_id is not null
        then to_char(r.at at time zone 'Asia/Taipei', 'HH24:MI:SS') end as file_time
    from unnest(${lines.map(({ date }) => date)}::date[],
      ${lines.map(({ seq }) => seq)}::text[]) as l (day, seq)
    join banking.receipt r on r.bank = ${bank} and r.bank_date = l.day and r.seq = l.seq
  `);

export type BankLineRow = Key & { amount: Money; reference: string | null };

/**
 * Stores the bank's own records; a later record of the same line replaces the earlier one, but the
 * line remains that of the file which brought it first.
 */
export const keepBankLines = (
  tx: Tx,
  bank: string,
  { source, statementId }: { source: 'statement' | 'sandbox'; statementId: number | null },
  lines: readonly BankLineRow[],
) =>
  tx.run(sql`
    insert into banking.bank_line (bank, bank_date, seq, amount, reference, source,
      statement_id)
    select distinct on (d, s) ${bank}, d, s, a, r, ${source}, ${statementId}::bigint
    from unnest(${lines.map(({ date }) => date)}::date[],
      ${lines.map(({ seq }) => seq)}::text[], ${lines.map(({ amount }) => amount)}::bigint[],
      ${lines.map(({ reference }) => reference)}::text[]) as l (d, s, a, r)
    on conflict (bank, bank_date, seq) do update
      set amount = excluded.amount, reference = excluded.reference, source = excluded.source
  `);

export const keepBankDay = (
  tx: Tx,
  day: Day,
  word: {
    closing: Money;
    source: 'statement' | 'sandbox';
    statementId: number | null;
    now: Date;
  },
) =>
  tx.run(sql`
    insert into banking.bank_day (day, closing, source, statement_id, recorded_at)
    values (${day}, ${word.closing}, ${word.source}, ${word.statementId}, ${word.now})
    on conflict (day) do update set closing = excluded.closing, source = excluded.source,
      statement_id = excluded.statement_id, recorded_at = excluded.recorded_at
  `);
