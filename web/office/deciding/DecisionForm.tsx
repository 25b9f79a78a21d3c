// Form with which every task is decided: a choice, its fields, a reason, one button.
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import type { Task } from '#contract/tasks/calls.ts';
import type { Flag } from '#contract/tasks/flags.ts';
import type { HeldDecision } from '#contract/tasks/held.ts';
import { askingDecisions, type TaskKind } from '#contract/tasks/kinds.ts';
import type { TaskLimit } from '#contract/tasks/limits.ts';
import { CheckboxField, RadioField } from '../../form/choice-fields.tsx';
import { TextAreaField } from '../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { AboveLimit, isAbove } from './Limit.tsx';
import { useTypedForm } from '../editing/typed.ts';
import { Flags, unsentText, useAnswers } from './Flags.tsx';
import { useDecide, type Draft } from './deciding.ts';
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
  reasonHint?: string;
  /** Text that the operator must tick before money moves, by decision. */
  confirm?: Readonly<Record<string, string>>;
  /** What the operator states by sending the decision, by decision. */
  states?: Readonly<Record<string, string>>;
  /** Figures that stay in view above the choice. */
  above?: ReactNode;
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
  takes: boolean,
) {
  const wantsReason = !props.withoutReason?.includes(decision);
  const reason = z.string().trim().max(500);
  return z.object({
    decision: z.string().min(1, REQUIRED),
    ...(wantsReason && { reason: takes ? reason.min(1, REQUIRED) : reason.optional() }),
    ...props.needs?.[decision]?.shape,
    ...(props.confirm?.[decision] && { confirmed: z.literal(true, '請先勾選確認') }),
  });
}

/** The choice between the decisions; a single one only says what it does. */
function Choice({ options }: { options: ReturnType<typeof decisionsFor> }) {
  if (options.length < 2) return <p>{options[0]?.[1].about}</p>;
  return (
    <RadioField
      name="decision"
      label="您的決定"
      choices={options.map(([value, { title, about }]) => ({ value, title, about }))}
    />
  );
}

function ReasonField({ takes, hint }: { takes: boolean; hint: string | undefined }) {
  return takes ? (
    <TextAreaField name="reason" label="原因" limit={500} {...(hint !== undefined && { hint })} />
  ) : (
    <TextAreaField name="reason" label="備註" optional limit={500} />
  );
}

function TheForm<K extends TaskKind>(props: DecisionFormProps<K>) {
  const { task, needs, start, draftOf = asDraft<K>, withoutReason = [], confirm, states } = props;
  const options = decisionsFor(task).filter(([name]) => name !== 'approve' || !isAbove(task.limit));
  const only = options.length === 1 ? options[0]![0] : '';
  const first = typeof start?.['decision'] === 'string' ? start['decision'] : only;
  const [decision, setDecision] = useState(first);
  const words = options.find(([name]) => name === decision)?.[1];
  const schema = schemaOf(decision, props, words?.takes === true);
  const form = useZodForm(schema, { ...start, decision: first } as never);
  useTypedForm(form, '決定', unconfirmed);
  const chosen = (form.watch('decision') as string | undefined) ?? '';
  if (chosen !== decision) setDecision(chosen);
  const decide = useDecide(task);
  const answering = useAnswers(task);
  const isAsking = askingDecisions[task.kind][decision] !== undefined;
  const choose = (takes: boolean) => {
    const [name] = options.find(([, words]) => (words.takes === true) === takes) ?? [];
    if (name === undefined) return undefined;
    return () => {
      // The second press sends what the first has chosen.
      if ((form.getValues() as Values).decision === name) {
        document.querySelector<HTMLFormElement>('.office-decision form')?.requestSubmit();
        return;
      }
      form.setValue('decision' as never, name as never);
      document.querySelector<HTMLElement>(`.office-decision [value="${name}"]`)?.focus();
    };
  };
  useLetter('a', choose(false));
  useLetter('r', choose(true));
  const shown = new Set(Object.keys(schema.shape));
  return (
    <Form
      form={form}
      label="決定"
      onSubmit={(values, { idempotencyKey }) =>
        decide(
          { ...draftOf(values as Values), ...(isAsking && answering.given) },
          idempotencyKey,
          shown,
        )
      }
    >
      <Flags flags={answering.flags} answering={answering} />
      <Choice options={options} />
      {needs?.[decision]?.fields}
      {decision && !withoutReason.includes(decision) && (
        <ReasonField key={decision} takes={words?.takes === true} hint={props.reasonHint} />
      )}
      {confirm?.[decision] && (
        <CheckboxField name="confirmed" label="確認">
          {confirm[decision]}
        </CheckboxField>
      )}
      {states?.[decision] && <p className="text-sm text-ink-2">{states[decision]}</p>}
      <SubmitButton
        look={words?.takes ? 'danger' : 'primary'}
        size="lg"
        wide
        disabledReason={isAsking ? unsentText(answering) : undefined}
      >
        {words?.title ?? '送出決定'}
      </SubmitButton>
    </Form>
  );
}

