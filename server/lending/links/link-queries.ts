// SQL of what members have in common, by keyed hashes and never by the data themselves.
import { type LinkKind, LINKS_MAX } from '#contract/lending/review/links.ts';
import type { Tx } from '../../database/db.ts';
import { constant, type Sql, sql } from '../../database/sql.ts';

export type LinkRow = {
  kind: LinkKind;
  memberId: number;
  sealedName: string | null;
  suspended: boolean;
  closed: boolean;
  late: boolean;
};

/** One more than is shown, so that the page can say that there are more. */
const limit = constant(LINKS_MAX + 1);

const part = (kind: LinkKind, members: Sql) => sql`
  (select ${kind}::text as kind, o.member_id from (${members} limit ${limit}) o)`;

/** Accounts that the member has or had, except refused ones of the member. */
const accounts = (id: number) => sql`
  select distinct b.member_id from verification.bank_account a
  join verification.bank_account b on b.account_hash = a.account_hash
  where a.member_id = ${id} and b.member_id <> ${id}`;

/** Members of whom a table has the same hash. */
const sharing = (table: Sql, id: number) => sql`
  select distinct b.member_id from ${table} a
  join ${table} b on b.hash = a.hash
  where a.member_id = ${id} and b.member_id <> ${id}`;

const addresses = sql`verification.address_key`;
const contacts = sql`lending.contact_key`;

const contactsOfOthers = (id: number) => sql`
  select distinct p.member_id from lending.contact_key a
  join verification.profile p on p.phone_hash = a.hash
  where a.member_id = ${id} and p.member_id <> ${id}`;

const asContact = (id: number) => sql`
  select distinct b.member_id from verification.profile p
  join lending.contact_key b on b.hash = p.phone_hash
  where p.member_id = ${id} and b.member_id <> ${id}`;

const documents = (id: number) => sql`
  select distinct b.member_id from verification.upload a
  join verification.upload b
    on coalesce(b.original, b.stored) ->> 'sha256' = coalesce(a.original, a.stored) ->> 'sha256'
  where a.member_id = ${id} and b.member_id <> ${id}`;

const devices = (id: number) => sql`
  select distinct b.member_id from identity.browser a
  join identity.browser b on b.address = a.address and md5(b.agent) = md5(a.agent)
  where a.member_id = ${id} and b.member_id <> ${id}`;

/** Members who have something in common with a member, at most one more than shown of each kind. */
export const linksOf = (tx: Tx, id: number) =>
  tx.many<LinkRow>(sql`
    with linked as materialized (
      ${part('account', accounts(id))} union all ${part('address', sharing(addresses, id))}
      union all ${part('sharedContact', sharing(contacts, id))}
      union all ${part('contactOfOther', contactsOfOthers(id))}
      union all ${part('memberAsContact', asContact(id))}
      union all ${part('document', documents(id))} union all ${part('device', devices(id))}
    )
    select l.kind, l.member_id, p.name as sealed_name, m.suspended_at is not null as suspended,
      m.closed_at is not null as closed, exists (select from lending.loan x
        where x.member_id = m.id and x.status in (61, 65, 70, 80)) as late
    from linked l join identity.member m on m.id = l.member_id
    left join verification.profile p on p.member_id = m.id
    order by l.kind, l.member_id
  `);

export const memberExists = (tx: Tx, id: number) =>
  tx.maybe<{ id: number }>(sql`select id from identity.member where id = ${id}`);

export const insertContactKey = (
  tx: Tx,
  of: { loanId: number; memberId: number; phone: string; hash: string },
) =>
  tx.run(sql`
    insert into lending.contact_key (loan_id, member_id, phone, hash)
    values (${of.loanId}, ${of.memberId}, ${of.phone}, ${of.hash}) on conflict do nothing
  `);

/** Applications whose contact person has no hash, except those of erased members. */
export const loansWithoutKey = (tx: Tx, after: number, most: number) =>
  tx.many<{ id: number; memberId: number; application: string }>(sql`
    select l.id, l.member_id, l.application from lending.loan l
    where l.id > ${after}
      and not exists (select from lending.contact_key k where k.loan_id = l.id)
      and not exists (select from verification.profile p
        where p.member_id = l.member_id and p.erased_at is not null)
    order by l.id limit ${most}
  `);

export const removeContactKeys = (tx: Tx, memberId: number) =>
  tx.run(sql`delete from lending.contact_key where member_id = ${memberId}`);
