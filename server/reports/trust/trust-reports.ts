// The trust report at the office: letters of the bank, and the signatures of two persons.
import { addMonths, type Day, day, dayNumber } from '#contract/core/day.ts';
import type {
  ServerTrustReport,
  trustReportsOffice,
  TrustState,
} from '#contract/reports/trust/office.ts';
import type { TrustFigures } from '#contract/reports/trust/parts.ts';
import { Refusal } from '#contract/refusals.ts';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Actions, Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import { recordMove } from '../../tasks/front.ts';
import {
  daysOfMonth,
  encodedFigures,
  figuresOf,
  isMonthClosed,
  type MemberAmount,
  type ServerFigures,
} from './trust-figures.ts';
import {
  endReport,
  firstTrustDay,
  insertLetter,
  insertLines,
  insertNodes,
  insertReport,
  insertSecondSignature,
  letterById,
  lettersOf,
  linesOf,
  lockReports,
  type ReportRow,
  reportsOf,
} from './trust-queries.ts';
import { rootOf, treeOf } from './trust-tree.ts';
import { trustPdf } from './trust-pdf.ts';

type Office = typeof trustReportsOffice;
type Now = { figures: ServerFigures; lines: MemberAmount[] };

const SALT_BYTES = 16;
const isSigned = ({ secondAt }: ReportRow) => secondAt !== null;

/** Returns whether the figures or a member's line differ from those that were signed. */
async function isChanged({ tx }: Pick<Work, 'tx'>, row: ReportRow, now: Now): Promise<boolean> {
  const { figures, lines } = now;
  // The tasks of differences end after the signature, which changes no figure.
  const plain = (of: object) => ({ ...of, differences: null });
  if (!isDeepStrictEqual(plain(row.figures), plain(encodedFigures(figures) as TrustFigures)))
    return true;
  return !isDeepStrictEqual(await linesOf(tx, row.id), lines);
}

type Read = { now: Now; state: TrustState; row: ReportRow | undefined };

async function readReport(work: Pick<Work, 'tx'>, month: string): Promise<Read> {
  const { first, last } = daysOfMonth(month);
  const [letter] = await lettersOf(work.tx, last);
  const now = await figuresOf(work, month, letter);
  const rows = await reportsOf(work.tx, first);
  const waiting = rows.find((one) => !isSigned(one));
  const signed = rows.find(isSigned);
  if (waiting && !(await isChanged(work, waiting, now)))
    return { now, state: 'first', row: waiting };
  if (!signed) return { now, state: 'open', row: undefined };
  const state = (await isChanged(work, signed, now)) ? 'changed' : 'signed';
  return { now, state, row: signed };
}

/** Returns why the report cannot be signed now; null if it can. */
async function blockOf(work: Pick<Work, 'tx'>, month: string, { now, state }: Read) {
  if (!(await isMonthClosed(work, month))) return 'TRUST_MONTH_OPEN' as const;
  if (state === 'signed') return 'TRUST_SIGNED' as const;
  if (now.figures.unexplained === null) return 'TRUST_LETTER_MISSING' as const;
  return now.figures.unexplained === 0 ? null : ('TRUST_UNEXPLAINED' as const);
}

async function reportView(work: Pick<Work, 'tx'>, month: string): Promise<ServerTrustReport> {
  const read = await readReport(work, month);
  const { now, state, row } = read;
  const { last } = daysOfMonth(month);
  return {
    month,
    day: last,
    state,
    block: await blockOf(work, month, read),
    figures: now.figures,
    root: row?.root ?? null,
    letters: await lettersOf(work.tx, last),
    signedBy: row?.signedBy ?? null,
    signedAt: row?.signedAt ?? null,
    secondBy: row?.secondBy ?? null,
    secondAt: row?.secondAt ?? null,
  };
}

const subjectOf = (first: Day) => ({ type: 'trust_report', id: dayNumber(first) }) as const;

/** Stores the figures and the tree of the members' lines with the first signature. */
async function signFirst(
  { tx, operator, now: at }: Work & { operator: Operator },
  month: string,
  { figures, lines }: Now,
): Promise<string> {
  const { first } = daysOfMonth(month);
  const stale = (await reportsOf(tx, first)).find((one) => !isSigned(one));
  if (stale) await endReport(tx, stale.id, at);
  const salted = lines.map((line) => ({ ...line, salt: randomBytes(SALT_BYTES).toString('hex') }));
  const tree = treeOf(month, salted);
  const root = rootOf(tree);
  const { members, membersAmount, letterId } = figures;
  if (letterId === null) throw new Refusal('TRUST_LETTER_MISSING');
  const { id } = await insertReport(tx, {
    month: first,
    letterId,
    figures: encodedFigures(figures),
    members,
    membersAmount,
    root,
    by: operator.id,
    now: at,
  });
  await insertLines(tx, id, tree.leaves);
  for (const [level, nodes] of tree.levels.entries()) await insertNodes(tx, id, level, nodes);
  return root;
}

