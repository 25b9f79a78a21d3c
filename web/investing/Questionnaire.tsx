// The risk questionnaire: one question on a screen, with progress, and the risk text at the end.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { retakeReasons } from '#contract/investing/suitability.ts';
import { CheckboxField, RadioField } from '../form/choice-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { LeaveQuestion } from '../form/LeaveGuard.tsx';
import { useFormDraft, useStoredDraft } from '../form/use-form-draft.ts';
import { REQUIRED } from '../form/words.ts';
import { queryOf } from '../site/kit/api.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { Button } from '../ui/Button.tsx';
import { Alert } from '../ui/display/Alert.tsx';
import { Card, CardHead } from '../ui/display/Card.tsx';
import { ProgressBar } from '../ui/display/ProgressBar.tsx';
import { toast } from '../ui/overlay/toasts.tsx';
import { WizardBar } from '../ui/WizardBar.tsx';
import type { Answer } from '../api.ts';
import type { SiteCalls } from '../site/kit/calls.ts';

export type State = Answer<SiteCalls['investing']['suitability']>['data'];

type Screen = { name: string; schema: z.ZodType; shown: ReactNode };

function Risk({ risk }: { risk: State['risk'] }) {
  return (
    <>
      <CardHead title="風險預告">
        <span className="text-sm text-ink-3">第 {risk.version} 版</span>
      </CardHead>
      <ul className="list-disc ps-5">
        {risk.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <div className="mt-4">
        <CheckboxField name="understood" label="風險預告">
          我已閱讀並了解上述風險
        </CheckboxField>
      </div>
    </>
  );
}

/**
 * Returns what is asked, in order: the reason if the profile is still valid, each question, and the
 * consent to the risk text.
 */
function screensOf({ profile, questions, risk }: State): Screen[] {
  const reason = {
    name: 'reason',
    schema: z.string({ error: REQUIRED }),
    shown: (
      <RadioField
        name="reason"
        label="這次重新評估的原因"
        choices={Object.entries(retakeReasons).map(([value, title]) => ({ value, title }))}
      />
    ),
  };
  return [
    ...(profile?.againNeedsReason ? [reason] : []),
    ...questions.map(({ id, text, options }, i) => ({
      name: `q${id}`,
      schema: z.number({ error: REQUIRED }).int().min(1).max(options.length),
      shown: (
        <RadioField
          name={`q${id}`}
          label={`${i + 1}. ${text}`}
          numeric
          choices={options.map((title, at) => ({ value: String(at + 1), title }))}
        />
      ),
    })),
    {
      name: 'understood',
      schema: z.literal(true, '請閱讀風險預告後勾選'),
      shown: <Risk risk={risk} />,
    },
  ];
}

type Replies = Record<string, unknown>;

/**
 * Returns the screen from the address, so that the browser's button leads to the previous question.
 * No question can be skipped.
 */
function useScreen(screens: readonly Screen[], answersOf: () => Replies) {
  const [query, setQuery] = useSearchParams();
  const unanswered = screens.findIndex(({ name }) => answersOf()[name] === undefined);
  const last = unanswered < 0 ? screens.length - 1 : unanswered;
  const asked = Number(query.get('question') ?? 1) - 1;
  const at = Number.isInteger(asked) ? Math.max(0, Math.min(asked, last)) : 0;
  const go = (to: number) => {
    const others = Object.fromEntries(query);
    setQuery({ ...others, question: String(to + 1) }, { state: { keepFocus: true } });
  };
  return [at, go] as const;
}

/** After a change of the screen, focuses the chosen or first answer for the arrow keys. */
function useAnswerFocus(at: number) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    const all = [...(box.current?.querySelectorAll<HTMLInputElement>('input') ?? [])];
    (all.find(({ checked }) => checked) ?? all[0])?.focus({ preventScroll: true });
  }, [at]);
  return box;
}

export function Questionnaire({ state, onDone }: { state: State; onDone: () => void }) {
  const client = useQueryClient();
  const [screens] = useState(() => screensOf(state));
  const [schemas] = useState(() =>
    screens.map(({ name, schema }) => z.looseObject({ [name]: schema })),
  );
  // Another version of the questionnaire asks other questions.
  const stored = useStoredDraft(`suitability-${state.version}`);
  const answers = useRef<Replies>(stored.draft ?? {});
  const [at, go] = useScreen(screens, () => answers.current);
  const form = useZodForm(schemas[at]!);
  const restored = useFormDraft(form, stored);
  const box = useAnswerFocus(at);
  const { isDirty, isSubmitting } = form.formState;
  const send = async (key: { idempotencyKey: string }) => {
    const given = answers.current;
    const reason = given['reason'] as keyof typeof retakeReasons | undefined;
    const said = {
      version: state.version,
      answers: state.questions.map(({ id }) => Number(given[`q${id}`])),
      riskVersion: state.risk.version,
      ...(reason && { reason }),
    };
    const answer = await deferredApi.investing.answerSuitability(said, key);
    client.setQueryData(queryOf('investing', 'suitability', {}).queryKey, answer);
    // The amounts that may be ordered in a case depend on the profile.
    client.removeQueries({ queryKey: ['investing', 'getCase'] });
    toast('評估完成');
    onDone();
  };
  return (
    <Form
      form={form}
      label="風險屬性問卷"
      onSubmit={async (_values, sending) => {
        answers.current = form.getValues() as Replies;
        if (at < screens.length - 1) go(at + 1);
        else await send(sending);
      }}
    >
      {restored && <Alert live title="已載入您先前的回答，可以接著作答" />}
      <div className="grid gap-2">
        <p className="text-sm text-ink-3">
          第 {at + 1}／{screens.length} 題
        </p>
        <ProgressBar share={at / screens.length} label="評估進度" threads={false} />
      </div>
      <div ref={box}>
        <Card as="section">{screens[at]?.shown}</Card>
      </div>
      <WizardBar>
        {at > 0 && <Button onClick={() => go(at - 1)}>上一題</Button>}
        <SubmitButton>{at < screens.length - 1 ? '下一題' : '送出評估'}</SubmitButton>
      </WizardBar>
      <LeaveQuestion dirty={isDirty && !isSubmitting} />
    </Form>
  );
}
