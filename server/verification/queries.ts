// SQL of verification files: the profile, uploads, bank accounts and proofs of income.
import type { StoredFile } from '../adapters/files/files.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import type { SupplementItem } from './rules.ts';

export type ProfileRow = {
  stage: number;
  status: number;
  supplement: SupplementItem[];
  memberId: number;
  phone: string | null;
  name: string | null;
  idNumber: string | null;
  birthday: string | null;
  registeredAddress: string | null;
  mailingAddress: string | null;
  city: string | null;
  maritalStatus: number | null;
  education: number | null;
  occupation: number | null;
  company: string | null;
  jobTitle: string | null;
  annualIncome: number | null;
  fundSource: number[] | null;
  isPep: boolean | null;
  idDocument: { sealed: string; uploads: Record<string, number> } | null;
  submittedAt: Date | null;
};

const profileColumns = sql`member_id, stage, status, supplement, phone, name, id_number, birthday,
  registered_address, mailing_address, city, marital_status, education, occupation, company,
  job_title, annual_income, fund_source, is_pep, id_document, submitted_at`;

export const readProfile = (tx: Tx, memberId: number) =>
  tx.maybe<ProfileRow>(sql`
    select ${profileColumns} from verification.profile where member_id = ${memberId}
  `);

/**
 * Locks the row of a member's verification, and creates the row first if it does not exist, because
 * a missing row cannot be locked.
 */
export async function lockProfile(tx: Tx, memberId: number, now: Date): Promise<ProfileRow> {
  await tx.run(sql`
    insert into verification.profile (member_id, updated_at) values (${memberId}, ${now})
    on conflict (member_id) do nothing
  `);
  return tx.one<ProfileRow>(sql`
    select ${profileColumns} from verification.profile where member_id = ${memberId}
    for no key update
  `);
}

export const setFile = (
  tx: Tx,
  memberId: number,
  file: { stage: number; status: number; supplement: readonly SupplementItem[] },
  now: Date,
) =>
  tx.run(sql`
    update verification.profile set stage = ${file.stage}, status = ${file.status}::smallint,
      supplement = ${JSON.stringify(file.supplement)},
      updated_at = ${now}::timestamptz,
      submitted_at = case when ${file.status}::smallint = 1 and status <> 1 then ${now} else
        submitted_at end,
      approved_at = case when ${file.status}::smallint = 3 and status <> 3 then ${now} else
        approved_at end
    where member_id = ${memberId}
  `);

export type PhoneColumns = { sealed: string; hash: string; tail: string };

export const setPhone = (tx: Tx, memberId: number, phone: PhoneColumns) =>
  tx.run(sql`
    update verification.profile set phone = ${phone.sealed}, phone_hash = ${phone.hash},
      phone_tail = ${phone.tail}
    where member_id = ${memberId}
  `);

/**
 * Phone numbers that were stored before their last digits were stored as well. Closed accounts
 * cannot be found by number and are left out.
 */
const withoutTail = sql`verification.profile
    where phone_hash is not null and phone_tail is null`;

export const membersWithoutTail = sql`select from ${withoutTail}`;

export const phonesWithoutTail = (tx: Tx, limit: number) =>
  tx.many<{ memberId: number; phone: string }>(sql`
    select member_id, phone from ${withoutTail}
    order by member_id limit ${limit} for no key update skip locked
  `);

export const setPhoneTails = (tx: Tx, memberIds: readonly number[], tails: readonly string[]) =>
  tx.run(sql`
    update verification.profile p set phone_tail = t.tail
    from unnest(${memberIds}::bigint[], ${tails}::text[]) as t (member_id, tail)
    where p.member_id = t.member_id
  `);

/**
 * Names that were stored before their hashes were stored as well. Closed accounts have hashes that
 * match nothing.
 */
const withoutHashes = sql`verification.profile
    where name is not null and name_hashes is null`;

export const membersWithoutHashes = sql`select from ${withoutHashes}`;

export const namesWithoutHashes = (tx: Tx, limit: number) =>
  tx.many<{ memberId: number; name: string }>(sql`
    select member_id, name from ${withoutHashes}
    order by member_id limit ${limit} for no key update skip locked
  `);

export const setNameHashes = (tx: Tx, memberId: number, hashes: readonly string[]) =>
  tx.run(sql`
    update verification.profile set name_hashes = ${hashes} where member_id = ${memberId}
  `);

export type PersonalColumns = {
  name: string;
  nameHashes: readonly string[];
  idNumber: string;
  idNumberHash: string;
  birthday: string;
  birthYear: number;
  registeredAddress: string;
  mailingAddress: string | null;
  city: string;
  maritalStatus: number | null;
  education: number | null;
  occupation: number;
  company: string | null;
  jobTitle: string | null;
  annualIncome: number;
  fundSource: readonly number[];
  isPep: boolean;
  channel: number | null;
};

export const setPersonal = (tx: Tx, memberId: number, person: PersonalColumns) =>
  tx.run(sql`
    update verification.profile set name = ${person.name}, name_hashes = ${person.nameHashes},
      id_number = ${person.idNumber},
      id_number_hash = ${person.idNumberHash}, birthday = ${person.birthday},
      birth_year = ${person.birthYear}, registered_address = ${person.registeredAddress},
        mailing_address = ${person.mailingAddress}, city = ${person.city},
      marital_status = ${person.maritalStatus}, education = ${person.education}, occupation =
        ${person.occupation}, company = ${person.company}, job_title = ${person.jobTitle},
      annual_income = ${person.annualIncome}, fund_source = ${person.fundSource}, is_pep =
        ${person.isPep}, channel = coalesce(${person.channel}, channel), screened = null
    where member_id = ${memberId}
  `);

