// One kind of task, and the parts that the kinds of several features have in common.
import { z } from 'zod';
import type { Role } from '../core/endpoint.ts';
import { outputIdSchema } from '../core/lists.ts';
import { optionalText } from '../core/wire.ts';
import { isUnspelled, UNSPELLED } from '../core/wording.ts';
import type { RefusalCode } from '../refusals.ts';
import type { Approved } from './limits.ts';

export type DecisionWords = {
  /** Label of the choice and of the button. */
  title: string;
  /** One line that tells the operator the consequences. */
  about: string;
  /** Label of the task after the decision was made. */
  done: string;
  /**
   * True if the decision takes something away from somebody: it requires a reason, and the button
   * shows a warning.
   */
  takes?: true;
};

/** A possible decision of a kind of task. */
export type KindDecision = DecisionWords & {
  /** What the decision may contain besides its reason. */
  fields?: z.ZodRawShape;
  /**
   * Further refusal codes of this decision, for when the task's subject has changed meanwhile. The
   * codes that any decision may get are in `decisions.ts`.
   */
  refusals?: readonly RefusalCode[];
  /**
   * Set if every flag of the task must be answered first. `first`: another person decides after it
   * and reads the answers. `last`: nobody does, so that a serious flag needs the answer of somebody
   * else; without one, the task goes to another person.
   */
  asks?: 'first' | 'last';
  /** Whose decision it is, in a task that two persons decide one after the other. */
  by?: 'first' | 'second';
  /**
   * True if it may be made on many tasks at once. Such a decision must not move money, notify a
   * member or take anything away from anybody, so only marking a note as read qualifies.
   */
  inBulk?: true;
  /**
   * True if the next task of the kind opens as soon as it is made. Without it the page stays, as
   * for money and terms, which one looks at until they are in force.
   */
  opensNext?: true;
};

export type Kind = {
  /** Name of the kind at the office. */
  text: string;
  /** Roles that may decide it. */
  roles: readonly Role[];
  /** Business days after which it is due. */
  dueDays: number;
  /**
   * Id of its option in the setting of the kinds that are assigned automatically. It never changes;
   * without it, the kind is not assigned.
   */
  assignedAs?: number;
  /** What its decision `approve` approves, if that is limited by the amount of the task. */
  limit?: Approved;
  /**
   * Kind of the task that is open again after a second person has returned the work; other returned
   * work becomes a task `sent_back` of its maker.
   */
  returnsTo?: string;
  /**
   * What its flags ask about. An answer given in a task is read in those of all kinds with the same
   * word; without one, only in tasks of its own kind.
   */
  asksAbout?: 'application' | 'disbursement' | 'payment';
  decisions: Readonly<Record<string, KindDecision>>;
  /**
   * The fields that a task of the kind shows. Every field may be missing, because a task stores
   * only what its subject does not store. The rest is read from the subject as long as it exists.
   */
  detail: z.ZodObject;
};

/** Declares a kind of task; `table.ts` puts the kinds of all features together. */
export const taskKind = <const K extends Kind>(kind: K): K => kind;

/** The second person agrees. */
export const approve = <const More extends Partial<KindDecision>>(about: string, more?: More) =>
  ({ title: '通過', about, done: '已通過', ...more }) as DecisionWords & More;

/** The second person does not agree, and the work goes back to the first. */
export const giveBack = <const More extends Partial<KindDecision>>(about: string, more?: More) =>
  ({ title: '退回', about, done: '已退回', takes: true, ...more }) as DecisionWords & More;

/** Documents to be supplied again, each with the reason that the applicant reads. */
export const items = z
  .array(
    z.strictObject({
      item: z.string().max(40),
      fields: z.array(z.string().max(40)).max(20).optional(),
      reason: z.string().trim().min(1).max(200).refine(isUnspelled, UNSPELLED),
    }),
  )
  .max(20)
  .optional();

/** The applicant is asked for documents. */
export const supplement = {
  title: '要求補件',
  about: '列出要補的項目與原因，會原文通知申請人',
  done: '已要求補件',
  takes: true,
  fields: { items },
} as const satisfies KindDecision;

/** Reason of a decision. */
export const decisionReason = optionalText(500);

/** An uploaded document, opened through a separate call that records who read it. */
export const uploadSchema = z.object({
  id: outputIdSchema,
  name: z.string(),
  field: z.string().optional(),
  filename: z.string().optional(),
  contentType: z.string(),
  /** Name of the document, if the reviewer requested it by name. */
  label: z.string().optional(),
});
export type Upload = z.output<typeof uploadSchema>;

/** A check made by the program. If `ok` is false, the reviewer must look at it. */
export const checkSchema = z.object({ code: z.string(), text: z.string(), ok: z.boolean() });
export type Check = z.output<typeof checkSchema>;

/** The second person's reason for returning this proposal to the first person. */
export const returned = z.string().nullable();
