// SQL of changes to a bank account or identity document after the verification was approved.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import type { ProfileRow } from '../queries.ts';
import type { SupplementItem } from '../rules.ts';

export type ChangeRow = {
  id: number;
  memberId: number;
  kind: 'bank' | 'id' | 'phone';
  status: 'reviewing' | 'supplement' | 'approved' | 'withdrawn';
  bankAccountId: number | null;
  idDocument: ProfileRow['idDocument'];
  reason: number | null;
  name: string | null;
  /**
   * The encrypted phone number of a change of phone; null for other changes, and once the change is
   * in force or has failed.
   */
  phone: string | null;
  items: SupplementItem[];
  inForceFrom: Date | null;
  requestedAt: Date;
  decidedAt: Date | null;
};

const columns = sql`id, member_id, kind, status, bank_account_id, id_document, reason, name, phone,
  items, in_force_from, requested_at, decided_at`;

export const insertChange = (
  tx: Tx,
  change: { memberId: number; now: Date } & (
    | { kind: 'bank'; bankAccountId: number }
    | { kind: 'phone'; phone: string; phoneHash: string }
    | {
        kind: 'id';
        idDocument: NonNullable<ProfileRow['idDocument']>;
        reason: number;
        name: string | null;
      }
  ),
) => {
  const bankAccountId = change.kind === 'bank' ? change.bankAccountId : null;
  const document = change.kind === 'id' ? change : null;
  const phone = change.kind === 'phone' ? change : null;
  return tx.one<ChangeRow>(sql`
    insert into verification.account_change (member_id, kind, bank_account_id, id_document,
      reason, name, requested_at, phone, phone_hash)
    values (${change.memberId}, ${change.kind}, ${bankAccountId},
      ${document && JSON.stringify(document.idDocument)}, ${document?.reason ?? null},
      ${document?.name ?? null}, ${change.now}, ${phone?.phone ?? null},
      ${phone?.phoneHash ?? null}) returning ${columns}
  `);
};

export const changeById = (tx: Tx, id: number) =>
  tx.maybe<ChangeRow>(sql`select ${columns} from verification.account_change where id = ${id}`);

export const changesOf = (tx: Tx, memberId: number) =>
  tx.many<ChangeRow>(sql`
    select ${columns} from verification.account_change where member_id = ${memberId}
    order by id desc limit 20
  `);

/** Withdraws open changes (requested or returned), of one kind or of both kinds. */
export const withdrawOpen = (
  tx: Tx,
  memberId: number,
  kinds: readonly ChangeRow['kind'][],
  now: Date,
) =>
  tx.many<ChangeRow>(sql`
    update verification.account_change
    set status = 'withdrawn', decided_at = ${now}, phone = null, phone_hash = null
    where member_id = ${memberId} and kind = any (${kinds}) and status in ('reviewing',
      'supplement')
    returning ${columns}
  `);

/** Ends the review of a change; returns 0 if it is no longer under review. */
export const decideChange = (
  tx: Tx,
  id: number,
  to: {
    status: 'approved' | 'supplement' | 'withdrawn';
    items?: readonly SupplementItem[];
    inForceFrom?: Date;
    now: Date;
  },
) =>
  tx.run(sql`
    update verification.account_change
    set status = ${to.status}, items = ${JSON.stringify(to.items ?? [])}, in_force_from =
      ${to.inForceFrom ?? null}, decided_at = ${to.now}
    where id = ${id} and status = 'reviewing'
  `);

/** Returns approved changes of phone whose effective time has come. */
export const phoneChangesDue = (tx: Tx, now: Date) =>
  tx.many<{ id: number }>(sql`
    select id from verification.account_change
    where kind = 'phone' and status = 'approved' and phone is not null and in_force_from <= ${now}
    order by in_force_from, id limit 500
  `);

/** Deletes the phone number stored with a change as soon as it is no longer needed there. */
export const takePhoneOut = (tx: Tx, id: number) =>
  tx.run(sql`
    update verification.account_change set phone = null, phone_hash = null where id = ${id}
  `);

/** Withdraws approved changes of phone that are not in force yet. */
export const withdrawComingPhone = (tx: Tx, memberId: number, now: Date) =>
  tx.many<ChangeRow>(sql`
    update verification.account_change
    set status = 'withdrawn', decided_at = ${now}, phone = null, phone_hash = null
    where member_id = ${memberId} and kind = 'phone' and status = 'approved' and phone is not null
    returning ${columns}
  `);

export const setName = (tx: Tx, memberId: number, name: string, hashes: readonly string[]) =>
  tx.run(sql`
    update verification.profile set name = ${name}, name_hashes = ${hashes}, screened = null
    where member_id = ${memberId}
  `);

/** Recent events that suggest a stolen account: a new password, or another approved change. */
export const recentOf = (tx: Tx, memberId: number, since: Date) =>
  tx.one<{ passwords: number; changes: number }>(sql`
    select (select count(*)::int from tasks.audit where subject_type = 'member' and subject_id =
      ${memberId}
      and action like 'identity.password%' and at >= ${since}) as passwords,
    (select count(*)::int from verification.account_change where member_id = ${memberId}
      and status = 'approved' and decided_at >= ${since}) as changes
  `);

/** Returns the newest reset of the verification since its last approval, if there is one. */
export const resetReasonOf = (tx: Tx, memberId: number) =>
  tx.maybe<{ id: number; reason: string | null }>(sql`
    select r.id, r.reason from tasks.audit r
    where r.subject_type = 'member' and r.subject_id = ${memberId}
      and r.action = 'verification.reset'
      and r.id > coalesce((select max(a.id) from tasks.audit a where a.subject_type = 'member'
        and a.subject_id = ${memberId} and a.action = 'verification.approve'), 0)
    order by r.id desc limit 1
  `);
