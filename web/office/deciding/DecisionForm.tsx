// Form with which every task is decided: warnings and fields in the page, and in the bar at its
// bottom a choice, a reason and one button.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import type { Role } from '#contract/core/endpoint.ts';
import type { Task } from '#contract/tasks/calls.ts';
import type { Flag } from '#contract/tasks/flags.ts';
import type { HeldDecision } from '#contract/tasks/held.ts';
import { askingDecisions, type TaskKind } from '#contract/tasks/kinds.ts';
import type { TaskLimit } from '#contract/tasks/limits.ts';
import { CheckboxField, ChipsField } from '../../form/choice-fields.tsx';
import { TextAreaField } from '../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { AboveLimit, isAbove } from './Limit.tsx';
import { useTypedForm } from '../editing/typed.ts';
import { FlagsCard, unsentText, useAnswers } from './Flags.tsx';
import { useDecide, type Draft } from './deciding.ts';
import { DecisionBar, useSheet, type Summary } from '../kit/bars/DecisionBar.tsx';
import { heldText } from '../kit/held.ts';
import { useLetter } from '../keyboard.ts';
import { mayDecide, rolesOf, useOperator } from '../operator.ts';
import { decisionsFor, decisionsOf } from '#contract/tasks/words.ts';

type Values = Record<string, unknown> & { decision: string };

/** A task as its page knows it, with its limit if it has one, and its warnings. */
type Limited = Task & {
  limit?: TaskLimit | null;
  isMaker: boolean;
  flags?: readonly Flag[];
  held?: HeldDecision | null;
};

export type DecisionFormProps<K extends TaskKind> = {
  task: Limited & { kind: K };
  /** Fields that a decision needs in addition to its reason: their schemas and elements. */
  needs?: Readonly<Record<string, { shape: z.ZodRawShape; fields: ReactNode }>>;
  /** Initial values of the fields. */
  start?: Record<string, unknown>;
  /** Builds the decision for the API; if it is missing, the form's values are sent unchanged. */
  draftOf?: (values: Values) => Draft<K>;
  /** Decisions without a common reason, because each requested document has a reason of its own. */
  withoutReason?: readonly string[];
  /** Decisions that need a reason besides those that take something away. */
  needsReason?: readonly string[];
  reasonHint?: string;
  /** Text that the operator must tick before money moves, by decision. */
  confirm?: Readonly<Record<string, string>>;
  /** What the operator states by sending the decision, by decision. */
  states?: Readonly<Record<string, string>>;
  /** What the bar shows of the subject; of what is typed, if it is a function. */
  summary?: Summary | ((values: Record<string, unknown>) => Summary | undefined) | undefined;
};

/** A confirmation is ticked again after the session has ended. */
const unconfirmed = ['confirmed'];

const asDraft = <K extends TaskKind>({ confirmed: _confirmed, ...values }: Values) =>
  values as unknown as Draft<K>;

/**
 * Returns the schema of the form for one decision; before a decision is chosen, it contains only
 * the choice.
 */
function schemaOf(
  decision: string,
  props: Pick<DecisionFormProps<TaskKind>, 'needs' | 'withoutReason' | 'confirm'>,
  explains: boolean,
) {
  const wantsReason = !props.withoutReason?.includes(decision);
  const reason = z.string().trim().max(500);
  return z.object({
    decision: z.string().min(1, REQUIRED),
    ...(wantsReason && { reason: explains ? reason.min(1, REQUIRED) : reason.optional() }),
    ...props.needs?.[decision]?.shape,
    ...(props.confirm?.[decision] && { confirmed: z.literal(true, '請先勾選確認') }),
  });
}

/** The choice between the decisions; a single one only says what it does. */
function Choice({ options, chosen }: { options: ReturnType<typeof decisionsFor>; chosen: string }) {
  if (options.length < 2) return <p>{options[0]?.[1].about}</p>;
  return (
    <div>
      <ChipsField
        name="decision"
        label="您的決定"
        choices={options.map(([value, { title }]) => ({ value, title }))}
        hint={options.find(([value]) => value === chosen)?.[1].about}
      />
    </div>
  );
}

