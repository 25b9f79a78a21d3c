// Operators' notes on members, loans, orders and tasks: writing, reading, mentions, attachments.
import { orderNoOf } from '#contract/investing/order-number.ts';
import { Refusal } from '#contract/refusals.ts';
import {
  noteReaders,
  type notesOffice,
  type NoteSubject,
  type ServerNote,
} from '#contract/tasks/notes.ts';
import type { Actions, Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import { recordMove } from '../recording.ts';
import { isVisible } from '../rules.ts';
import { concernsOf } from '../audit-queries.ts';
import { taskById } from '../queries.ts';
import {
  countUnread,
  eraseNotes,
  filesOfNotes,
  insertMentions,
  insertNote,
  insertNoteFile,
  loanAbout,
  memberAbout,
  mentionsOf,
  type NoteAbout,
  noteById,
  noteFile,
  type NoteRow,
  notesOf,
  operatorsWith,
  orderAbout,
  setRead,
} from './note-queries.ts';

type At = Work & { operator: Operator };

const readers: Record<Exclude<NoteSubject, 'task'>, typeof memberAbout> = {
  member: memberAbout,
  loan: loanAbout,
  order: orderAbout,
};

/** Types of subjects whose id is that of a member. */
const ofMember: ReadonlySet<string> = new Set(['screening', 'payout_hold']);

/** Returns the member and the loan that a task is about, through its subject. */
async function taskAbout({ tx, operator }: At, id: number): Promise<NoteAbout | null> {
  const task = await taskById(tx, id);
  if (!task || !isVisible(operator, task)) return null;
  const own = { type: task.subjectType as string, id: task.subjectId };
  const [concern] = await concernsOf(tx, [own.type], [own.id]);
  const about = concern ? { type: concern.toType as string, id: concern.toId } : own;
  const type = ofMember.has(about.type) ? 'member' : about.type;
  const read = Object.hasOwn(readers, type) ? readers[type as keyof typeof readers] : null;
  const found = read && (await read(tx, about.id));
  const { memberId, loanId } = found ?? { memberId: null, loanId: null };
  return { memberId, loanId, label: task.subjectLabel };
}

/** Refuses NOT_FOUND if there is no such subject, or none that the operator may see. */
async function aboutOf(context: At, type: NoteSubject, id: number): Promise<NoteAbout> {
  const found =
    type === 'task' ? await taskAbout(context, id) : await readers[type](context.tx, id);
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
}

/** Owner to which the encrypted text of a note is bound. */
const ownerOf = ({ subjectType, subjectId }: Pick<NoteRow, 'subjectType' | 'subjectId'>) =>
  `${subjectType} ${subjectId}`;

async function viewsOf({ services, tx }: Work, rows: readonly NoteRow[]): Promise<ServerNote[]> {
  const files = await filesOfNotes(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    subject: {
      type: row.subjectType,
      id: row.subjectId,
      label: row.subjectType === 'order' ? orderNoOf(row.subjectId) : row.label,
    },
    topic: row.topic,
    author: row.author,
    text: services.secrets.decrypt('tasks.note.text', ownerOf(row), row.sealedText),
    mentions: row.mentions,
    files: files
      .filter(({ noteId }) => noteId === row.id)
      .map(({ id, contentType, bytes }) => ({ id, contentType, bytes })),
    at: row.at,
  }));
}

/** One row more than requested shows whether there are older ones. */
const partOf = (before: number | undefined, limit: number) => ({
  limit: limit + 1,
  offset: 0,
  last: before === undefined ? null : { id: before },
});

/** Deletes the notes about a person whose account was closed long ago. */
export async function forgetNotes({ tx }: Work, memberId: number): Promise<void> {
  await eraseNotes(tx, memberId);
}

export const noteActions: Actions<{ tasks: typeof notesOffice }>['tasks'] = {
  async listNotes(context, { subject, id, topic, before, item_per_page: limit }) {
    await aboutOf(context, subject, id);
    const rows = await notesOf(context.tx, { subject, id, topic }, partOf(before, limit));
    return { data: await viewsOf(context, rows.slice(0, limit)), older: rows.length > limit };
  },

  async addNote(context, { subject, id, topic, text, mentions }) {
    const { files, now, operator, services, tx } = context;
    if (topic !== undefined && subject !== 'loan') throw new Refusal('NOT_FOUND');
    const { memberId, loanId } = await aboutOf(context, subject, id);
    const told = await operatorsWith(tx, mentions, noteReaders);
    if (told.length < mentions.length) throw new Refusal('NOT_FOUND');
    const of = { subjectType: subject, subjectId: id };
    const sealed = services.secrets.encrypt('tasks.note.text', ownerOf(of), text);
    const note = { ...of, memberId, loanId, topic: topic ?? null };
    const by = { authorId: operator.id, text: sealed, now };
    const { id: noteId } = await insertNote(tx, { ...note, ...by });
    for (const file of files) await insertNoteFile(tx, { noteId, ...file });
    await insertMentions(tx, noteId, mentions);
    await recordMove(context, {
      subject: { type: subject, id },
      action: 'note.added',
      snapshot: { note: noteId, files: files.length, mentions },
    });
    const [view] = await viewsOf(context, [(await noteById(tx, noteId))!]);
    const { text: _text, ...data } = view!;
    return { data };
  },

  async readNoteFile(context, { id }) {
    const { services, tx } = context;
    const file = await noteFile(tx, id);
    const note = file && (await noteById(tx, file.noteId));
    if (!note) throw new Refusal('NOT_FOUND');
    await aboutOf(context, note.subjectType, note.subjectId);
    // The audit row is written before the bytes are read, so that nobody can see a file without a
    // record.
    await recordMove(context, {
      subject: { type: note.subjectType, id: note.subjectId },
      action: 'note.file_read',
      snapshot: { note: note.id, file: id },
    });
    const { contentType, filename, stored } = file;
    return { contentType, filename, bytes: await services.files.get(stored) };
  },

  async listMentions(context, { before, item_per_page: limit }) {
    const { operator, tx } = context;
    const rows = await mentionsOf(tx, operator.id, partOf(before, limit));
    const shown = rows.slice(0, limit);
    const views = await viewsOf(context, shown);
    return {
      data: views.map((view, i) => ({ ...view, readAt: shown[i]?.readAt ?? null })),
      older: rows.length > limit,
      ...(await countUnread(tx, operator.id)),
    };
  },

  async readMentions({ tx, operator, now }, { notes }) {
    await setRead(tx, operator.id, notes, now);
    return { data: { ok: true } };
  },
};
