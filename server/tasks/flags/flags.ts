// Flags of a task: what they are, their answers, and the refusal to approve without these.
import {
  type FlagCode,
  flagCodes,
  flagWords,
  isBar,
  isSerious,
} from '#contract/tasks/flag-words.ts';
import { askingDecisions, type TaskKind } from '#contract/tasks/kinds.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Operator } from '../../call.ts';
import type { TaskFlag } from '../../hooks.ts';
import { hooks } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { type AnswerRow, answersAbout, type TaskDbRow } from '../queries.ts';
import { recordMove } from '../recording.ts';
import { insertAnswer, leaveToAnother } from './flag-queries.ts';

type GivenAnswer = { flag: string; answer: string };

const keyOf = ({ code, facts }: Pick<TaskFlag, 'code' | 'facts'>): string => `${code}:${facts}`;

/** Returns the warnings about the subject of an open task. */
async function openFlags<K extends TaskKind>(
  work: Work,
  row: TaskDbRow<K>,
  deciding: boolean,
): Promise<TaskFlag[]> {
  const found = (await hooks.tasks[row.kind]?.flags?.(work, row, deciding)) ?? [];
  return found.toSorted((a, b) => flagCodes.indexOf(a.code) - flagCodes.indexOf(b.code));
}

/** Kinds that ask about the same: an answer in one is read in the other. */
const sharingKinds: readonly (readonly TaskKind[])[] = [
  ['disbursement_release', 'disbursement_check'],
  ['loan_review', 'loan_approval'],
];

/** The subject of a task, with the kinds whose answers count for it; other desks read none. */
const askedAbout = ({ kind, subjectType: type, subjectId: id }: TaskDbRow) => ({
  type,
  id,
  kinds: sharingKinds.find((kinds) => kinds.includes(kind)) ?? [kind],
});

const answerView = (row: AnswerRow | undefined) =>
  row ? { text: row.answer, by: row.name, at: row.answeredAt } : null;

/** Returns the flags that a task shows: of a decided one those that its kinds have answered. */
export async function flagViews(work: Work, row: TaskDbRow) {
  const subject = askedAbout(row);
  const until = row.status === 'done' ? row.id : null;
  const answers = new Map(
    (await answersAbout(work.tx, subject, until)).map((answer) => [keyOf(answer), answer]),
  );
  if (row.status === 'done') {
    return [...answers].map(([key, answer]) => ({
      key,
      code: answer.code,
      text: flagWords[answer.code].title,
      isSerious: isSerious(answer.code),
      who: [],
      answer: answerView(answer),
    }));
  }
  return (await openFlags(work, row, false)).map((flag) => ({
    key: keyOf(flag),
    code: flag.code,
    text: flag.text,
    isSerious: isSerious(flag.code),
    who: [...(flag.who ?? [])],
    answer: answerView(answers.get(keyOf(flag))),
  }));
}

/**
 * What a decision says about the flags of its task: the codes of those that are answered, and those
 * that another person must read before the decision takes effect.
 */
type Settled = { codes: FlagCode[]; left: FlagCode[] };

function refuseFor(why: 'FLAG_BARS' | 'FLAGS_UNANSWERED', flags: readonly TaskFlag[]): void {
  if (flags.length === 0) return;
  const codes = flags.map(({ code }) => code);
  throw new Refusal(why, { data: { flags: flags.map(keyOf), codes } });
}

/**
 * Stores the answers of a decision on a locked task; an answer to a warning that is gone is
 * dropped. Refuses FLAG_BARS if no answer is enough, FLAGS_UNANSWERED if the decision needs an
 * answer that nobody has given, and DECISION_INVALID if a decision that asks for none has answers.
 */
export async function settleFlags(
  work: Work & { operator: Operator },
  row: TaskDbRow,
  { decision, answers = [] }: { decision: string; answers?: readonly GivenAnswer[] | undefined },
): Promise<Settled> {
  const asks = askingDecisions[row.kind][decision];
  if (!asks) {
    if (answers.length === 0) return { codes: [], left: [] };
    throw new Refusal('DECISION_INVALID', { fields: { answers: '這個決定不能附帶這一項' } });
  }
  const { tx, operator, now } = work;
  const flags = await openFlags(work, row, true);
  if (flags.length === 0) return { codes: [], left: [] };
  refuseFor(
    'FLAG_BARS',
    flags.filter(({ code }) => isBar(code)),
  );
  const subject = askedAbout(row);
  const before = await answersAbout(tx, subject, null);
  const given = new Map(answers.map(({ flag, answer }) => [flag, answer]));
  const isAnswered = (flag: TaskFlag) =>
    given.has(keyOf(flag)) || before.some((answer) => keyOf(answer) === keyOf(flag));
  refuseFor(
    'FLAGS_UNANSWERED',
    flags.filter((flag) => !isAnswered(flag)),
  );
  for (const { code, facts } of flags) {
    const answer = given.get(keyOf({ code, facts }));
    if (answer === undefined) continue;
    await insertAnswer(tx, { taskId: row.id, code, facts, answer, operatorId: operator.id, now });
  }
  const isReadByTwo = (flag: TaskFlag) =>
    before.some((one) => keyOf(one) === keyOf(flag) && one.operatorId !== operator.id);
  const left = asks === 'first' ? [] : flags.filter((flag) => isSerious(flag.code));
  return {
    codes: flags.map(({ code }) => code),
    left: left.filter((flag) => !isReadByTwo(flag)).map(({ code }) => code),
  };
}

/** Leaves a task with a serious flag to another person, who reads the answers. */
export async function leaveFlagged(
  work: Work & { operator: Operator },
  row: TaskDbRow,
  of: { decision: string; reason: string | null; codes: readonly FlagCode[] },
): Promise<void> {
  await leaveToAnother(work.tx, row.id, work.operator.id);
  await recordMove(work, {
    subject: { type: 'task', id: row.id },
    action: 'task.second',
    reason: of.reason,
    snapshot: { task: row.id, decision: of.decision, flags: of.codes.length },
  });
}
