// Signatures: a day is closed by two persons and reopened by two, each with a reason.
import { ZERO, money, subtract } from '#contract/core/money.ts';
import type { Breach, reconciliationOffice } from '#contract/banking/reconciliation.ts';
import { type Day, day as dayIn, dayNumber } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import {
  bookVatThrough,
  closeThrough,
  isInClosedYear,
  lockPosting,
  openSince,
} from '../../ledger/front.ts';
import { decisionsWait, recordMove } from '../../tasks/front.ts';
import { isTrustShort } from '../booking/shortfall.ts';
import { bankClosedThrough } from './closing.ts';
import { blockOf, compareDay, type Compared, isStale } from './comparison.ts';
import { differences, type Span } from './reconciliation-queries.ts';
import {
  decideReopening,
  endCovered,
  endFrom,
  endSignature,
  insertReopening,
  insertSecondSignature,
  insertSignature,
  lastSigned,
  openReopening,
  type Reason,
  signOffOf,
} from './sign-off-queries.ts';

const subjectOf = (day: Day) => ({
  type: 'reconciliation' as const,
  id: dayNumber(day),
});

/** More differences than these are not signed: each needs an owner, which is done one by one. */
const REASONS_MAX = 500;

async function assertCanSign({ tx }: Work, day: Day, compared: Compared): Promise<void> {
  const known = { complete: await bankClosedThrough(tx), isShort: await isTrustShort(tx) };
  const block = blockOf(day, known, compared);
  if (block === null) return;
  if (block === 'short') {
    throw new Refusal('TRUST_SHORT', { data: { lacking: compared.short } });
  }
  if (block === 'notEnded' || block === 'noClosing') throw new Refusal('DAY_NOT_CLOSED');
  const { unexplained, unowned, unreasoned, books, owed } = compared;
  throw new Refusal('DAY_UNEXPLAINED', {
    data: { unexplained, unowned, unreasoned, owed: subtract(books, owed) },
  });
}

/** Returns what the first person signs about client money that lacked; refuses DAY_BREACH. */
function breachOf({ short }: Compared, { cause, told }: Stated): Breach | null {
  if (short === 0) return null;
  const fields = {
    ...(cause === undefined && { cause: '請寫明短少的原因' }),
    ...(told === undefined && { told: '請寫明已通知誰' }),
  };
  if (cause === undefined || told === undefined) throw new Refusal('DAY_BREACH', { fields });
  return { amount: short, cause, told };
}

/** Returns the reasons that the second person confirms; nobody confirms a reason of their own. */
async function reasonsOf(
  { tx, operator }: Work & { operator: Operator },
  span: Span | null,
): Promise<Reason[]> {
  const rows = span ? await differences(tx, span, REASONS_MAX) : [];
  return rows.flatMap(({ key, amount, reason, reasonBy, needsReason }) => {
    if (reason === null) return [];
    if (needsReason && reasonBy === operator.id) throw new Refusal('MAKER_IS_CHECKER');
    return [{ key, amount: money(amount), reason, by: reasonBy }];
  });
}

/** Signs as the second person, which closes the day and every day before it. */
async function signSecond(
  work: Work & { operator: Operator },
  day: Day,
  { id, signedById }: { id: number; signedById: number },
  { note, span }: { note: string; span: Span | null },
): Promise<void> {
  const { tx, operator, now } = work;
  if (signedById === operator.id) throw new Refusal('MAKER_IS_CHECKER');
  const reasons = await reasonsOf(work, span);
  await bookVatThrough(tx, day);
  await insertSecondSignature(tx, id, { by: operator.id, note, reasons, now });
  await endCovered(tx, day, now);
  await closeThrough(tx, day);
}

type Stated = { cause?: string | undefined; told?: string | undefined };

type Own = Pick<
  Actions<{ banking: typeof reconciliationOffice }>['banking'],
  'signDay' | 'reopenDay' | 'decideReopening'
>;

const isClosed = async (work: Work, day: Day) => {
  const first = await openSince(work.tx);
  return first !== null && day < first;
};

export const signOffActions: Own = {
  async signDay(context, { day: on, note, ...stated }) {
    const { tx, operator, now } = context;
    const day = dayIn(on);
    // Locks posting before reading the figures, because the figures that are signed must be those
    // that are closed.
    await lockPosting(tx);
    if (await isClosed(context, day)) throw new Refusal('DAY_SIGNED');
    if (await decisionsWait(context)) throw new Refusal('DECISIONS_WAITING');
    const { row, span, compared } = await compareDay(tx, day);
    await assertCanSign(context, day, compared);
    const { closing, books, owed, unexplained, differences: count, short } = compared;
    const standing = await signOffOf(tx, day);
    const isSecond = standing !== null && !isStale(row, compared);
    if (isSecond) await signSecond(context, day, standing, { note, span });
    else {
      if (!operator.roles.includes('finance')) throw new Refusal('ROLE_REQUIRED');
      if (standing) await endSignature(tx, standing.id, now);
      const breach = breachOf(compared, stated);
      const figures = { closing: closing ?? ZERO, books, owed, unexplained, differences: count };
      await insertSignature(tx, day, { ...figures, breach, note, by: operator.id, now });
    }
    await recordMove(context, {
      subject: subjectOf(day),
      action: isSecond ? 'reconciliation.closed' : 'reconciliation.signed',
      reason: note,
      snapshot: { closing, books, owed, differences: count, short },
    });
    return { data: { stage: isSecond ? 'second' : 'first' } };
  },

  async reopenDay(context, { day: on, reason }) {
    const { tx, operator, now } = context;
    const day = dayIn(on);
    if (!(await isClosed(context, day))) throw new Refusal('DAY_OPEN');
    if (await isInClosedYear(tx, day)) throw new Refusal('YEAR_CLOSED');
    if ((await insertReopening(tx, { day, reason, by: operator.id, now })) === 0) {
      throw new Refusal('DAY_REOPENING');
    }
    await recordMove(context, {
      subject: subjectOf(day),
      action: 'reconciliation.reopening_asked',
      reason,
    });
    return { data: { ok: true } };
  },

  async decideReopening(context, { day: on, agree }) {
    const { tx, operator, now } = context;
    const day = dayIn(on);
    const asked = await openReopening(tx, day);
    if (!asked) throw new Refusal('DAY_OPEN');
    // The person who requested the reopening may refuse it but not approve it.
    if (agree && asked.askedById === operator.id) throw new Refusal('MAKER_IS_CHECKER');
    if (agree) {
      await lockPosting(tx);
      if (!(await isClosed(context, day))) throw new Refusal('DAY_OPEN');
      if (await isInClosedYear(tx, day)) throw new Refusal('YEAR_CLOSED');
      await endFrom(tx, day, asked.id, now);
      await closeThrough(tx, (await lastSigned(tx)).day);
    }
    await decideReopening(tx, asked.id, { by: operator.id, agreed: agree, now });
    await recordMove(context, {
      subject: subjectOf(day),
      action: agree ? 'reconciliation.reopened' : 'reconciliation.reopening_refused',
      reason: asked.reason,
    });
    return { data: { ok: true } };
  },
};
