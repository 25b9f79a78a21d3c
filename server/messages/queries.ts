// SQL of the message texts written at the office.
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import type { WordingWay } from '#contract/core/wording.ts';

export type VersionRow = {
  way: WordingWay;
  version: number;
  title: string | null;
  body: string | null;
  reason: string;
  by: string | null;
  madeAt: Date;
  effectiveAt: Date;
};

/** Returns every version of a kind's texts, newest first. */
export const versionsOf = (tx: Tx, kind: string) =>
  tx.many<VersionRow>(sql`
    select w.way, w.version, w.title, w.body, w.reason, o.name as by, w.made_at as "madeAt",
      w.effective_at as "effectiveAt"
    from messages.wording w left join identity.operator o on o.id = w.made_by
    where w.kind = ${kind} order by w.version desc
  `);

/**
 * Returns the office's texts in force by kind and channel; kinds for which the office has written
 * no text are missing.
 */
export const allInForce = (tx: Tx, now: Date) =>
  tx.many<{ kind: string; way: WordingWay; isOwn: boolean; changedAt: Date }>(sql`
    select distinct on (kind, way) kind, way, body is not null as "isOwn",
      effective_at as "changedAt"
    from messages.wording where effective_at <= ${now} order by kind, way, version desc
  `);

/** Inserts a version; returns 0 if its number already exists. */
export const insertVersion = (
  tx: Tx,
  row: {
    kind: string;
    way: WordingWay;
    version: number;
    words: { title: string; body: string } | null;
    reason: string;
    effectiveAt: Date;
    by: number;
    now: Date;
  },
) =>
  tx.run(sql`
    insert into messages.wording
      (kind, way, version, title, body, reason, effective_at, made_by, made_at)
    values (${row.kind}, ${row.way}, ${row.version}, ${row.words?.title ?? null},
      ${row.words?.body ?? null}, ${row.reason}, ${row.effectiveAt}, ${row.by}, ${row.now}) on
      conflict (kind, way, version) do nothing
  `);