/** Signs as the second person, which publishes the report and replaces an earlier one. */
async function signSecond(work: Work & { operator: Operator }, row: ReportRow): Promise<void> {
  const { tx, operator, now } = work;
  if (row.signedById === operator.id) throw new Refusal('MAKER_IS_CHECKER');
  const earlier = (await reportsOf(tx, row.month)).find(isSigned);
  if (earlier) await endReport(tx, earlier.id, now);
  await insertSecondSignature(tx, row.id, operator.id, now);
}

/** Months from the first movement of the trust account to the last one that has ended. */
async function endedMonths({ tx, today }: Pick<Work, 'tx' | 'today'>): Promise<string[]> {
  const { day: first } = await firstTrustDay(tx);
  const months: string[] = [];
  if (first === null) return months;
  let at = addMonths(day(`${today.slice(0, 7)}-01`), -1);
  for (; at.slice(0, 7) >= first.slice(0, 7); at = addMonths(at, -1)) months.push(at.slice(0, 7));
  return months;
}

export const trustOfficeActions: Actions<{ reports: Office }>['reports'] = {
  async listTrustReports(context) {
    const rows = await reportsOf(context.tx, null);
    const months = await endedMonths(context);
    return {
      data: months.map((month) => {
        const own = rows.filter((row) => row.month === `${month}-01`);
        const row = own.find(isSigned) ?? own[0];
        const state = row === undefined ? 'open' : isSigned(row) ? 'signed' : 'first';
        return {
          month,
          state,
          bank: row ? row.figures.bank : null,
          members: row?.members ?? null,
          membersAmount: row?.membersAmount ?? null,
          signedBy: row?.signedBy ?? null,
          signedAt: row?.signedAt ?? null,
          secondBy: row?.secondBy ?? null,
          secondAt: row?.secondAt ?? null,
        };
      }),
    };
  },

  async getTrustReport(context, { month }) {
    return { data: await reportView(context, month) };
  },

  async addBankLetter(context, { month, amount }) {
    const { tx, operator, now } = context;
    const [file] = context.files;
    if (!file) throw new Refusal('FILES_MISSING', { fields: { file: '請選擇檔案' } });
    if (!(await isMonthClosed(context, month))) throw new Refusal('TRUST_MONTH_OPEN');
    const { last } = daysOfMonth(month);
    const { filename, contentType, stored } = file;
    // Everybody opens the re-rendered form, so the original is not kept.
    if (file.original) await context.services.files.remove(file.original.key);
    const row = { day: last, amount, filename, contentType, stored, by: operator.id, now };
    const { id } = await insertLetter(tx, row);
    await recordMove(context, {
      subject: { type: 'bank_letter', id },
      action: 'bank_letter.added',
      snapshot: { day: last, amount, filename, sha256: stored.sha256 },
    });
    return { data: { id } };
  },

  async bankLetter(context, { id }) {
    const row = await letterById(context.tx, id);
    if (!row) throw new Refusal('TRUST_LETTER_MISSING');
    const { filename, contentType, stored } = row;
    await recordMove(context, {
      subject: { type: 'bank_letter', id },
      action: 'bank_letter.read',
      snapshot: { day: row.day },
    });
    return { contentType, filename, bytes: await context.services.files.get(stored) };
  },

  async signTrustReport(context, { month }) {
    const { operator } = context;
    await lockReports(context.tx);
    const read = await readReport(context, month);
    const block = await blockOf(context, month, read);
    if (block !== null) throw new Refusal(block);
    const { now, state, row } = read;
    const isSecond = state === 'first' && row !== undefined;
    if (!isSecond && !operator.roles.includes('finance')) throw new Refusal('ROLE_REQUIRED');
    let root = row?.root;
    if (isSecond) await signSecond(context, row);
    else root = await signFirst(context, month, now);
    const { bank, books, members, membersAmount } = now.figures;
    await recordMove(context, {
      subject: subjectOf(daysOfMonth(month).first),
      action: isSecond ? 'trust_report.closed' : 'trust_report.signed',
      to: isSecond ? 'signed' : 'first',
      snapshot: { month, bank, books, members, membersAmount, root },
    });
    return { data: { stage: isSecond ? 'second' : 'first' } };
  },

  trustReportPdf: (context, { month }) => trustPdf(context, month),
};
