// Flags of a task: what they are, their answers, and the refusal to approve without these.
import {
  type FlagCode,
  flagCodes,
  flagWords,
  isBar,
  isSerious,
} from '#contract/tasks/flag-words.ts';
import type { DecisionOf } from '#contract/tasks/decisions.ts';
import { flagSchema } from '#contract/tasks/flags.ts';
import {
  askingDecisions,
  type DecisionName,
  kindsAnsweredWith,
  type TaskKind,
} from '#contract/tasks/kinds.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Operator } from '../../call.ts';
import type { TaskFlag } from '../../hooks.ts';
import { hooks } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { type AnswerRow, answersAbout, lockTask, openTaskOf, type TaskDbRow } from '../queries.ts';
import { recordMove, type Subject } from '../recording.ts';
import { insertAnswer, leaveToAnother } from './flag-queries.ts';

type GivenAnswer = { flag: string; answer: string };

const keyOf = ({ code, facts }: Pick<TaskFlag, 'code' | 'facts'>): string => `${code}:${facts}`;

/** Returns the warnings about the subject of an open task. */
async function openFlags<K extends TaskKind>(
  work: Work,
  row: TaskDbRow<K>,
  decided: { decision: string } | null,
): Promise<TaskFlag[]> {
  // A field that the kind does not have is refused before the decision is carried out.
  const decision = (decided ?? undefined) as DecisionOf<K> | undefined;
  const handler = hooks.tasks[row.kind];
  const found = (await handler?.flags?.(work, row, decided !== null, decision)) ?? [];
  return found.toSorted((a, b) => flagCodes.indexOf(a.code) - flagCodes.indexOf(b.code));
}

/**
 * The subject of a task and the members whom its flags name as paid, with the kinds whose answers
 * count for it; other desks read none.
 */
const askedAbout = (
  { kind, subjectType: type, subjectId: id }: TaskDbRow,
  flags: readonly TaskFlag[] = [],
) => ({
  type,
  id,
  kinds: kindsAnsweredWith[kind],
  members: flags.flatMap(({ memberId }) => memberId ?? []),
});

const answerView = (row: AnswerRow | undefined) =>
  row ? { text: row.answer, by: row.name, at: row.answeredAt } : null;

const keyed = (answers: readonly AnswerRow[]) =>
  new Map(answers.map((answer) => [keyOf(answer), answer]));

const flagView = (flag: TaskFlag, answer?: AnswerRow) => ({
  key: keyOf(flag),
  code: flag.code,
  text: flag.text,
  isSerious: isSerious(flag.code),
  who: [...(flag.who ?? [])],
  answer: answerView(answer),
});

/** Returns the flags that a task shows: of a decided one those that its kinds have answered. */
export async function flagViews(work: Work, row: TaskDbRow) {
  if (row.status === 'done') {
    const answers = keyed(await answersAbout(work.tx, askedAbout(row), row.id));
    return [...answers.values()].map((answer) =>
      flagView({ ...answer, text: flagWords[answer.code].title }, answer),
    );
  }
  const flags = await openFlags(work, row, null);
  if (flags.length === 0) return [];
  const answers = keyed(await answersAbout(work.tx, askedAbout(row, flags), null));
  return flags.map((flag) => flagView(flag, answers.get(keyOf(flag))));
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
  decided: { decision: string; answers?: readonly GivenAnswer[] | undefined },
): Promise<Settled> {
  const { decision, answers = [] } = decided;
  const asks = askingDecisions[row.kind][decision];
  if (!asks) {
    if (answers.length === 0) return { codes: [], left: [] };
    throw new Refusal('DECISION_INVALID', { fields: { answers: '這個決定不能附帶這一項' } });
  }
  const { tx, operator, now } = work;
  const flags = await openFlags(work, row, decided);
  if (flags.length === 0) return { codes: [], left: [] };
  refuseFor(
    'FLAG_BARS',
    flags.filter(({ code }) => isBar(code)),
  );
  const before = await answersAbout(tx, askedAbout(row, flags), null);
  const given = new Map(answers.map(({ flag, answer }) => [flag, answer]));
  const isAnswered = (flag: TaskFlag) =>
    given.has(keyOf(flag)) || before.some((answer) => keyOf(answer) === keyOf(flag));
  refuseFor(
    'FLAGS_UNANSWERED',
    flags.filter((flag) => !isAnswered(flag)),
  );
  for (const { code, facts, memberId = null } of flags) {
    const answer = given.get(keyOf({ code, facts }));
    if (answer === undefined) continue;
    const of = { taskId: row.id, code, facts, answer, memberId, operatorId: operator.id, now };
    await insertAnswer(tx, of);
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

/**
 * Stores the answers of a maker to the flags of the task in which another person checks what they
 * have just made. Refuses FLAGS_UNANSWERED with the flags that nobody has answered, as a task shows
 * them. Returns the number of the flags.
 */
export async function answerAsMaker<K extends TaskKind>(
  work: Work & { operator: Operator },
  kind: K,
  subject: Subject,
  { decision, answers }: { decision: DecisionName<K>; answers: readonly GivenAnswer[] },
): Promise<number> {
  const open = await openTaskOf(work.tx, kind, subject.type, subject.id);
  const row = open && (await lockTask(work.tx, open.id));
  if (!row) throw new Error(`there is no ${kind} about ${subject.type} ${subject.id}`);
  const flags = await flagViews(work, row);
  const given = new Set(answers.map(({ flag }) => flag));
  const unanswered = flags.filter(({ key, answer }) => answer === null && !given.has(key));
  if (unanswered.length > 0) {
    const asked = unanswered.map((flag) => flagSchema.parse(flag));
    throw new Refusal('FLAGS_UNANSWERED', { data: { asked } });
  }
  if (flags.length > 0) await settleFlags(work, row, { decision, answers });
  return flags.length;
}
