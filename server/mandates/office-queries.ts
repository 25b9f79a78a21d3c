// SQL of the office's list of mandates.
import type { MandateStatus } from '#contract/mandates/status.ts';
import type { ServerOfficeMandate } from '#contract/mandates/office.ts';
import type { Tx } from '../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, totalOf, when } from '../database/sql.ts';

type MandateFilter = { status?: MandateStatus | undefined; member?: number | undefined };

const conditions = (of: MandateFilter) =>
  allOf([
    when(of.status, sql`m.status = ${of.status}`),
    when(of.member, sql`m.member_id = ${of.member}`),
  ]);
const newest = keyset('desc', { id: sql`m.id` });

export const listMandates = (tx: Tx, of: MandateFilter, part: Part<{ id: number }>) =>
  tx.many<ServerOfficeMandate>(sql`
    select m.id, m.member_id, b.bank_code, b.account_tail, m.covers_loans, m.covers_orders,
      m.ceiling, m.status, m.text_version, m.signed_at, m.failures, m.reason
    from mandates.mandate m join verification.bank_account b on b.id = m.bank_account_id
    where ${allOf([conditions(of), newest.after(part)])}
    order by ${newest.order} ${limitOf(part)}
  `);

export const countMandates = (tx: Tx, of: MandateFilter) =>
  tx.one<{ total: number }>(totalOf(sql`mandates.mandate m where ${conditions(of)}`));
