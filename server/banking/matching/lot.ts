// A lot of receipts without an owner: one person proposes to whom each belongs, or returns it to
// its payer; the second person may hold single lines.
import type { MatchTarget, ReceiptChoice, ServerOpenReceipt } from '#contract/banking/matches.ts';
import { choicesIn, MATCHES_MAX, type matchesOffice } from '#contract/banking/matches.ts';
import { formatMoney, money, type Money, sum } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf, Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import { withTransactionAgain } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import { decideTaskOf, holdTask, keepAge, proposal, recordMove } from '../../tasks/front.ts';
import { payerAccountOf, payerNameOf } from '../payment/payers.ts';
import { startReturns } from '../payment/returns.ts';
import { lockReceipt, lockSuspended, markReceipt, type ReceiptRow } from '../queries.ts';
import { certainOf } from '../rules.ts';
import { suspendReceipt } from '../suspense.ts';
import {
  ahead,
  candidatesFor,
  give,
  giveAndTell,
  type MatchEffect,
  numberOf,
  ownerOf,
  payingMembersOf,
  subjectNumberOf,
  suggestionView,
  targetNumbered,
} from './matching.ts';
import {
  countUnmatched,
  type SuggestedRow,
  type UnmatchedRow,
  unmatchedReceipts,
} from './matching-queries.ts';

/** A match that is carried out ahead, and what it does. */
type Foreseen = MatchEffect & { row: ReceiptRow; number: string };

const reasonIn = ({ fields, message }: Refusal): string =>
  Object.values(fields ?? {})[0] ?? message;

/** Carries out one match in the transaction; answers why it is not possible as a text. */
async function carriedOut(
  work: Work,
  row: ReceiptRow,
  number: string,
): Promise<Foreseen | { refused: string }> {
  await work.tx.run(sql`savepoint one_match`);
  try {
    const seen = await giveAndTell(work, row, await targetNumbered(work, number));
    return { row, number: numberOf(seen.target), ...seen };
  } catch (error) {
    await work.tx.run(sql`rollback to savepoint one_match`);
    if (error instanceof Refusal) return { refused: reasonIn(error) };
    throw error;
  }
}

type Act = Exclude<ReceiptChoice, { act: 'leave' }>;

/** A receipt of the lot with what is chosen for it, or proposed as long as nobody has chosen. */
type Line = {
  open: UnmatchedRow;
  row: ReceiptRow;
  candidates: readonly SuggestedRow[];
  choice: ReceiptChoice | null;
  proposed: Act | null;
  /** What is proposed if the proposed owner cannot take the money. */
  otherwise: Act | null;
};

const RETURN = { act: 'return' } as const;

/**
 * Returns what the program proposes for a receipt: the owner that is certain, or to return what
 * that owner cannot take and what a third party paid, if the bank names the payer. What a second
 * person gave back has none, because a person has to look at it.
 */
async function proposedFor(
  work: Work,
  { row, open, candidates }: Pick<Line, 'row' | 'open' | 'candidates'>,
): Promise<Pick<Line, 'proposed' | 'otherwise'>> {
  const certain = certainOf(candidates);
  if (!certain || open.returned !== null) return { proposed: null, otherwise: null };
  const { type, id, loanNo: caseNo } = certain;
  const { payer } = await ownerOf(work, row, { type, id });
  if (payer === 'other') return { proposed: RETURN, otherwise: RETURN };
  const proposed = { act: 'match', number: numberOf({ type, id, caseNo }) } as const;
  return { proposed, otherwise: payer === 'own' ? RETURN : null };
}

async function lineOf(
  work: Work,
  open: UnmatchedRow,
  choice: ReceiptChoice | null,
): Promise<Line | null> {
  const row = await lockSuspended(work.tx, open.id);
  if (!row) return null;
  const candidates = await candidatesFor(work, row);
  return { open, row, candidates, choice, ...(await proposedFor(work, { row, open, candidates })) };
}

const numberIn = ({ choice, proposed }: Line): string | null => {
  const act = choice ?? proposed;
  return act?.act === 'match' ? act.number.toUpperCase() : null;
};

type Outcome = Awaited<ReturnType<typeof carriedOut>>;

/**
 * Foresees what the matches of a lot do. Those of one order or loan are carried out one after
 * another, because the second gets what the first has left; the others by themselves, so that no
 * lock of theirs is held for longer.
 */
async function outcomesOf(work: Work, lines: readonly Line[]): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  const groups = Map.groupBy(lines, numberIn);
  for (const [number, group] of groups) {
    if (number === null) continue;
    await ahead(work, async () => {
      for (const { row } of group) outcomes.set(row.id, await carriedOut(work, row, number));
    });
  }
  return outcomes;
}

