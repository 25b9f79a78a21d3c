// SQL of the versions of texts that a second person releases.
import type { ReleaseKind } from '#contract/content/release.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type Release = {
  id: number;
  kind: ReleaseKind;
  subjectId: number;
  subjectVersion: number;
  fields: Record<string, unknown>;
  publishAt: Date | null;
  state: 'waiting' | 'returned';
  makerId: number;
  maker: string;
  authors: number[];
  authorNames: string[];
  checker: string | null;
  reason: string | null;
  madeAt: Date;
};

/** Returns the version of a text that waits for its reader or was returned; at most one exists. */
export const openRelease = (tx: Tx, kind: ReleaseKind, subjectId: number) =>
  tx.maybe<Release>(sql`
    select r.id, r.kind, r.subject_id, r.subject_version, r.fields, r.publish_at, r.state,
      r.maker_id, m.name as maker, r.authors, c.name as checker, r.reason, r.made_at,
      array(select o.name from identity.operator o where o.id = any(r.authors) order by o.id)
        as author_names
    from content.release r join identity.operator m on m.id = r.maker_id
    left join identity.operator c on c.id = r.checker_id
    where r.kind = ${kind} and r.subject_id = ${subjectId} and r.state in ('waiting', 'returned')
  `);

export const insertRelease = (
  tx: Tx,
  of: {
    kind: ReleaseKind;
    subjectId: number;
    subjectVersion: number;
    fields: object;
    publishAt: Date | null;
    makerId: number;
    authors: readonly number[];
    now: Date;
  },
) =>
  tx.run(sql`
    insert into content.release (kind, subject_id, subject_version, fields, publish_at, state,
      maker_id, authors, made_at)
    values (${of.kind}, ${of.subjectId}, ${of.subjectVersion}, ${JSON.stringify(of.fields)},
      ${of.publishAt}, 'waiting', ${of.makerId}, ${of.authors}, ${of.now})
  `);

/** Sets the state of an open version, with its reader and the reason if there are any. */
export const closeRelease = (
  tx: Tx,
  of: {
    id: number;
    state: 'returned' | 'released' | 'superseded';
    checkerId: number | null;
    reason: string | null;
    now: Date;
  },
) =>
  tx.run(sql`
    update content.release set state = ${of.state}, decided_at = ${of.now},
      checker_id = coalesce(${of.checkerId}, checker_id), reason = coalesce(${of.reason}, reason)
    where id = ${of.id}
  `);