export const setIdDocument = (
  tx: Tx,
  memberId: number,
  document: NonNullable<ProfileRow['idDocument']>,
) =>
  tx.run(sql`
    update verification.profile set id_document = ${JSON.stringify(document)} where member_id =
      ${memberId}
  `);

export type NewUpload = {
  field: string;
  filename: string;
  contentType: string;
  stored: StoredFile;
  original?: StoredFile;
};

export const insertUpload = (tx: Tx, memberId: number, upload: NewUpload, now: Date) =>
  tx.one<{ id: number }>(sql`
    insert into verification.upload
      (member_id, name, filename, content_type, stored, original, created_at)
    values (${memberId}, ${upload.field}, ${upload.filename}, ${upload.contentType},
      ${JSON.stringify(upload.stored)},
      ${upload.original ? JSON.stringify(upload.original) : null}, ${now}) returning id
  `);

export type UploadRow = {
  id: number;
  memberId: number;
  name: string;
  filename: string;
  contentType: string;
  /** The file shown to operators; `original` is the document as uploaded, null for a picture. */
  stored: StoredFile;
  original: StoredFile | null;
};

export const uploadsByIds = (tx: Tx, ids: readonly number[]) =>
  tx.many<UploadRow>(sql`
    select id, member_id, name, filename, content_type, stored, original
    from verification.upload where id = any (${ids}) order by id
  `);

/** Size and number of a member's stored files, in total and since an instant. */
export const storedUploads = (tx: Tx, memberId: number, since: Date) =>
  tx.one<{ bytes: number; files: number; dayBytes: number; dayFiles: number }>(sql`
    select coalesce(sum(size), 0)::bigint as bytes, count(*)::integer as files,
      coalesce(sum(size) filter (where created_at > ${since}), 0)::bigint as day_bytes,
      (count(*) filter (where created_at > ${since}))::integer as day_files
    from (
      select created_at,
        (stored ->> 'bytes')::bigint + coalesce((original ->> 'bytes')::bigint, 0) as size
      from verification.upload where member_id = ${memberId}
    ) as kept
  `);

/**
 * Adds the re-rendered version to a document that was stored as uploaded; returns false if the
 * document already has one.
 */
export const setDrawn = async (tx: Tx, id: number, drawn: StoredFile): Promise<boolean> =>
  (await tx.run(sql`
    update verification.upload set original = stored, stored = ${JSON.stringify(drawn)}
    where id = ${id} and original is null
  `)) > 0;

/**
 * Returns a task with the member to whom its subject belongs; the member is null if the subject
 * belongs to none.
 */
export const taskWithMember = (tx: Tx, taskId: number) =>
  tx.maybe<{
    kind: string;
    status: string;
    makerId: number | null;
    checkerId: number | null;
    memberId: number | null;
  }>(sql`
    select t.kind, t.status, t.maker_id, t.checker_id, case t.subject_type
        when 'member' then t.subject_id
        when 'account_change' then (select c.member_id
          from verification.account_change c where c.id = t.subject_id)
        when 'financial_statement' then (select f.member_id
          from verification.financial_statement f where f.id = t.subject_id)
        when 'loan' then (select l.member_id from lending.loan l where l.id = t.subject_id)
      end as member_id
    from tasks.task t where t.id = ${taskId}
  `);

/**
 * Whether a document was sent for a negotiation. Operators who decide on a negotiation may read no
 * other document of the member.
 */
export async function isNegotiationPaper(tx: Tx, uploadId: number): Promise<boolean> {
  const paper = await tx.maybe<{ uploadId: number }>(sql`
    select upload_id from servicing.negotiation_paper where upload_id = ${uploadId}
  `);
  return paper !== null;
}

/** Whose files are compared with those of others: all of a member, or only some of them. */
type ComparedFiles = { memberId: number; uploads: readonly number[] | null };

const areCompared = ({ memberId, uploads }: ComparedFiles) => sql`
  a.member_id = ${memberId} and b.member_id <> ${memberId}
  and (${uploads}::bigint[] is null or a.id = any (${uploads}))`;

/** Other members who uploaded a file with the same content, in the order of their ids. */
export const membersWithPapers = (tx: Tx, of: ComparedFiles, limit: number) =>
  tx.many<{ memberId: number; sealedName: string | null }>(sql`
    select b.member_id, p.name as sealed_name from verification.upload a
    join verification.upload b
      on coalesce(b.original, b.stored) ->> 'sha256' = coalesce(a.original, a.stored) ->> 'sha256'
    left join verification.profile p on p.member_id = b.member_id
    where ${areCompared(of)}
    group by b.member_id, p.name order by b.member_id limit ${limit}
  `);

/** Counts the other members who uploaded a file with the same content as one of the member's. */
export const othersWithPapers = (tx: Tx, of: ComparedFiles) =>
  tx.one<{ members: number; key: string | null }>(sql`
    select count(distinct b.member_id) as members,
      md5(string_agg(distinct b.member_id::text, ',')) as key from verification.upload a
    join verification.upload b
      on coalesce(b.original, b.stored) ->> 'sha256' = coalesce(a.original, a.stored) ->> 'sha256'
    where ${areCompared(of)}
  `);
