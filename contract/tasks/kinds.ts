// What rules and pages need to know about each kind of task: its name, who decides it and how, and
// how soon it is due. The exports are plain data, because at build they become literals
// (`web/first-paint/evaluated.ts`), so that no page loads the schemas of the kinds.
import type { Role } from '../core/endpoint.ts';
import type { DecisionWords } from './kind.ts';
import type { Approved } from './limits.ts';
import { ofEachKind, taskTable, type TaskKind } from './table.ts';

export type { DecisionName, TaskKind } from './table.ts';

/** The kinds in the order in which the inbox lists them. */
export const taskKinds = Object.keys(taskTable) as TaskKind[];

type TaskRule = {
  text: string;
  roles: readonly Role[];
  decisions: readonly string[];
  dueDays: number;
};
/**
 * For each kind of task: its label, the roles that may decide it, the possible decisions, and the
 * due time in business days.
 */
export const taskRules: Record<TaskKind, TaskRule> = ofEachKind(
  ({ text, roles, decisions, dueDays }) => ({
    text,
    roles,
    decisions: Object.keys(decisions),
    dueDays,
  }),
);

/** A decision as pages offer it. */
type OfferedDecision = DecisionWords & { by?: 'first' | 'second' };
/** The decisions of each kind with their words. */
export const decisionWords: Record<TaskKind, Record<string, OfferedDecision>> = ofEachKind(
  ({ decisions }) =>
    Object.fromEntries(
      Object.entries(decisions).map(([name, { title, about, done, takes, by }]) => [
        name,
        { title, about, done, ...(takes && { takes }), ...(by && { by }) },
      ]),
    ),
);

/** Decisions that may be made on many tasks at once. */
export const bulkDecisions: Record<TaskKind, readonly string[]> = ofEachKind(({ decisions }) =>
  Object.keys(decisions).filter((name) => decisions[name]?.inBulk),
);

/** Decisions of each kind that require the answers to all flags, with who decides after them. */
export const askingDecisions: Record<TaskKind, Record<string, 'first' | 'last'>> = ofEachKind(
  ({ decisions }) =>
    Object.fromEntries(
      Object.entries(decisions).flatMap(([name, { asks }]) => (asks ? [[name, asks]] : [])),
    ),
);

/** Decisions after which the next task of the kind opens. */
export const decisionsOpeningNext: Record<TaskKind, readonly string[]> = ofEachKind(
  ({ decisions }) => Object.keys(decisions).filter((name) => decisions[name]?.opensNext),
);

const askedAbout = ofEachKind(({ asksAbout }) => asksAbout);
/** The kinds of which the answers to flags count for a kind, itself among them. */
export const kindsAnsweredWith: Record<TaskKind, readonly TaskKind[]> = ofEachKind(
  ({ asksAbout }, kind) =>
    asksAbout === undefined ? [kind] : taskKinds.filter((one) => askedAbout[one] === asksAbout),
);

/** Kind of the task that is open again after a second person has returned the work. */
export const returnsTo = ofEachKind(({ returnsTo }) => returnsTo) as Record<
  TaskKind,
  TaskKind | undefined
>;

/** Kinds of task whose decision `approve` is limited by the amount of the task. */
export const limitedKinds: Record<TaskKind, Approved | undefined> = ofEachKind(
  ({ limit }) => limit,
);

/** Kinds that may be assigned automatically, by the id of their option, which never changes. */
export const assignableKinds = Object.fromEntries(
  Object.entries(ofEachKind(({ assignedAs }) => assignedAs)).flatMap(([kind, id]) =>
    id === undefined ? [] : [[id, kind]],
  ),
) as Readonly<Record<string, TaskKind>>;

export const taskPriorities = ['normal', 'high'] as const;
export const taskOrders = ['due', 'priority', 'newest'] as const;