async function viewOf(
  work: Work,
  line: Line,
  outcome: Outcome | undefined,
): Promise<ServerOpenReceipt> {
  const { open, row, candidates, choice, otherwise } = line;
  const effect = outcome && 'target' in outcome ? outcome : null;
  const refused = outcome && 'refused' in outcome ? outcome.refused : null;
  const proposed = refused !== null && choice === null ? otherwise : line.proposed;
  return {
    receipt: row.id,
    taskId: open.taskId,
    day: row.day,
    seq: row.seq,
    amount: money(row.amount),
    virtualAccount: row.virtualAccount,
    fromBank: row.fromBank,
    fromAccountTail: payerAccountOf(work.services, row)?.slice(-4) ?? null,
    fromName: payerNameOf(work.services, row),
    memo: row.memo,
    why: open.why,
    returned: open.returned,
    payingMembers: await payingMembersOf(work, row),
    candidates: candidates.map(suggestionView),
    proposed: proposed && {
      act: proposed.act,
      number: proposed.act === 'match' ? proposed.number : null,
    },
    effect: effect && { number: effect.number, target: effect.target, owner: effect.owner },
    refused,
  };
}

/** Gives a line back to the first person, as a task with the reason. */
async function leave(work: Work, row: ReceiptRow, returned: string): Promise<void> {
  await suspendReceipt(work, row.id, { ...row, date: row.day }, '整批比對時保留', { returned });
  await keepAge(work, 'unmatched_payment', { type: 'receipt', id: row.id });
}

/** Assigns one line; leaves it with the first person if it is no longer possible. */
async function take(
  work: Work & { operator: Operator },
  row: ReceiptRow,
  { target, maker }: { target: MatchTarget; maker: number | null },
): Promise<void> {
  const { type, id } = target;
  await work.tx.run(sql`savepoint one_match`);
  try {
    await give(work, row, { type, id });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await work.tx.run(sql`rollback to savepoint one_match`);
    return leave(work, row, Object.values(error.fields ?? {})[0] ?? '對象的狀態已經改變');
  }
  await markReceipt(work.tx, row.id, 'matched', { type, id });
  await recordMove(work, {
    subject: { type: 'receipt', id: row.id },
    action: 'receipt.matched',
    from: 'suspense',
    to: 'matched',
    snapshot: { target: type, subjectId: id, maker },
  });
}

/** A line that is proposed and whose money still lies in suspense. */
type LyingLine = { row: ReceiptRow; target: MatchTarget };

/**
 * Many matches that one person proposes together. The second person approves all lines but those
 * held, which go back to the first person with the reason.
 */
export const matchesCheck = proposal('matches_check', {
  async subject({ tx }, task) {
    const lying: LyingLine[] = [];
    for (const { receipt, target } of task.detail.lines ?? []) {
      const row = await lockReceipt(tx, receipt);
      if (row?.state === 'suspense') lying.push({ row, target });
    }
    return lying.length > 0 ? lying : null;
  },

  async facts(work, task) {
    const lines = [];
    for (const line of task.detail.lines ?? []) {
      const row = await lockReceipt(work.tx, line.receipt);
      if (!row) continue;
      const owner = await ownerOf(work, row, line.target);
      const number = numberOf(line.target);
      const { seq, day, state } = row;
      const now = state === 'matched' ? subjectNumberOf(row) : null;
      lines.push({ ...line, seq, day, amount: row.amount as Money, owner, number, now });
    }
    return { ...task.detail, lines };
  },

  async carryOut(work, lines) {
    const { task, decided, reason } = work;
    const held = new Set(decided.decision === 'approve' ? (decided.held ?? []) : []);
    if (held.size > 0 && !reason) {
      throw new Refusal('DECISION_INVALID', { fields: { reason: '請填寫保留的原因' } });
    }
    for (const { row, target } of lines) {
      if (held.has(row.id)) await leave(work, row, reason ?? '');
      else await take(work, row, { target, maker: task.makerId });
    }
  },

  async onReturn(work, lines) {
    for (const { row } of lines) await leave(work, row, work.reason ?? '');
  },

  // Each receipt has a row of its own.
  audit: {},
});

/** A line of a proposed lot whose owner was foreseen. */
type MatchLine = { seen: Foreseen; note: string | undefined; chosen: boolean };

