// SQL of the register of members: what a search text may mean, filters, and one page of rows.
import type { Day } from '#contract/core/day.ts';
import { COUNTED_MAX } from '#contract/core/lists.ts';
import type { MemberFile, MemberPurpose, MemberStanding } from '#contract/verification/members.ts';
import type { Tx } from '../../database/db.ts';
import {
  allOf,
  constant,
  keyset,
  limitOf,
  type Part,
  type Sql,
  sql,
  totalOf,
  when,
} from '../../database/sql.ts';

export type MemberHitRow = {
  id: number;
  email: string;
  name: string | null;
  stage: number;
  status: number;
  suspended: boolean;
  closed: boolean;
  purpose: MemberPurpose;
  createdAt: Date;
};

/**
 * Possible meanings of a search text; a null field matches nobody, and without a search everybody
 * matches.
 */
export type MemberSearch = {
  emailStart: string | null;
  id: number | null;
  caseNo: string | null;
  orderId: number | null;
  phoneHashes: readonly string[];
  idNumberHashes: readonly string[];
  /** Hashes of the pairs of characters of a name: a list for each version of the hash key. */
  nameHashes: readonly (readonly string[])[];
  /**
   * Last digits of a phone number, or of a bank account that is in force or approved for a later
   * time.
   */
  tail: string | null;
};

const hitColumns = sql`m.id, m.email, p.name, coalesce(p.stage, 0) as stage,
  coalesce(p.status, 0) as status, m.suspended_at is not null as suspended,
  m.closed_at is not null as closed, m.purpose, m.created_at`;

const phoneWithTail = (tail: string | null) =>
  sql`select member_id from verification.profile where phone_tail = ${tail}`;
const accountWithTail = (tail: string | null) =>
  sql`select member_id from verification.bank_account where account_tail = ${tail}
    and status in ('pending', 'proposed', 'coming', 'in_force')`;

/**
 * Members that match a search, or all members, filtered by the state of account and verification.
 */
export type MembersOf = {
  wanted: MemberSearch | null;
  standing?: MemberStanding | undefined;
  file?: MemberFile | undefined;
  purpose?: MemberPurpose | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
  direction: 'asc' | 'desc';
};

const standingIs: Record<MemberStanding, Sql> = {
  open: sql`m.suspended_at is null and m.closed_at is null`,
  suspended: sql`m.suspended_at is not null and m.closed_at is null`,
  closed: sql`m.closed_at is not null`,
};
const fileIs: Record<MemberFile, Sql> = {
  begun: sql`(p.status is null or p.status = 0)`,
  reviewing: sql`p.status = 1`,
  supplement: sql`p.status = 2`,
  approved: sql`p.status = 3`,
};
const membersFrom = sql`identity.member m
  left join verification.profile p on p.member_id = m.id`;
const most = constant(COUNTED_MAX);

/** Selects the members who match any of the possible meanings of the search text. */
const hitIds = (of: MemberSearch) => sql`
  (select id from identity.member where email like ${of.emailStart} limit ${most})
  union all select id from identity.member where id = ${of.id}
  union all select member_id from lending.loan where case_no = ${of.caseNo}
  union all select member_id from investing."order" where id = ${of.orderId}
  union all select member_id from verification.profile where phone_hash = any (${of.phoneHashes})
  union all select member_id from verification.profile
    where id_number_hash = any (${of.idNumberHashes})
  union all (
    select n.member_id from jsonb_array_elements(${JSON.stringify(of.nameHashes)}::jsonb) version
    cross join lateral (select array(select jsonb_array_elements_text(version)) as pairs) wanted
    cross join lateral (select member_id from verification.profile
      where name_hashes @> wanted.pairs offset 0) n
    limit ${most})
  union all (
    select member_id from (${phoneWithTail(of.tail)} union all ${accountWithTail(of.tail)}) t
    limit ${most})`;

/** Builds the SQL parts that the list of members and its export share. */
const memberConditions = ({ wanted, standing, file, purpose, from, to }: MembersOf) => ({
  found: wanted ? sql`found as materialized (${hitIds(wanted)}),` : sql``,
  where: allOf([
    wanted ? sql`m.id in (select id from found)` : null,
    standing ? standingIs[standing] : null,
    file ? fileIs[file] : null,
    when(purpose, sql`m.purpose = ${purpose}`),
    when(from, sql`m.created_at >= ${from}::date::timestamp at time zone 'Asia/Taipei'`),
    when(to, sql`m.created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Taipei'`),
  ]),
});

/** Lists members who match the filter, by their registration. */
export const listMembers = (tx: Tx, of: MembersOf, part: Part<{ id: number }>) => {
  const { found, where } = memberConditions(of);
  const { after, order } = keyset(of.direction, { id: sql`m.id` });
  return tx.many<MemberHitRow>(sql`
    with ${found} page as (
      select m.id from ${membersFrom}
      where ${allOf([where, after(part)])}
      order by ${order} ${limitOf(part)}
    )
    select ${hitColumns} from page join identity.member m using (id)
    left join verification.profile p on p.member_id = m.id order by ${order}
  `);
};

/** Number of members, counted only as far as the list can be paged. */
export const countMembers = (tx: Tx, of: MembersOf) => {
  const { found, where } = memberConditions(of);
  return tx.one<{ total: number }>(sql`
    with ${found} counted as (${totalOf(sql`${membersFrom} where ${where}`)})
    select total from counted
  `);
};

/**
 * Members whose phone number or bank account ends with these digits, with one row for each match;
 * `by` says which of the two matched.
 */
export const membersWithTail = (tx: Tx, tail: string, limit: number) =>
  tx.many<{ id: number; email: string; name: string | null; by: 'phone' | 'account' }>(sql`
    with found as materialized (
      select 'phone' as by, member_id from (${phoneWithTail(tail)} limit ${most}) p
      union
      select 'account', member_id from (${accountWithTail(tail)} limit ${most}) a
    )
    select m.id, m.email, p.name, found.by
    from found join identity.member m on m.id = found.member_id
    left join verification.profile p on p.member_id = m.id
    order by m.id desc, found.by desc limit ${limit}
  `);
