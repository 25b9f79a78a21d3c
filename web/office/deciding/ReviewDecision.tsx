// Last step of a review: approve if every field is right, or request again what is wrong.
import { z } from 'zod';
import { optionalText } from '#contract/core/wire.ts';
import { TextField } from '../../form/fields.tsx';
import { SelectField, TextAreaField } from '../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import type { Task } from '#contract/tasks/calls.ts';
import type { Flag } from '#contract/tasks/flags.ts';
import { askingDecisions } from '#contract/tasks/kinds.ts';
import { useTypedForm } from '../editing/typed.ts';
import { Flags, unsentText, useAnswers } from './Flags.tsx';
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
const nothing = z.object({});

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

function Approve({ task, groups, verdicts }: Props) {
  const form = useZodForm(nothing);
  const decide = useDecide(task);
  const answering = useAnswers(task);
  const isAsking = askingDecisions[task.kind]['approve'] !== undefined;
  const given = isAsking && answering.given;
  return (
    <Form
      form={form}
      label="通過"
      onSubmit={(_, { idempotencyKey }) =>
        decide({ decision: 'approve', ...given }, idempotencyKey, seenWarnings)
      }
    >
      <Flags flags={answering.flags} answering={answering} />
      <div data-decide="approve">
        <SubmitButton
          size="lg"
          wide
          disabledReason={
            (isAsking && answering.isBarred ? unsentText(answering) : undefined) ??
            notYet(tallyOf(groups, verdicts)) ??
            (isAsking ? unsentText(answering) : undefined)
          }
        >
          通過
        </SubmitButton>
      </div>
    </Form>
  );
}

/** Why the rows of one item are wrong, as the member reads it. */
function WhyFields({ item, title, rows }: CheckGroup) {
  return (
    <fieldset className="office-why grid gap-3 pt-4 border-t border-line" data-decide="why">
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

function Supplement({ task, groups, verdicts, reports = false }: Props) {
  const wrong = wrongIn(groups, verdicts);
  const schema = z.object({
    ...Object.fromEntries(wrong.map(({ item }) => [item, why])),
    ...(reports && { suspicion: optionalText(500) }),
  });
  const form = useZodForm(schema);
  const decide = useDecide(task);
  useTypedForm(form, '補件');
  const typed = (form.watch() as Record<string, unknown>)['suspicion'];
  const suspicion = typeof typed === 'string' ? typed.trim() : '';
  const items = (values: Record<string, Why>) =>
    wrong.map(({ item, rows }) => ({
      item,
      fields: rows.map(({ field }) => field),
      reason: reasonOf(values[item] ?? {}),
    }));
  return (
    <Form
      form={form}
      label="要求補件"
      onSubmit={(values, { idempotencyKey }) =>
        decide(
          {
            decision: 'supplement',
            items: items(values as Record<string, Why>),
            ...(suspicion && { suspicion }),
          },
          idempotencyKey,
          seenWarnings,
        )
      }
    >
      {wrong.map((group) => (
        <WhyFields key={group.item} {...group} />
      ))}
      {reports && wrong.length > 0 && (
        <TextAreaField
          name="suspicion"
          label="可疑之處"
          optional
          limit={500}
          hint="填寫後會同時通報，由核准人員研判；會員只會收到補件通知，請勿告知"
        />
      )}
      <div data-decide="supplement">
        <SubmitButton
          look="danger"
          size="lg"
          wide
          disabledReason={wrong.length === 0 ? '請先把不符的欄位標為不符' : undefined}
        >
          {suspicion ? '不符並通報可疑' : '要求補件'}
        </SubmitButton>
      </div>
    </Form>
  );
}

/**
 * Shows both outcomes of a review, one below the other; an outcome that is not available says why.
 */
export function ReviewDecision(props: Props) {
  const { all, left, wrong } = tallyOf(props.groups, props.verdicts);
  return (
    <div className="grid gap-6">
      <p className="text-sm text-ink-2" role="status">
        已核對 {all - left}／{all} 項{wrong > 0 && `，${wrong} 項不符`}
      </p>
      <Approve {...props} />
      <Supplement {...props} />
    </div>
  );
}
