// One step of the application as a separate form, whose values are saved while the user types.
import { useEffect, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { Form, SubmitButton, useProblems, useZodForm } from '../../form/Form.tsx';
import { Button } from '../../ui/Button.tsx';
import { WizardBar } from '../../ui/WizardBar.tsx';
import type { Problems } from './apply-steps.ts';

export type StepProps = {
  values: Record<string, unknown>;
  /** Errors from the server, by field; only those of this step are shown. */
  problems: Problems;
  /** Called while the user types. */
  onKeep: (values: Record<string, unknown>) => void;
  onNext: (values: Record<string, unknown>) => void;
  onBack: () => void;
};

/**
 * Buttons to go back and to continue. Shows how many fields have errors, because these fields may
 * be far above.
 */
export function StepBar({ onBack, submit }: { onBack: () => void; submit: string }) {
  const { left, focusFirst } = useProblems();
  const reason = left > 0 ? `還有 ${left} 個欄位需要修正` : undefined;
  return (
    <WizardBar reason={reason} onReason={focusFirst}>
      <Button onClick={onBack}>上一步</Button>
      <SubmitButton>{submit}</SubmitButton>
    </WizardBar>
  );
}

const isPart = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the answers so far; a field without one has its default, also within a part. */
function startOf(defaults: Record<string, unknown> = {}, values: Record<string, unknown>) {
  const parts = Object.entries(defaults).map(([name, value]) => [
    name,
    isPart(value) && isPart(values[name]) ? { ...value, ...values[name] } : (values[name] ?? value),
  ]);
  return { ...values, ...(Object.fromEntries(parts) as Record<string, unknown>) };
}

export function StepForm({
  schema,
  label,
  defaults,
  values,
  problems,
  onKeep,
  onNext,
  onBack,
  children,
}: StepProps & {
  schema: z.ZodType<FieldValues, FieldValues>;
  label: string;
  /** Default values of fields that are still empty. */
  defaults?: Record<string, unknown>;
  children: ReactNode;
}) {
  const form = useZodForm(schema, startOf(defaults, values) as FieldValues);
  useEffect(() => {
    for (const [name, message] of Object.entries(problems)) form.setError(name, { message });
    const watching = form.watch((typed) => onKeep({ ...typed }));
    return () => watching.unsubscribe();
    // Runs once per visit of a step, because errors that came with it are corrected by later
    // typing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <Form form={form} label={label} onSubmit={() => onNext(form.getValues())}>
      {children}
      <StepBar onBack={onBack} submit="下一步" />
    </Form>
  );
}
