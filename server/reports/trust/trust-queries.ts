// SQL of trust reports: what belongs to each member on a day, letters, signed reports, and proofs.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { AccountKind, TransferKind } from '#contract/ledger/kinds.ts';
import type { TrustFigures } from '#contract/reports/trust/parts.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/**
 * NT$ that the trust account owed to each member at the end of a day: the present balances of the
 * accounts less what was booked on them since.
 */
export const memberAmounts = (tx: Tx, day: Day, kinds: readonly AccountKind[]) =>
  tx.many<{ memberId: number; amount: Money }>(sql`
    with since as (
      select e.account_id, sum(e.amount)::bigint as amount
      from (select id from ledger.transfer where booked_on > ${day} offset 0) t
      cross join lateral (
        select account_id, amount from ledger.entry where transfer_id = t.id offset 0) e
      group by e.account_id
    )
    select coalesce(nullif(a.member_id, 0), o.member_id, l.member_id) as member_id,
      sum(a.side * (a.balance - coalesce(s.amount, 0)))::bigint as amount
    from ledger.account a
    left join since s on s.account_id = a.id
    left join investing."order" o on o.id = a.order_id and a.order_id > 0
    left join lending.loan l on l.id = a.loan_id and a.loan_id > 0
    where a.kind = any (${kinds}) and (a.balance <> 0 or s.amount <> 0)
      and coalesce(nullif(a.member_id, 0), o.member_id, l.member_id) is not null
    group by 1 having sum(a.side * (a.balance - coalesce(s.amount, 0))) > 0
    order by 1
  `);

/** Balance of each kind of account of the trust at the end of a day, on its normal side. NT$ */
export const trustBalances = (tx: Tx, day: Day) =>
  tx.many<{ kind: AccountKind; amount: Money }>(sql`
    select m.kind, (k.side * sum(m.amount))::bigint as amount
    from ledger.moved m join ledger.kind k on k.kind = m.kind
    where k.entity = 'trust' and m.day <= ${day} group by m.kind, k.side
  `);

/** What came into the trust account and left it between two days, by kind of transfer. NT$ */
export const trustMoves = (tx: Tx, from: Day, to: Day) =>
  tx.many<{ kind: TransferKind; received: Money; paid: Money }>(sql`
    select transfer_kind as kind, sum(debit)::bigint as received,
      sum(debit - amount)::bigint as paid
    from ledger.moved where kind = 'trust_bank' and day between ${from} and ${to}
    group by 1 having sum(debit) <> 0 or sum(debit - amount) <> 0 order by 1
  `);

export const firstTrustDay = (tx: Tx) =>
  tx.one<{ day: Day | null }>(
    sql`select min(day) as day from ledger.moved where kind = 'trust_bank'`,
  );

export type LetterRow = {
  id: number;
  amount: Money;
  filename: string;
  addedBy: string | null;
  addedAt: Date;
};

export const lettersOf = (tx: Tx, day: Day) =>
  tx.many<LetterRow>(sql`
    select b.id, b.amount, b.filename, o.name as added_by, b.added_at
    from reports.bank_letter b left join identity.operator o on o.id = b.added_by
    where b.day = ${day} order by b.id desc
  `);