/** A decision that has not taken effect: what it is, or why it will not. */
function HeldAlert({ kind, held }: { kind: TaskKind; held: HeldDecision }) {
  if (held.failure !== null) {
    return (
      <Alert tone="warn" title={`${held.isMine ? '您' : held.by}先前的決定沒有生效`}>
        {held.failure}
      </Alert>
    );
  }
  return (
    <Alert title={`${held.isMine ? '' : `${held.by} `}${heldText(kind, held)}，即將生效`}>
      {held.isMine
        ? '10 秒內可按下方的「復原」收回，生效前會員不會看到。'
        : '對方在 10 秒內可以復原，生效前會員不會看到。'}
    </Alert>
  );
}

/**
 * Card around the decision of a task. Shows who may decide the task or to whom it is assigned; who
 * made it gets no form. Renders nothing once the task is decided.
 */
export function DecisionCard({
  task,
  above,
  children,
}: {
  task: Limited;
  above?: ReactNode;
  children: ReactNode;
}) {
  const who = useOperator().data?.data;
  if (task.status === 'done' || !who) return null;
  const mine = mayDecide(task.kind, who.roles);
  const isOthers = task.assignee !== null && task.assignee.id !== who.id;
  return (
    <Card as="section" className="office-decision" aria-labelledby="decision-title">
      <h2 id="decision-title" className="mb-4 text-h3">
        決定
      </h2>
      {above}
      {task.held && (
        <div className="mb-4">
          <HeldAlert kind={task.kind} held={task.held} />
        </div>
      )}
      {(!mine || isOthers || task.isMaker) && (
        <div className="mb-4">
          <Flags flags={task.flags ?? []} />
        </div>
      )}
      {task.held && task.held.failure === null ? null : !mine ? (
        <Alert>這類工作由「{rolesOf(task.kind)}」決定，您可以查看內容。</Alert>
      ) : decisionsOf(task.kind).length === 0 ? (
        <Alert>這類工作尚無線上決定流程，請依內部程序處理。</Alert>
      ) : isOthers ? (
        <Alert tone="warn" title={`此案件由 ${task.assignee?.name} 處理中`}>
          對方釋出或轉交之後才能決定；同仁不在時可請管理人員改派。
        </Alert>
      ) : task.isMaker ? (
        <Alert tone="warn" title="這項工作由您經辦">
          經辦人不可覆核自己的案件，請由另一位同仁決定。
        </Alert>
      ) : (
        <div className="grid gap-5">
          {isAbove(task.limit) && <AboveLimit task={task} limit={task.limit} />}
          {children}
        </div>
      )}
    </Card>
  );
}

/** Shows the form if this operator may decide; otherwise says who may. */
export function DecisionForm<K extends TaskKind>(props: DecisionFormProps<K>) {
  return (
    <DecisionCard task={props.task} above={props.above}>
      <TheForm {...props} />
    </DecisionCard>
  );
}
