// SQL of stored files: the rows that refer to them, their faults, and the check's progress.
import type { FileFault, FilePlace } from '#contract/tasks/file-faults.ts';
import type { StoredFile } from '../adapters/files/files.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type NamedFile = { key: string; file: StoredFile; place: FilePlace; row: string };

/**
 * Every file that a database row refers to. `filePlaces` lists the same tables, and
 * file-check.test.ts compares them with the columns of the database.
 */
const namedFiles = sql`
  select f.file->>'key' collate "C" as key, f.file, f.place, f.row from (
    select stored as file, 'verification.upload' as place, id::text as row
    from verification.upload
    union all select original, 'verification.upload', id::text
    from verification.upload where original is not null
    union all select stored, 'banking.statement', id::text from banking.statement
    union all select stored, 'banking.booking_file', id::text from banking.booking_file
    union all select stored, 'reports.bank_letter', id::text from reports.bank_letter
    union all select stored, 'lending.signature', loan_id::text from lending.signature
    union all select stored, 'lending.contract', id::text from lending.contract
    union all select stored, 'content.image', id::text from content.image
    where stored is not null
    union all select stored, 'tasks.note_file', id::text from tasks.note_file
    union all select stored, 'reports.book_file', to_char(day, 'YYYY/MM/DD') || ' ' || name
    from reports.book_file
  ) f
`;

/** The files after a key, in the order of their keys. */
export const filesAfter = (tx: Tx, after: string, limit: number) =>
  tx.many<NamedFile>(sql`
    select n.key, n.file, n.place, n.row from (${namedFiles}) n
    where n.key > ${after} order by n.key limit ${limit}
  `);

export const filesOf = (tx: Tx, keys: readonly string[]) =>
  tx.many<NamedFile>(sql`
    select n.key, n.file, n.place, n.row from (${namedFiles}) n where n.key = any(${keys}::text[])
  `);

export const countFiles = (tx: Tx) =>
  tx.one<{ files: number }>(sql`select count(*)::integer as files from (${namedFiles}) n`);

/** Records that everything in the folder was copied to the backup just now. */
export const setBackupCopied = (tx: Tx) =>
  tx.run(sql`
    insert into app.setting (key, value) values ('backup_copied', to_jsonb(clock_timestamp()))
    on conflict (key) do update set value = excluded.value
  `);

type Fault = { key: string; fault: FileFault; now: Date };

/** Records a fault; returns null if a fault of this file is already known. */
export const insertFault = (tx: Tx, { key, fault, now }: Fault) =>
  tx.maybe<{ id: number }>(sql`
    insert into app.file_fault (file_key, fault, found_at) values (${key}, ${fault}, ${now})
    on conflict (file_key) where repaired_at is null do nothing
    returning id
  `);

export const openFaults = (tx: Tx) =>
  tx.many<{ id: number; key: string }>(sql`
    select id, file_key as key from app.file_fault where repaired_at is null order by id
  `);

/** Counts the faults that wait for a person; decided ones may stay damaged. */
export const countDamageTasks = (tx: Tx) =>
  tx.one<{ open: number }>(sql`
    select count(*)::integer as open from tasks.task where kind = 'file_damage' and status = 'open'
  `);

export const markRepaired = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`
    update app.file_fault set repaired_at = ${now} where id = ${id} and repaired_at is null
  `);

/**
 * Key up to which the current round of the check has read the files; null before the first round.
 */
export const checkedThrough = (tx: Tx) =>
  tx.maybe<{ after: string }>(sql`
    select value #>> '{}' as after from app.setting where key = 'files_checked'
  `);

export const setCheckedThrough = (tx: Tx, after: string) =>
  tx.run(sql`
    insert into app.setting (key, value) values ('files_checked', to_jsonb(${after}::text))
    on conflict (key) do update set value = excluded.value
  `);
