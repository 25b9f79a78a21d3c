// What decisions may contain and which refusal codes they may get, from the entries of the kinds.
import { z } from 'zod';
import { idSchema } from '../core/lists.ts';
import { flagAnswers } from './flags.ts';
import { decisionReason } from './kind.ts';
import { type DecisionName, type KindOf, ofEachKind, type TaskKind } from './table.ts';

type Fields<Decision> = Decision extends { fields: infer Shape extends z.ZodRawShape }
  ? Shape
  : Record<never, never>;
type FieldsOf<K extends TaskKind, D extends DecisionName<K>> = Fields<KindOf<K>['decisions'][D]>;

/** The schema of each decision of a kind; every decision may have a reason. */
type Schemas<K extends TaskKind> = {
  [D in DecisionName<K>]: z.ZodObject<
    { decision: z.ZodLiteral<D>; reason: typeof decisionReason } & FieldsOf<K, D>,
    z.core.$strict
  >;
};
type DecisionsByKind = { [K in TaskKind]: z.output<Schemas<K>[DecisionName<K>]> };
type SentByKind = { [K in TaskKind]: z.input<Schemas<K>[DecisionName<K>]> };
// Interfaces, so that TypeScript looks a kind up that it does not know, and does not expand it.
interface Decisions extends DecisionsByKind {}
interface SentDecisions extends SentByKind {}
/** A decision of one kind, without the id of its task. */
export type DecisionOf<K extends TaskKind> = Decisions[K];
/** The input form of `DecisionOf`, as the web app sends it. */
export type SentDecisionOf<K extends TaskKind> = SentDecisions[K];

const schemaOf = (decision: string, fields: z.ZodRawShape = {}) =>
  z.strictObject({ decision: z.literal(decision), reason: decisionReason, ...fields });

const schemas = ofEachKind(({ decisions }) => {
  const [first, ...others] = Object.entries(decisions).map(([name, { fields }]) =>
    schemaOf(name, fields),
  );
  return z.discriminatedUnion('decision', [first!, ...others]);
});

/** Returns the schema of the decisions of a kind. */
export const taskDecisionOf = <K extends TaskKind>(kind: K) =>
  schemas[kind] as unknown as z.ZodType<DecisionOf<K>>;

/** The fields of all decisions of all kinds; a name means the same in each of them. */
const allFields = Object.assign(
  {},
  ...Object.values(
    ofEachKind(({ decisions }) => Object.values(decisions).map(({ fields }) => fields)),
  ).flat(),
) as AllFields;
type AllFields = Together<
  { [K in TaskKind]: { [D in DecisionName<K>]: FieldsOf<K, D> }[DecisionName<K>] }[TaskKind]
>;
/** The intersection of the members of a union. */
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/**
 * A decision in the form in which the call receives it, before the kind of its task is known: any
 * field of any kind. The server then reads the task and parses the decision again with
 * `taskDecisionOf`.
 */
export const decisionSchema = z.strictObject({
  id: idSchema,
  decision: z.string().max(20),
  reason: decisionReason,
  answers: flagAnswers,
  ...allFields,
});
export type Decision = z.output<typeof decisionSchema>;
/** A decision as the office's page sends it. */
export type SentDecision = z.input<typeof decisionSchema>;

/** Refusal codes of any decision on any task. */
const ofAll = [
  'TASK_NOT_FOUND',
  'TASK_DONE',
  'TASK_TAKEN',
  'MAKER_IS_CHECKER',
  'DECISION_INVALID',
  'ROLE_REQUIRED',
  'FLAGS_UNANSWERED',
  'DECISION_HELD',
  'FLAG_BARS',
] as const;

type CodeOf<Decision> = Decision extends { refusals: readonly (infer Code)[] } ? Code : never;
type FurtherCode = {
  [K in TaskKind]: CodeOf<KindOf<K>['decisions'][DecisionName<K>]>;
}[TaskKind];
export type DecisionRefusal = (typeof ofAll)[number] | FurtherCode;

/** The further codes that the entry of a kind gives each of its decisions. */
const further = ofEachKind(
  ({ decisions }) =>
    new Map(Object.entries(decisions).map(([name, { refusals = [] }]) => [name, refusals])),
) as Record<TaskKind, ReadonlyMap<string, readonly DecisionRefusal[]>>;

/** Returns the refusal codes that a decision on a kind of task may get. */
export const refusalsOf = (kind: TaskKind, decision: string): readonly DecisionRefusal[] => [
  ...ofAll,
  ...(further[kind].get(decision) ?? []),
];

/** All refusal codes of all decisions; the API call that decides a task declares them. */
export const decisionRefusals: readonly DecisionRefusal[] = [
  ...new Set([
    ...ofAll,
    ...Object.values(further).flatMap((byName) => [...byName.values()].flat()),
  ]),
];
