// Provisional and final documents of an investor. A period whose days two persons have not signed
// can still change, so its document says 暫定. The first download afterwards is numbered and stored,
// and every later download is the same.
import { isDeepStrictEqual } from 'node:util';
import type { Member } from '../call.ts';
import { daySignedAt } from '../banking/front.ts';
import { recordMove } from '../tasks/front.ts';
import { type Work, inWork } from '../work.ts';
import {
  insertStatement,
  lastStatement,
  type Period,
  type StatementRow,
} from './statement-queries.ts';
import type { Report, StatementKind } from './statement-form.ts';

const PROVISIONAL =
  '本期帳簿尚未全部由兩人簽核，本文件為暫定，數字仍可能變動；簽核後首次下載者編號並確定，不再變動。';

/** Follows the number if the period was reopened and signed again with other figures. */
const REPLACED = '（取代先前編號之文件）';

const ID_DIGITS = 6;

/** Number of a final document, such as M202612-000042 for a month and Y2026-000043 for a year. */
const numberOf = ({ id, kind, from }: Pick<StatementRow, 'id' | 'kind' | 'from'>) =>
  (kind === 'month' ? `M${from.slice(0, 7).replace('-', '')}` : `Y${from.slice(0, 4)}`) +
  `-${`${id}`.padStart(ID_DIGITS, '0')}`;

const withNumber = ({ report, ...row }: StatementRow): Report => ({
  ...report,
  subtitle: `${report.subtitle}　編號 ${numberOf(row)}${row.replaces > 0 ? REPLACED : ''}`,
});

type Of = { kind: StatementKind; period: Period };

/**
 * Returns the document of a period as it is handed out: marked 暫定 while a day of the period is not
 * signed, otherwise the stored one with its number, which the first download creates. If the period
 * was reopened and signed again with other figures, a new one replaces it. An operator who looks at
 * the page as the member creates none.
 */
export async function finalReport(
  work: Work & { member: Member },
  of: Of,
  read: (work: Work) => Promise<Report>,
): Promise<Report> {
  const { tx, member, services } = work;
  const { kind, period } = of;
  const signed = await daySignedAt(tx, period.to);
  if (signed === null) {
    const report = await read(work);
    return {
      ...report,
      title: `${report.title}（暫定）`,
      notes: [PROVISIONAL, ...report.notes],
    };
  }
  const last = await lastStatement(tx, member.id, kind, period.from);
  if (last?.signedAt.getTime() === signed.at.getTime()) return withNumber(last);
  if (member.impersonation) {
    const report = await read(work);
    return last && isDeepStrictEqual(last.report, report) ? withNumber(last) : report;
  }
  // A download has no transaction of its own: number, figures and audit row are one.
  const actor = { type: 'member', id: member.id } as const;
  return inWork(services, (inner) => numbered(inner, { ...of, memberId: member.id }, read), actor);
}

/** Stores the document of a signed period under a new number, unless the last one is the same. */
async function numbered(
  work: Work,
  { kind, memberId, period }: Of & { memberId: number },
  read: (work: Work) => Promise<Report>,
): Promise<Report> {
  const { tx, now } = work;
  const { from } = period;
  const signed = await daySignedAt(tx, period.to);
  const report = await read(work);
  const last = await lastStatement(tx, memberId, kind, from);
  if (last && isDeepStrictEqual(last.report, report)) return withNumber(last);
  // The day was reopened this very moment.
  if (signed === null) return { ...report, title: `${report.title}（暫定）` };
  const row = { memberId, kind, from, report, signedAt: signed.at, now };
  if ((await insertStatement(tx, row)) > 0) {
    await recordMove(work, {
      subject: { type: 'member', id: memberId },
      action: 'member.statement_numbered',
      snapshot: { kind, from },
    });
  }
  return withNumber((await lastStatement(tx, memberId, kind, from))!);
}