function ReasonField({ explains, hint }: { explains: boolean; hint: string | undefined }) {
  return (
    <div>
      {explains ? (
        <TextAreaField name="reason" label="原因" {...(hint !== undefined && { hint })} />
      ) : (
        <TextAreaField name="reason" label="備註" optional />
      )}
    </div>
  );
}

/** The fields that the chosen decision needs; they scroll into view when it is chosen. */
function NeededFields({ title, children }: { title: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) ref.current?.scrollIntoView({ block: 'nearest' });
    isFirst.current = false;
  }, [title]);
  return (
    <Card as="section">
      <div ref={ref}>
        <CardHead title={title} />
        <div className="grid gap-6 lg:grid-cols-2 lg:items-start">{children}</div>
      </div>
    </Card>
  );
}

const summaryOf = (
  summary: DecisionFormProps<TaskKind>['summary'],
  values: Record<string, unknown>,
): Summary | undefined => (typeof summary === 'function' ? summary(values) : summary);

/** What the bar asks: the choice, and the reason and confirmation of the chosen decision. */
function BarFields({
  options,
  decision,
  explains,
  withoutReason = [],
  reasonHint,
  confirm,
  states,
}: Pick<DecisionFormProps<TaskKind>, 'withoutReason' | 'reasonHint' | 'confirm' | 'states'> & {
  options: ReturnType<typeof decisionsFor>;
  decision: string;
  explains: boolean;
}) {
  const asksReason = decision !== '' && !withoutReason.includes(decision);
  return (
    <>
      <Choice options={options} chosen={decision} />
      {options.length > 1 && !decision && (
        <ul className="text-sm text-ink-2">
          {options.map(([name, { title, about }]) => (
            <li key={name}>
              <strong>{title}</strong> {about}
            </li>
          ))}
        </ul>
      )}
      {asksReason && <ReasonField key={decision} explains={explains} hint={reasonHint} />}
      {confirm?.[decision] && (
        <div className="md:col-span-2">
          <CheckboxField name="confirmed" label="確認">
            {confirm[decision]}
          </CheckboxField>
        </div>
      )}
      {states?.[decision] && <p className="text-sm text-ink-2 md:col-span-2">{states[decision]}</p>}
    </>
  );
}

/** The keys A and R choose the first decision of their kind, and send it if they already have. */
function useDecisionKeys(
  options: ReturnType<typeof decisionsFor>,
  openSheet: (open: boolean) => void,
  { chosen, choose }: { chosen: () => string; choose: (name: string) => void },
): void {
  const keyOf = (takes: boolean) => {
    const [name] = options.find(([, words]) => (words.takes === true) === takes) ?? [];
    if (name === undefined) return undefined;
    return () => {
      if (chosen() === name) {
        document.querySelector<HTMLFormElement>('.office-decision form')?.requestSubmit();
        return;
      }
      openSheet(true);
      choose(name);
      document.querySelector<HTMLElement>(`.office-decision [value="${name}"]`)?.focus();
    };
  };
  useLetter('a', keyOf(false));
  useLetter('r', keyOf(true));
}

function TheForm<K extends TaskKind>(props: DecisionFormProps<K>) {
  const { task, needs, start, draftOf = asDraft<K> } = props;
  const options = decisionsFor(task).filter(([name]) => name !== 'approve' || !isAbove(task.limit));
  const only = options.length === 1 ? options[0]![0] : '';
  const first = typeof start?.['decision'] === 'string' ? start['decision'] : only;
  const [decision, setDecision] = useState(first);
  const words = options.find(([name]) => name === decision)?.[1];
  const explains = words?.takes === true || props.needsReason?.includes(decision) === true;
  const schema = schemaOf(decision, props, explains);
  const form = useZodForm(schema, { ...start, decision: first } as never);
  useTypedForm(form, '決定', unconfirmed);
  const values = form.watch() as Values;
  const chosen = values.decision ?? '';
  if (chosen !== decision) setDecision(chosen);
  const decide = useDecide(task);
  const answering = useAnswers(task);
  const sheet = useSheet();
  const isAsking = askingDecisions[task.kind][decision] !== undefined;
  useDecisionKeys(options, sheet.onOpen, {
    chosen: () => (form.getValues() as Values).decision,
    choose: (name) => form.setValue('decision' as never, name as never),
  });
  const fields = needs?.[decision]?.fields;
  return (
    <Form
      form={form}
      label="決定"
      className="grid gap-5"
      onSubmit={(sent, { idempotencyKey }) =>
        decide(
          { ...draftOf(sent as Values), ...(isAsking && answering.given) },
          idempotencyKey,
          new Set(Object.keys(schema.shape)),
        )
      }
    >
      <FlagsCard flags={answering.flags} answering={answering} />
      {fields && words && <NeededFields title={words.title}>{fields}</NeededFields>}
      <DecisionBar
        subject={task.subject.label}
        summary={summaryOf(props.summary, values)}
        flags={answering}
        sheet={sheet}
        act={
          <SubmitButton
            look={words?.takes ? 'danger' : 'primary'}
            size="lg"
            wide
            disabledReason={isAsking ? unsentText(answering) : undefined}
          >
            {words?.title ?? '送出決定'}
          </SubmitButton>
        }
      >
        <BarFields {...props} options={options} decision={decision} explains={explains} />
      </DecisionBar>
    </Form>
  );
}

