// API of the operators' notes on members, loans, orders and tasks, with mentions and attachments.
import { z } from 'zod';
import { badFileRefusals } from '../core/file-refusals.ts';
import type { ServerSide } from '../core/server-side.ts';
import { office, type Role } from '../core/endpoint.ts';
import { done, idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { countSchema, numberText } from '../core/wire.ts';

/** What a note can be about. */
export const noteSubjects = ['member', 'loan', 'order', 'task'] as const;
export type NoteSubject = (typeof noteSubjects)[number];

/** Roles that read notes; all but auditors write them too. */
export const noteReaders = [
  'reviewer',
  'approver',
  'finance',
  'auditor',
  'admin',
] as const satisfies Role[];
export const noteWriters = ['reviewer', 'approver', 'finance', 'admin'] as const satisfies Role[];

export const NOTE_MAX = 2_000;
export const NOTE_FILES_MAX = 5;
export const MENTIONS_MAX = 10;

export const noteTopics = ['legal'] as const;

const noteSchema = z.object({
  id: outputIdSchema,
  subject: z.object({
    type: z.enum(noteSubjects),
    id: outputIdSchema,
    /** Number by which people know the subject, or the label of the task. */
    label: z.string(),
  }),
  /** `legal`: the note and its attachments belong to the legal file of the loan. */
  topic: z.enum(noteTopics).nullable(),
  author: z.string(),
  text: z.string(),
  /** Names of the colleagues who are mentioned. */
  mentions: z.array(z.string()),
  files: z.array(
    z.object({ id: outputIdSchema, contentType: z.string(), bytes: z.number().int() }),
  ),
  at: instantSchema,
});
export type Note = z.output<typeof noteSchema>;
export type ServerNote = ServerSide<typeof noteSchema>;

const mentionSchema = noteSchema.extend({ readAt: instantSchema.nullable() });
export type Mention = z.output<typeof mentionSchema>;

const steps = {
  before: idSchema.optional(),
  item_per_page: numberText(z.int().min(1).max(100)).default(20),
};
const subject = { subject: z.enum(noteSubjects), id: idSchema };

/** A form separates lines by CR LF, which a note does not keep. */
const noteText = z
  .string()
  .max(2 * NOTE_MAX)
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .pipe(z.string().min(1).max(NOTE_MAX));

/** Ids in a field of a form, separated by commas. */
const idsText = z
  .string()
  .regex(/^([1-9]\d{0,9}(,[1-9]\d{0,9})*)?$/)
  .default('')
  .transform((text) => [...new Set(text.split(',').filter(Boolean).map(Number))])
  .refine((ids) => ids.length <= MENTIONS_MAX);

export const notesOffice = {
  listNotes: office.read({
    path: '/ops/v1/notes',
    summary: 'Notes on a subject, newest first; of a member also those on his loans and orders',
    input: z.strictObject({ ...subject, topic: z.enum(noteTopics).optional(), ...steps }),
    output: z.object({ data: z.array(noteSchema), older: z.boolean() }),
    refusals: ['NOT_FOUND'],
    roles: noteReaders,
  }),
  addNote: office.command({
    path: '/ops/v1/notes',
    summary: 'Write a note, for good; colleagues mentioned in it are told',
    input: z.strictObject({
      ...subject,
      /** Only a note on a loan has a topic. */
      topic: z.enum(noteTopics).optional(),
      text: noteText,
      mentions: idsText,
    }),
    /** Without the text, because answers are kept in clear beside the idempotency key. */
    output: z.object({ data: noteSchema.omit({ text: true }) }),
    files: { names: ['file'], max: NOTE_FILES_MAX, pdf: true },
    refusals: ['NOT_FOUND', ...badFileRefusals],
    roles: noteWriters,
  }),
  readNoteFile: office.document({
    path: '/ops/v1/notes/files/:id',
    summary: 'A file attached to a note; an audit row says who read it',
    input: z.strictObject({ id: idSchema }),
    output: z.any(),
    refusals: ['NOT_FOUND'],
    roles: noteReaders,
  }),
  listMentions: office.read({
    path: '/ops/v1/mentions',
    summary: 'Notes that mention this operator, newest first, and how many are unread',
    input: z.strictObject(steps),
    output: z.object({
      data: z.array(mentionSchema),
      older: z.boolean(),
      unread: countSchema,
    }),
    roles: noteReaders,
  }),
  readMentions: office.command({
    path: '/ops/v1/mentions/read',
    summary: 'Mark mentions of oneself as read; all others are left alone',
    input: z.strictObject({ notes: z.array(idSchema).min(1).max(100) }),
    output: done,
    roles: noteReaders,
  }),
} as const;
