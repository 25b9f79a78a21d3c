// SQL of the files that the bank is given, and of its answers.
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, totalOf, when } from '../database/sql.ts';

/** The id of a file before its row exists, because its reference and encryption need it. */
export const nextFileId = (tx: Tx) =>
  tx.one<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('mandates.file', 'id')) as id
  `);

export const insertFile = (
  tx: Tx,
  file: {
    id: number;
    type: 'P01' | 'P02';
    reference: string;
    records: number;
    total: Money;
    content: string;
    sha256: string;
    now: Date;
    realNow: Date;
  },
) =>
  tx.run(sql`
    insert into mandates.file (id, type, reference, records, total, content, sha256, created_at,
      next_try_at)
    overriding system value
    values (${file.id}, ${file.type}, ${file.reference}, ${file.records}, ${file.total},
      ${file.content}, ${file.sha256}, ${file.now}, ${file.realNow})
  `);

export const lockDueFile = (tx: Tx, realNow: Date) =>
  tx.maybe<{ id: number; reference: string; content: string; attempts: number }>(sql`
    select id, reference, content, attempts from mandates.file
    where sent_at is null and next_try_at <= ${realNow}
    order by id limit 1 for no key update skip locked
  `);

export const markFileSent = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`update mandates.file set sent_at = ${now} where id = ${id}`);

export const delayFile = (tx: Tx, id: number, until: Date) =>
  tx.run(sql`
    update mandates.file set attempts = attempts + 1, next_try_at = ${until} where id = ${id}
  `);

/** Inserts an answer that is being read; null if the same file was read before. */
export const insertAnswer = (
  tx: Tx,
  answer: {
    name: string;
    type: 'R01' | 'R02' | null;
    records: number;
    sha256: string;
    failure: string | null;
    now: Date;
  },
) =>
  tx.maybe<{ id: number }>(sql`
    insert into mandates.answer (name, type, records, sha256, failure, read_at)
    values (${answer.name}, ${answer.type}, ${answer.records}, ${answer.sha256},
      ${answer.failure}, ${answer.now})
    on conflict (name, sha256) do nothing returning id
  `);

export type FileRow = {
  id: number;
  type: 'P01' | 'P02';
  reference: string;
  records: number;
  total: Money;
  sha256: string;
  createdAt: Date;
  sentAt: Date | null;
  attempts: number;
  agreed: number;
  refused: number;
};

const columns = sql`f.id, f.type, f.reference, f.records, f.total, f.sha256, f.created_at,
  f.sent_at, f.attempts, case f.type when 'P01'
    then (select count(*) from mandates.debit d where d.file_id = f.id and d.status = 'paid')
    else (select count(*) from mandates.registration r where r.file_id = f.id
      and r.code in ('0', '4')) end as agreed,
  case f.type when 'P01'
    then (select count(*) from mandates.debit d where d.file_id = f.id and d.status = 'refused')
    else (select count(*) from mandates.registration r where r.file_id = f.id
      and r.code not in ('0', '4')) end as refused`;
const ofType = (type: string | undefined) => when(type, sql`f.type = ${type}`);
const newest = keyset('desc', { id: sql`f.id` });

export const listFiles = (tx: Tx, type: string | undefined, part: Part<{ id: number }>) =>
  tx.many<FileRow>(sql`
    select ${columns} from mandates.file f
    where ${allOf([ofType(type), newest.after(part)])}
    order by ${newest.order} ${limitOf(part)}
  `);

export const countFiles = (tx: Tx, type: string | undefined) =>
  tx.one<{ total: number }>(totalOf(sql`mandates.file f where ${allOf([ofType(type)])}`));

export const fileById = (tx: Tx, id: number) =>
  tx.maybe<{ reference: string; content: string }>(sql`
    select reference, content from mandates.file where id = ${id}
  `);

export type AnswerRow = {
  id: number;
  name: string;
  type: 'R01' | 'R02' | null;
  records: number;
  sha256: string;
  readAt: Date;
  failure: string | null;
};

export const newestAnswers = (tx: Tx, limit: number) =>
  tx.many<AnswerRow>(sql`
    select id, name, type, records, sha256, read_at, failure from mandates.answer
    order by id desc limit ${limit}
  `);