export const insertLetter = (
  tx: Tx,
  l: {
    day: Day;
    amount: Money;
    filename: string;
    contentType: string;
    stored: StoredFile;
    by: number;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into reports.bank_letter (day, amount, filename, content_type, stored, added_by,
      added_at)
    values (${l.day}, ${l.amount}, ${l.filename}, ${l.contentType}, ${JSON.stringify(l.stored)},
      ${l.by}, ${l.now})
    returning id
  `);

export const letterById = (tx: Tx, id: number) =>
  tx.maybe<{ filename: string; contentType: string; stored: StoredFile; day: Day }>(sql`
    select filename, content_type, stored, day from reports.bank_letter
    where id = ${id}
  `);

export type ReportRow = {
  id: number;
  month: Day;
  /** Figures as the contract encodes them. */
  figures: TrustFigures;
  members: number;
  membersAmount: Money;
  root: string;
  signedById: number;
  signedBy: string | null;
  signedAt: Date;
  secondBy: string | null;
  secondAt: Date | null;
};

const columns = sql`r.id, r.month, r.figures, r.members, r.members_amount, r.root,
  r.signed_by as signed_by_id, f.name as signed_by, r.signed_at, s.name as second_by, r.second_at`;
const tables = sql`reports.trust_report r
  left join identity.operator f on f.id = r.signed_by
  left join identity.operator s on s.id = r.second_by`;

/** Reports that were not replaced, of one month or of all (null); the newest first. */
export const reportsOf = (tx: Tx, month: Day | null) =>
  tx.many<ReportRow>(sql`
    select ${columns} from ${tables}
    where r.ended_at is null and r.month = coalesce(${month}::date, r.month)
    order by r.month desc, r.id desc
  `);

/** Held until the end of the transaction by whoever signs a report. */
export const lockReports = (tx: Tx) => tx.one(sql`select pg_advisory_xact_lock(36, 2)`);

export const insertReport = (
  tx: Tx,
  r: {
    month: Day;
    letterId: number;
    figures: unknown;
    members: number;
    membersAmount: Money;
    root: string;
    by: number;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into reports.trust_report (month, letter_id, figures, members, members_amount, root,
      signed_by, signed_at)
    values (${r.month}, ${r.letterId}, ${JSON.stringify(r.figures)}, ${r.members},
      ${r.membersAmount}, ${r.root}, ${r.by}, ${r.now})
    returning id
  `);

export const insertLines = (
  tx: Tx,
  reportId: number,
  lines: readonly { memberId: number; amount: Money; salt: string }[],
) =>
  tx.run(sql`
    insert into reports.trust_line (report_id, member_id, amount, salt, place)
    select ${reportId}, m, a, s, p - 1 from unnest(
      ${lines.map(({ memberId }) => memberId)}::bigint[],
      ${lines.map(({ amount }) => amount)}::bigint[],
      ${lines.map(({ salt }) => salt)}::text[]) with ordinality as l (m, a, s, p)
  `);

export const insertNodes = (
  tx: Tx,
  reportId: number,
  level: number,
  nodes: readonly { hash: string; sum: Money }[],
) =>
  tx.run(sql`
    insert into reports.trust_node (report_id, level, place, hash, sum)
    select ${reportId}, ${level}, p - 1, h, s from unnest(
      ${nodes.map(({ hash }) => hash)}::text[],
      ${nodes.map(({ sum }) => sum)}::bigint[]) with ordinality as n (h, s, p)
  `);

export const linesOf = (tx: Tx, reportId: number) =>
  tx.many<{ memberId: number; amount: Money }>(sql`
    select member_id, amount from reports.trust_line
    where report_id = ${reportId} order by member_id
  `);

export const endReport = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`update reports.trust_report set ended_at = ${now} where id = ${id}`);

export const insertSecondSignature = (tx: Tx, id: number, by: number, now: Date) =>
  tx.run(sql`
    update reports.trust_report set second_by = ${by}, second_at = ${now} where id = ${id}
  `);

/** A member's own amounts by report. */
export const amountsOfMember = (tx: Tx, memberId: number) =>
  tx.many<{ reportId: number; amount: Money }>(sql`
    select report_id, amount from reports.trust_line where member_id = ${memberId}
  `);

export const lineOfMember = (tx: Tx, reportId: number, memberId: number) =>
  tx.maybe<{ amount: Money; salt: string; place: number; height: number }>(sql`
    select l.amount, l.salt, l.place,
      (select max(n.level) from reports.trust_node n where n.report_id = l.report_id)::integer
        as height
    from reports.trust_line l where l.report_id = ${reportId} and l.member_id = ${memberId}
  `);

export const nodesAt = (
  tx: Tx,
  reportId: number,
  places: readonly { level: number; place: number }[],
) =>
  tx.many<{ level: number; place: number; hash: string; sum: Money }>(sql`
    select n.level::integer as level, n.place, n.hash, n.sum
    from unnest(${places.map(({ level }) => level)}::smallint[],
      ${places.map(({ place }) => place)}::integer[]) as w (level, place)
    join reports.trust_node n
      on n.report_id = ${reportId} and n.level = w.level and n.place = w.place
    order by n.level
  `);
