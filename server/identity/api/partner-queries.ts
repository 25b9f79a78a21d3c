// SQL of the applications of partners, as the office lists and changes them.
import type { partnerStates } from '#contract/identity/partners.ts';
import type { Scope } from '#contract/identity/scopes.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, when } from '../../database/sql.ts';

export type PartnerState = (typeof partnerStates)[number];
export type PartnerRow = {
  id: number;
  clientId: string;
  name: string;
  redirectUris: string[];
  scopes: Scope[];
  state: PartnerState;
  createdAt: Date;
  members: number;
  taskId: number | null;
};

const state = sql`case when p.ended_at is not null then 'ended'
  when p.approved_at is null then 'proposed' else 'active' end`;

const rows = (realNow: Date) => sql`
  select p.id, p.client_id, p.name, p.redirect_uris, p.scopes, ${state} as state, p.created_at,
    (select count(distinct a.member_id) from identity.api_access a where a.partner_id = p.id
      and a.revoked_at is null and a.expires_at > ${realNow})::int as members,
    (select t.id from tasks.task t where t.kind = 'partner_check' and t.status = 'open'
      and t.subject_type = 'partner' and t.subject_id = p.id) as task_id
  from identity.partner p`;

type Of = { state: PartnerState | undefined; realNow: Date };
const conditions = (of: Of) => [when(of.state, sql`${state} = ${of.state}`)];
const newest = keyset('desc', { id: sql`p.id` });

export const listPartners = (tx: Tx, of: Of, part: Part<{ id: number }>) =>
  tx.many<PartnerRow>(sql`
    ${rows(of.realNow)} where ${allOf([...conditions(of), newest.after(part)])}
    order by ${newest.order} ${limitOf(part)}
  `);

export const countPartners = (tx: Tx, of: Of) =>
  tx.one<{ total: number }>(sql`
    select count(*)::int as total from identity.partner p where ${allOf(conditions(of))}
  `);

export const partnerById = (tx: Tx, id: number, realNow: Date) =>
  tx.maybe<PartnerRow>(sql`${rows(realNow)} where p.id = ${id}`);

/** Locks an application until the transaction ends. */
export const lockPartner = (tx: Tx, id: number) =>
  tx.maybe<{ id: number }>(sql`select id from identity.partner where id = ${id} for update`);

export const insertPartner = (
  tx: Tx,
  partner: {
    clientId: string;
    name: string;
    redirectUris: readonly string[];
    scopes: readonly Scope[];
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into identity.partner (client_id, name, redirect_uris, scopes, created_at)
    values (${partner.clientId}, ${partner.name}, ${partner.redirectUris}, ${partner.scopes},
      ${partner.now}) returning id
  `);

export const approvePartner = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`update identity.partner set approved_at = ${now} where id = ${id}`);

export const setPartnerEnded = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`update identity.partner set ended_at = ${now} where id = ${id}`);