/** Opens the task of the second person with every match. */
async function openCheck(work: Work & { operator: Operator }, lines: readonly MatchLine[]) {
  const [first] = lines;
  if (!first) return;
  const total = sum(lines.map(({ seen }) => money(seen.row.amount)));
  await matchesCheck.propose(work, {
    subject: {
      type: 'receipt',
      id: first.seen.row.id,
      label: `${lines.length} 筆入帳比對，${formatMoney(total)}`,
    },
    detail: {
      lines: lines.map(({ seen, note, chosen }) => ({
        receipt: seen.row.id,
        target: seen.target,
        ...(chosen && { chosen: true as const }),
        ...(note && { note }),
      })),
    },
    makerId: work.operator.id,
  });
}

type SentLine = FilterOf<typeof matchesOffice.proposeReceipts>['lines'][number];
type Matching = Extract<SentLine, { act: 'match' }>;

/** Locks a receipt of a lot. Refuses TASK_DONE if its money does not lie in suspense any more. */
async function lockLying(work: Work, id: number): Promise<ReceiptRow> {
  const row = await lockSuspended(work.tx, id);
  if (row) return row;
  throw new Refusal((await lockReceipt(work.tx, id)) ? 'TASK_DONE' : 'RECEIPT_NOT_FOUND');
}

/**
 * Foresees the matches of a lot in their order. Refuses MATCH_CHANGED if one does something else
 * than was shown, and DECISION_INVALID for the money of a third party without a note.
 */
function foresee(work: Work, lines: readonly Matching[]): Promise<MatchLine[]> {
  return ahead(work, async () => {
    const found: MatchLine[] = [];
    for (const { receipt, number, used, note } of lines) {
      const row = await lockLying(work, receipt);
      const certain = certainOf(await candidatesFor(work, row));
      const seen = await carriedOut(work, row, number);
      if ('refused' in seen || seen.target.used !== used) throw new Refusal('MATCH_CHANGED');
      if (seen.owner.payer === 'other' && !note) {
        const fields = { [`note.${receipt}`]: '付款帳戶不是本人的，請寫明為何仍然入帳' };
        throw new Refusal('DECISION_INVALID', { fields });
      }
      const { type, id } = seen.target;
      found.push({ seen, note, chosen: certain?.type !== type || certain.id !== id });
    }
    return found;
  });
}

/** Closes the tasks of receipts that are returned, and drafts one batch for all of them. */
async function returnAll(
  work: Work & { operator: Operator },
  ids: readonly number[],
  reason: string | undefined,
): Promise<void> {
  if (ids.length === 0) return;
  if (!reason) throw new Refusal('DECISION_INVALID', { fields: { reason: '請填寫退回的原因' } });
  const returned = [];
  for (const id of ids) {
    const row = await lockLying(work, id);
    const subject = { type: 'receipt', id } as const;
    const { id: taskId } = await decideTaskOf(work, 'unmatched_payment', subject, 'return', reason);
    returned.push({ ...row, taskId });
  }
  await startReturns(work, returned);
}

export const matchesActions: Actions<{ banking: typeof matchesOffice }>['banking'] = {
  /** Runs in a transaction of its own, because a read has none, and changes nothing. */
  async openReceipts(context, { choices }) {
    const { operator, services } = context;
    const chosen = choicesIn(choices);
    const open = await unmatchedReceipts(context.tx, operator.id, MATCHES_MAX);
    const data = await withTransactionAgain(services.pool, async (tx) => {
      const work = { ...context, tx };
      const lines = [];
      for (const row of open) {
        // The receipt is locked no longer than it is read.
        const line = await ahead(work, () => lineOf(work, row, chosen.get(row.id) ?? null));
        if (line) lines.push(line);
      }
      const outcomes = await outcomesOf(work, lines);
      const views = [];
      for (const line of lines) views.push(await viewOf(work, line, outcomes.get(line.row.id)));
      return views;
    });
    return { data, total: await countUnmatched(context.tx, operator.id) };
  },

  async proposeReceipts(context, { lines, reason }) {
    const ids = lines.map(({ receipt }) => receipt).toSorted((one, other) => one - other);
    for (const id of ids) await holdTask(context, 'unmatched_payment', { type: 'receipt', id });
    const matches = await foresee(
      context,
      lines.filter((line) => line.act === 'match'),
    );
    for (const { seen } of matches) {
      const { row, target } = seen;
      const subject = { type: 'receipt', id: row.id } as const;
      await decideTaskOf(context, 'unmatched_payment', subject, 'match');
      await recordMove(context, {
        subject,
        action: 'receipt.match_proposed',
        snapshot: { target: target.type, subjectId: target.id, together: matches.length },
      });
    }
    await openCheck(context, matches);
    const returns = lines.flatMap(({ act, receipt }) => (act === 'return' ? [receipt] : []));
    await returnAll(
      context,
      returns.toSorted((one, other) => one - other),
      reason,
    );
    return { data: { matched: matches.length, returned: returns.length } };
  },
};
