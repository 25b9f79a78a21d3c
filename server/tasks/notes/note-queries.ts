// SQL of the operators' notes: notes of a subject, mentions of an operator, attached files.
import type { NoteSubject } from '#contract/tasks/notes.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, limitOf, type Part, sql, when } from '../../database/sql.ts';

/** Who and what a note is about besides its subject. */
export type NoteAbout = { memberId: number | null; loanId: number | null; label: string };

export const memberAbout = (tx: Tx, id: number) =>
  tx.maybe<NoteAbout>(sql`
    select id as member_id, null::bigint as loan_id, id::text as label
    from identity.member where id = ${id}
  `);

export const loanAbout = (tx: Tx, id: number) =>
  tx.maybe<NoteAbout>(sql`
    select member_id, id as loan_id, case_no as label
    from lending.loan where id = ${id}
  `);

/** A note on an order is about the investor, so it is none of the loan's. */
export const orderAbout = (tx: Tx, id: number) =>
  tx.maybe<NoteAbout>(sql`
    select member_id, null::bigint as loan_id, id::text as label
    from investing."order" where id = ${id}
  `);

export type NoteRow = {
  id: number;
  subjectType: NoteSubject;
  subjectId: number;
  label: string;
  topic: 'legal' | null;
  author: string;
  sealedText: string;
  mentions: string[];
  at: Date;
};

const noteColumns = sql`n.id, n.subject_type, n.subject_id,
  coalesce(l.case_no, t.subject_label, n.subject_id::text) as label, n.topic, a.name as author,
  n.text as sealed_text,
  array(select o.name from tasks.mention m join identity.operator o on o.id = m.operator_id
    where m.note_id = n.id order by o.name) as mentions,
  n.created_at as at`;
const noteFrom = sql`tasks.note n
  join identity.operator a on a.id = n.author_id
  left join lending.loan l on n.subject_type = 'loan' and l.id = n.subject_id
  left join tasks.task t on n.subject_type = 'task' and t.id = n.subject_id`;

const ofSubject = (type: NoteSubject, id: number) => {
  if (type === 'member') return sql`n.member_id = ${id}`;
  if (type === 'loan') return sql`n.loan_id = ${id}`;
  return sql`n.subject_type = ${type} and n.subject_id = ${id}`;
};

type NotesOf = { subject: NoteSubject; id: number; topic?: 'legal' | undefined };

export const notesOf = (tx: Tx, of: NotesOf, part: Part<{ id: number }>) =>
  tx.many<NoteRow>(sql`
    select ${noteColumns} from ${noteFrom}
    where ${allOf([
      ofSubject(of.subject, of.id),
      when(of.topic, sql`n.topic = ${of.topic}`),
      when(part.last, sql`n.id < ${part.last?.id}`),
    ])}
    order by n.id desc ${limitOf(part)}
  `);

export const noteById = (tx: Tx, id: number) =>
  tx.maybe<NoteRow>(sql`select ${noteColumns} from ${noteFrom} where n.id = ${id}`);

export const insertNote = (
  tx: Tx,
  note: {
    subjectType: NoteSubject;
    subjectId: number;
    memberId: number | null;
    loanId: number | null;
    topic: 'legal' | null;
    authorId: number;
    text: string;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into tasks.note (subject_type, subject_id, member_id, loan_id, topic, author_id, text,
      created_at)
    values (${note.subjectType}, ${note.subjectId}, ${note.memberId}, ${note.loanId},
      ${note.topic}, ${note.authorId}, ${note.text}, ${note.now})
    returning id
  `);

export type NoteFileRow = {
  id: number;
  noteId: number;
  contentType: string;
  filename: string;
  bytes: number;
};

export const filesOfNotes = (tx: Tx, notes: readonly number[]) =>
  tx.many<NoteFileRow>(sql`
    select id, note_id, content_type, filename, (stored ->> 'bytes')::integer as bytes
    from tasks.note_file where note_id = any (${notes}) order by id
  `);

export const insertNoteFile = (
  tx: Tx,
  file: { noteId: number; contentType: string; filename: string; stored: StoredFile },
) =>
  tx.run(sql`
    insert into tasks.note_file (note_id, content_type, filename, stored)
    values (${file.noteId}, ${file.contentType}, ${file.filename}, ${JSON.stringify(file.stored)})
  `);

export const noteFile = (tx: Tx, id: number) =>
  tx.maybe<{ noteId: number; contentType: string; filename: string; stored: StoredFile }>(sql`
    select note_id, content_type, filename, stored
    from tasks.note_file where id = ${id}
  `);

export const insertMentions = (tx: Tx, noteId: number, operators: readonly number[]) =>
  tx.run(sql`
    insert into tasks.mention (note_id, operator_id)
    select ${noteId}, o from unnest(${operators}::bigint[]) o
  `);

/** Operators among these who are at work and have one of the roles. */
export const operatorsWith = (tx: Tx, ids: readonly number[], roles: readonly string[]) =>
  tx.many<{ id: number }>(sql`
    select id from identity.operator
    where id = any (${ids}) and disabled_at is null and roles && ${roles}::text[]
  `);

export const mentionsOf = (tx: Tx, operatorId: number, part: Part<{ id: number }>) =>
  tx.many<NoteRow & { readAt: Date | null }>(sql`
    select ${noteColumns}, own.read_at
    from tasks.mention own join ${noteFrom} on n.id = own.note_id
    where ${allOf([
      sql`own.operator_id = ${operatorId}`,
      when(part.last, sql`own.note_id < ${part.last?.id}`),
    ])}
    order by own.note_id desc ${limitOf(part)}
  `);

export const countUnread = (tx: Tx, operatorId: number) =>
  tx.one<{ unread: number }>(sql`
    select count(*)::integer as unread from tasks.mention
    where operator_id = ${operatorId} and read_at is null
  `);

export const setRead = (tx: Tx, operatorId: number, notes: readonly number[], now: Date) =>
  tx.run(sql`
    update tasks.mention set read_at = ${now}
    where operator_id = ${operatorId} and note_id = any (${notes}) and read_at is null
  `);

/**
 * Deletes all notes about a member; their files are deleted by the nightly sweep. A note on a
 * suspicion names no member, because the member's page would show it to people who may not know of
 * the suspicion; it is found through its task.
 */
export const eraseNotes = (tx: Tx, memberId: number) =>
  tx.run(sql`
    delete from tasks.note n where n.member_id = ${memberId} or (n.subject_type = 'task'
      and n.subject_id in (select t.id from tasks.task t
        where t.subject_type = 'suspicion' and t.subject_id = ${memberId}))
  `);