/** Says what a decision that has not taken effect will do. */
function heldNote(kind: TaskKind, held: HeldDecision) {
  return {
    title: `${held.isMine ? '' : `${held.by} `}${heldText(kind, held)}，即將生效`,
    text: held.isMine
      ? '10 秒內可按「復原」收回，生效前會員不會看到。'
      : '對方在 10 秒內可以復原，生效前會員不會看到。',
  };
}

type Who = { id: string; roles: readonly Role[] };

/** Returns why this operator cannot decide the task now; undefined if they can. */
function whyNot(
  { kind, held, assignee, isMaker }: Limited,
  who: Who,
): { title?: string; text: string } | undefined {
  if (held && held.failure === null) return heldNote(kind, held);
  if (!mayDecide(kind, who.roles)) {
    return { text: `這類工作由「${rolesOf(kind)}」決定，您可以查看內容。` };
  }
  if (decisionsOf(kind).length === 0) {
    return { text: '這類工作尚無線上決定流程，請依內部程序處理。' };
  }
  if (assignee !== null && assignee.id !== who.id) {
    return {
      title: `此案件由 ${assignee.name} 處理中`,
      text: '對方釋出或轉交之後才能決定；同仁不在時可請管理人員改派。',
    };
  }
  if (isMaker) {
    return { title: '這項工作由您經辦', text: '經辦人不可覆核自己的案件，請由另一位同仁決定。' };
  }
  return undefined;
}

/**
 * Part of a task's page in which it is decided: `children`, with the bar of their own, or a bar
 * that says who may decide it or to whom it is assigned. Renders nothing once the task is decided.
 */
export function Decision({
  task,
  summary,
  children,
}: {
  task: Limited;
  summary?: Summary | undefined;
  children: ReactNode;
}) {
  const who = useOperator().data?.data;
  if (task.status === 'done' || !who) return null;
  const lapsed = task.held?.failure ? task.held : null;
  const why = whyNot(task, who);
  return (
    <div className="office-decision grid gap-5">
      {lapsed && (
        <Alert tone="warn" title={`${lapsed.isMine ? '您' : lapsed.by}先前的決定沒有生效`}>
          {lapsed.failure}
        </Alert>
      )}
      {why ? (
        <>
          <FlagsCard flags={task.flags ?? []} />
          <DecisionBar subject={task.subject.label} summary={summary}>
            <p className="md:col-span-2">
              {why.title !== undefined && <strong className="me-2">{why.title}</strong>}
              {why.text}
            </p>
          </DecisionBar>
        </>
      ) : (
        <>
          {isAbove(task.limit) && <AboveLimit task={task} limit={task.limit} />}
          {children}
        </>
      )}
    </div>
  );
}

/** Shows the form if this operator may decide; otherwise says who may. */
export function DecisionForm<K extends TaskKind>(props: DecisionFormProps<K>) {
  const { task, summary, start = {} } = props;
  return (
    <Decision task={task} summary={summaryOf(summary, start)}>
      <TheForm {...props} />
    </Decision>
  );
}
