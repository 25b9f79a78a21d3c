// Last step of a review: approve if every field is right, or request again what is wrong.
import type { ReactNode } from 'react';
import { z } from 'zod';
import { optionalText } from '#contract/core/wire.ts';
import { TextField } from '../../form/fields.tsx';
import { SelectField, TextAreaField } from '../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import type { Task } from '#contract/tasks/calls.ts';
import type { SentDecisionOf } from '#contract/tasks/decisions.ts';
import type { Flag } from '#contract/tasks/flags.ts';
import { askingDecisions, type TaskKind } from '#contract/tasks/kinds.ts';
import { Button, type ButtonLook } from '../../ui/Button.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { useTypedForm } from '../editing/typed.ts';
import { DecisionBar, useSheet } from '../kit/bars/DecisionBar.tsx';
import { FlagsCard, unsentText, useAnswers } from './Flags.tsx';
import { useDecide } from './deciding.ts';
import { tallyOf, wrongIn, type CheckGroup, type Verdicts } from './verdicts.ts';

/** Usual reasons to choose from; the reviewer can add a note. */
const presets = ['影像模糊', '反光遮住文字', '資料與證件不符', '證件過期', '戶名不符'];
const NOTE_MAX = 150;

type Props = {
  task: Task & { flags?: readonly Flag[] };
  groups: readonly CheckGroup[];
  verdicts: Verdicts;
  /** Whether the reviewer may report a suspicion while asking for corrections. */
  reports?: boolean;
};
type Why = { preset?: string | undefined; note?: string | undefined };

const seenWarnings: ReadonlySet<string> = new Set();

const why = z
  .object({ preset: z.string().optional(), note: optionalText(NOTE_MAX) })
  .refine(({ preset, note }) => preset || note, {
    path: ['note'],
    message: '請選擇常用原因或填寫說明',
  });

/** Returns the text that the member reads for one item. */
const reasonOf = ({ preset, note }: Why) => [preset, note].filter(Boolean).join('：');

function notYet({ all, left, wrong }: ReturnType<typeof tallyOf>): string | undefined {
  if (left === all) return '請先逐項核對申報資料';
  if (left > 0) return `還有 ${left} 項未核對`;
  return wrong > 0 ? `有 ${wrong} 項不符，請要求補件` : undefined;
}

/** Why the rows of one item are wrong, as the member reads it. */
function WhyFields({ item, title, rows }: CheckGroup) {
  return (
    <fieldset className="office-why grid gap-3" data-decide="why">
      <legend>
        {title}：{rows.map(({ label }) => label).join('、')}
      </legend>
      <SelectField
        name={`${item}.preset`}
        label={`${title}的常用原因`}
        placeholder="不使用常用原因"
        optional
        options={presets.map((preset) => ({ value: preset, label: preset }))}
      />
      <TextField
        name={`${item}.note`}
        label={`${title}的說明`}
        optional
        maxLength={NOTE_MAX}
        hint="與常用原因至少擇一，會原文通知會員"
      />
    </fieldset>
  );
}

/** One outcome: the form's submit button, or a button that says why it is not available. */
function Outcome({
  name,
  look,
  unavailable,
  children,
}: {
  name: 'approve' | 'supplement';
  look: ButtonLook;
  unavailable: string | undefined;
  children: ReactNode;
}) {
  return (
    <div data-decide={name}>
      {unavailable === undefined ? (
        <SubmitButton look={look} size="lg" wide>
          {children}
        </SubmitButton>
      ) : (
        <Button look={look} size="lg" wide disabledReason={unavailable}>
          {children}
        </Button>
      )}
    </div>
  );
}

/** Both outcomes; each is available or says why it is not. */
function Outcomes({
  approve,
  supplement,
  reporting,
}: {
  approve: string | undefined;
  supplement: string | undefined;
  reporting: boolean;
}) {
  return (
    <>
      <Outcome name="approve" look="primary" unavailable={approve}>
        通過
      </Outcome>
      <Outcome name="supplement" look="danger" unavailable={supplement}>
        {reporting ? '不符並通報可疑' : '要求補件'}
      </Outcome>
    </>
  );
}

/** Asks why each item is wrong, and where a review may report it, what is suspicious. */
function Whys({ wrong, reports }: { wrong: readonly CheckGroup[]; reports: boolean }) {
  return (
    <Card as="section" className="grid gap-6">
      {wrong.map((group) => (
        <WhyFields key={group.item} {...group} />
      ))}
      {reports && (
        <TextAreaField
          name="suspicion"
          label="可疑之處"
          optional
          limit={500}
          hint="填寫後會同時通報，由核准人員研判；會員只會收到補件通知，請勿告知"
        />
      )}
    </Card>
  );
}

/**
 * Both outcomes of a review in the bar; the verdicts decide which one is available, and the other
 * one says why it is not. The reasons for what is wrong are asked above it.
 */
export function ReviewDecision({ task, groups, verdicts, reports = false }: Props) {
  const tally = tallyOf(groups, verdicts);
  const wrong = wrongIn(groups, verdicts);
  const schema = z.object({
    ...Object.fromEntries(wrong.map(({ item }) => [item, why])),
    ...(reports && { suspicion: optionalText(500) }),
  });
  const form = useZodForm(schema);
  const decide = useDecide(task);
  const answering = useAnswers(task);
  const sheet = useSheet();
  useTypedForm(form, '補件');
  const typed = (form.watch() as Record<string, unknown>)['suspicion'];
  const suspicion = typeof typed === 'string' ? typed.trim() : '';
  const isAsking = askingDecisions[task.kind]['approve'] !== undefined;
  const unsent = isAsking ? unsentText(answering) : undefined;
  const draftOf = (values: Record<string, Why>): SentDecisionOf<TaskKind> =>
    wrong.length === 0
      ? { decision: 'approve', ...(isAsking && answering.given) }
      : {
          decision: 'supplement',
          items: wrong.map(({ item, rows }) => ({
            item,
            fields: rows.map(({ field }) => field),
            reason: reasonOf(values[item] ?? {}),
          })),
          ...(suspicion && { suspicion }),
        };
  return (
    <Form
      form={form}
      label="決定"
      className="grid gap-5"
      onSubmit={(values, { idempotencyKey }) =>
        decide(draftOf(values as Record<string, Why>), idempotencyKey, seenWarnings)
      }
    >
      <FlagsCard flags={answering.flags} answering={answering} />
      {wrong.length > 0 && <Whys wrong={wrong} reports={reports} />}
      <DecisionBar
        subject={task.subject.label}
        summary={{
          facts: [],
          note: (
            <p className="whitespace-nowrap text-ink-2" role="status">
              已核對 {tally.all - tally.left}／{tally.all} 項
              {tally.wrong > 0 && `，${tally.wrong} 項不符`}
            </p>
          ),
        }}
        isPair
        flags={answering}
        sheet={sheet}
        act={
          <Outcomes
            approve={(answering.isBarred ? unsent : undefined) ?? notYet(tally) ?? unsent}
            supplement={wrong.length === 0 ? '請先把不符的欄位標為不符' : undefined}
            reporting={suspicion !== ''}
          />
        }
      />
    </Form>
  );
}
