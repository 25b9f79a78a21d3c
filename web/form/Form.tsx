// A form: checked by the contract's schema, sent once, its refusals shown where they belong.
import {
  createContext,
  lazy,
  Suspense,
  use,
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import {
  FormProvider,
  useForm,
  useFormState,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiFailure, wordsOf } from '../api.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button, type ButtonLook } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { uuid } from '../uuid.ts';
import { resolverOf, type Shape } from './resolver.ts';
import { shownMessage } from './words.ts';

/** Only few forms ask before they are left. */
const LeaveGuard = lazy(async () => ({ default: (await import('./LeaveGuard.tsx')).LeaveGuard }));

export type FieldName = { label: string; verb: '輸入' | '選擇' | '上傳' };
type Labels = RefObject<Map<string, FieldName>>;
const LabelsContext = createContext<Labels | null>(null);

/** The id a field's control has, so that the summary can lead to it. */
export function idOf(name: string): string {
  return `field-${name.replaceAll('.', '-')}`;
}

/** Tells the form how a field is called in its summary. */
export function useLabel(name: string, label: FieldName): void {
  use(LabelsContext)?.current.set(name, label);
}

type FormOver<S extends Shape> = UseFormReturn<z.input<S>, unknown, z.output<S>>;

/** When a form is checked: on blur first, then on each change. */
const checking = {
  mode: 'onTouched',
  reValidateMode: 'onChange',
  shouldFocusError: false,
} as const;

/** A form over a schema. */
export function useZodForm<S extends Shape>(
  schema: S,
  defaultValues?: DefaultValues<z.input<S>>,
): FormOver<S> {
  return useForm<z.input<S>, unknown, z.output<S>>({
    resolver: resolverOf(schema),
    ...checking,
    ...(defaultValues && { defaultValues }),
  });
}

/**
 * The same over a schema that comes once the page is alive, for pages where people come in: zod is
 * heavier than such a page. Should it not come at all, the server checks alone. `load` must be the
 * same function each time.
 */
export function useLateForm<S extends Shape>(
  load: () => Promise<S>,
  defaultValues?: DefaultValues<z.input<S>>,
): FormOver<S> {
  useEffect(() => void load().catch(() => {}), [load]);
  return useForm<z.input<S>, unknown, z.output<S>>({
    resolver: async (values, context, options) => {
      const schema = await load().catch(() => null);
      if (schema) return resolverOf(schema)(values, context, options);
      return { values: values as unknown as z.output<S>, errors: {} };
    },
    ...checking,
    ...(defaultValues && { defaultValues }),
  });
}

/** Every message of nested errors, by the dotted name of its field. */
export function flatErrors(errors: FieldErrors, prefix = ''): [name: string, message: string][] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (!error || (prefix === '' && key === 'root')) return [];
    const name = prefix + key;
    const message = (error as { message?: unknown }).message;
    if (typeof message === 'string') return [[name, message] as [string, string]];
    return typeof error === 'object' ? flatErrors(error as FieldErrors, `${name}.`) : [];
  });
}

/** A failed submit: how many there have been, and what the last one found, by field. */
type Attempt = { count: number; found: [name: string, message: string][] };

/** The box names what the last submit found, until the next; meanwhile fields may mend. */
function Summary({ labels, attempt }: { labels: Labels; attempt: Attempt }) {
  const problems = attempt.found.map(([name, message]) => {
    const { label, verb } = labels.current.get(name) ?? { label: '這個欄位', verb: '輸入' };
    return { id: idOf(name), message: shownMessage(message, label, verb) ?? message };
  });
  return <ErrorSummary problems={problems} attempt={attempt.count} />;
}

/** What a submit is given besides the values. */
export type Sending = {
  /** The same for every try of the same values; pass it to the call. */
  idempotencyKey: string;
  /** Shows how far files have come; for a call that sends some. */
  onUpload: (share: number) => void;
};

type Refused = { message: string; requestId?: string | undefined };

/** Takes the focus, for the button pressed may stand far below. */
function RefusedAlert({ refused }: { refused: Refused }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [refused]);
  return (
    <div ref={box} tabIndex={-1} className="rounded-card">
      <Alert tone="danger" live title={refused.message}>
        {refused.requestId && `代碼 ${refused.requestId}`}
      </Alert>
    </div>
  );
}

/** One key for all tries of the same values, a new one once they have changed or were sent. */
function useKey() {
  const key = useRef({ for: '', value: '' });
  return {
    keyFor: (values: unknown) => {
      const text = JSON.stringify(values);
      if (key.current.for !== text) key.current = { for: text, value: uuid() };
      return key.current.value;
    },
    forget: () => (key.current = { for: '', value: '' }),
  };
}

/** How much of the form's files has left while it is being sent; null while none do. */
const ShareContext = createContext<number | null>(null);

type Submit<O> = (values: O, sending: Sending) => Promise<void> | void;

/** Sends once at a time, and sorts what comes back: under fields, above the form, or done. */
function useSubmit<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  onSubmit: Submit<O>,
  labels: Labels,
) {
  const [attempt, setAttempt] = useState<Attempt>({ count: 0, found: [] });
  const fail = (found: Attempt['found']) =>
    setAttempt(({ count }) => ({ count: count + 1, found }));
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sent, setSent] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const sending = useRef(false);
  const { keyFor, forget } = useKey();
  const refuse = (error: unknown) => {
    const fields = error instanceof ApiFailure ? Object.entries(error.fields) : [];
    const known = fields.filter(([name]) => labels.current.has(name));
    for (const [name, message] of known) form.setError(name as never, { message });
    if (known.length > 0 && known.length === fields.length) fail(known);
    else {
      const requestId = error instanceof ApiFailure ? error.requestId : undefined;
      setRefused({ message: wordsOf(error), requestId });
    }
  };
  const valid = async (values: O) => {
    try {
      await onSubmit(values, { idempotencyKey: keyFor(form.getValues()), onUpload: setShare });
      forget();
      setSent(true);
    } catch (error) {
      refuse(error);
    }
  };
  const handle = form.handleSubmit(valid, (errors) => fail(flatErrors(errors)));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setRefused(null);
    setAttempt(({ count }) => ({ count, found: [] }));
    setSent(false);
    await handle(event).finally(() => {
      sending.current = false;
      setShare(null);
    });
  };
  return { attempt, refused, sent, share, submit };
}

/**
 * Shows the summary after a failed submit, puts the server's field errors under their fields
 * and everything else above the form with its code. `guard` asks before unsaved data is left.
 */
export function Form<I extends FieldValues, O>({
  form,
  onSubmit,
  guard = false,
  className = 'grid gap-6',
  children,
  label,
}: {
  form: UseFormReturn<I, unknown, O>;
  onSubmit: Submit<O>;
  guard?: boolean;
  className?: string;
  children: ReactNode;
  label?: string;
}) {
  const labels = useRef(new Map<string, FieldName>());
  const { attempt, refused, sent, share, submit } = useSubmit(form, onSubmit, labels);
  return (
    <FormProvider {...form}>
      <LabelsContext value={labels}>
        {/* By post: sent before the page is alive, nothing typed may end up in an address. */}
        <form noValidate method="post" className={className} aria-label={label} onSubmit={submit}>
          <Summary labels={labels} attempt={attempt} />
          {refused && <RefusedAlert refused={refused} />}
          <ShareContext value={share}>{children}</ShareContext>
        </form>
        <Suspense>{guard && <LeaveGuard off={sent} />}</Suspense>
      </LabelsContext>
    </FormProvider>
  );
}

/** The form's one button; busy while it is being sent. */
export function SubmitButton({
  children,
  look = 'primary',
  wide,
  size,
  disabledReason,
  busyLabel,
}: {
  children: ReactNode;
  look?: ButtonLook;
  wide?: boolean;
  size?: 'md' | 'lg';
  disabledReason?: string | undefined;
  busyLabel?: string;
}) {
  const { isSubmitting } = useFormState();
  const share = use(ShareContext);
  const label = share === null ? busyLabel : `上傳中 ${Math.floor(share * 100)}%`;
  const button = (
    <Button
      type="submit"
      look={look}
      wide={wide}
      size={size}
      busy={isSubmitting}
      disabledReason={disabledReason}
      // Else the field left would show its error, push the button away, and the click would miss.
      onMouseDown={(event) => event.preventDefault()}
      {...(label && { busyLabel: label })}
    >
      {children}
    </Button>
  );
  if (share === null) return button;
  return (
    <div className="grid gap-3">
      <ProgressBar share={share} label="上傳進度" threads={false} />
      {button}
    </div>
  );
}
