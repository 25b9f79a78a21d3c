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
  get,
  useForm,
  useFormState,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiFailure, wordsOf } from '../api.ts';
import { Alert } from '../ui/display/Alert.tsx';
import { Button, type ButtonLook } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/display/ProgressBar.tsx';
import { focusField, inPageOrder } from '../ui/fields/focus-field.ts';
import { uuid } from '../uuid.ts';
import type { Shape } from './resolver.ts';
import { shownMessage } from './words.ts';

/** Only a submit that failed has one. */
const ErrorSummary = lazy(async () => ({
  default: (await import('../ui/fields/ErrorSummary.tsx')).ErrorSummary,
}));
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

/** Fetched once for all forms: the pages where people come in are drawn without it. */
const checker = () => import('./resolver.ts');

/** A form over a schema. */
export function useZodForm<S extends Shape>(
  schema: S,
  defaultValues?: DefaultValues<z.input<S>>,
): FormOver<S> {
  useEffect(() => void checker().catch(() => {}), []);
  return useForm<z.input<S>, unknown, z.output<S>>({
    resolver: async (values, context, options) =>
      (await checker()).resolverOf(schema)(values, context, options),
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
  useEffect(() => void Promise.all([checker(), load()]).catch(() => {}), [load]);
  return useForm<z.input<S>, unknown, z.output<S>>({
    resolver: async (values, context, options) => {
      const [check, schema] = await Promise.all([checker(), load()]).catch(() => []);
      if (check && schema) return check.resolverOf(schema as S)(values, context, options);
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

/** A failed submit: how many there have been, and the fields the last one found wrong. */
type Attempt = { count: number; names: readonly string[] };

/** Those of the last attempt's fields that are still wrong, in the order of the page. */
const LeftContext = createContext<readonly string[]>([]);

/** How many fields the last attempt found wrong and are so still, and a way to the first. */
export function useProblems(): { left: number; focusFirst: () => void } {
  const names = use(LeftContext);
  return {
    left: names.length,
    focusFirst: () => void names.some((name) => focusField(idOf(name))),
  };
}

/** One wrong field alone is said under it, and has the focus; a box would only say it twice. */
function Summary({ labels, attempt, left }: { labels: Labels; attempt: Attempt; left: Left }) {
  if (attempt.names.length < 2) return null;
  const problems = left.map(({ name, message }) => {
    const { label, verb } = labels.current.get(name) ?? { label: '這個欄位', verb: '輸入' };
    return { id: idOf(name), message: shownMessage(message, label, verb) ?? message };
  });
  return (
    <Suspense>
      <ErrorSummary problems={problems} attempt={attempt.count} />
    </Suspense>
  );
}

type Left = { name: string; message: string }[];

/**
 * What of the last attempt is still wrong. Focuses the first of it after each attempt, and checks
 * wrong fields again whenever another changes, because their rule may concern both.
 */
function useLeft<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>, attempt: Attempt) {
  const { errors } = useFormState({ control: form.control });
  const messages = new Map(flatErrors(errors));
  const left: Left = attempt.names.flatMap((name) => {
    const message = messages.get(name);
    return message === undefined ? [] : [{ name, message }];
  });
  useEffect(() => void attempt.names.some((name) => focusField(idOf(name))), [attempt]);
  const wrong = useRef<string[]>([]);
  wrong.current = [...messages.keys()].filter((name) => !isServers(errors, name));
  useEffect(() => {
    const { unsubscribe } = form.watch(() => {
      if (wrong.current.length > 0) void form.trigger(wrong.current as never);
    });
    return unsubscribe;
  }, [form]);
  return left;
}

/** What the server found stays until its own field changes: no schema here knows of it. */
const SERVER = 'server';
const isServers = (errors: FieldErrors, name: string) =>
  (get(errors, name) as { type?: unknown } | undefined)?.type === SERVER;

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
  const [attempt, setAttempt] = useState<Attempt>({ count: 0, names: [] });
  const fail = (found: readonly string[]) => {
    const names = inPageOrder(found.map(idOf)).map((id) => found.find((one) => idOf(one) === id)!);
    setAttempt(({ count }) => ({ count: count + 1, names }));
  };
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sent, setSent] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const sending = useRef(false);
  const { keyFor, forget } = useKey();
  const refuse = (error: unknown) => {
    const fields = error instanceof ApiFailure ? Object.entries(error.fields) : [];
    const known = fields.filter(([name]) => labels.current.has(name));
    for (const [name, message] of known) form.setError(name as never, { type: SERVER, message });
    if (known.length > 0 && known.length === fields.length) fail(known.map(([name]) => name));
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
  const handle = form.handleSubmit(valid, (errors) =>
    fail(flatErrors(errors).map(([name]) => name)),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setRefused(null);
    setAttempt(({ count }) => ({ count, names: [] }));
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
  const left = useLeft(form, attempt);
  return (
    <FormProvider {...form}>
      <LabelsContext value={labels}>
        {/* By post: sent before the page is alive, nothing typed may end up in an address. */}
        <form noValidate method="post" className={className} aria-label={label} onSubmit={submit}>
          <Summary labels={labels} attempt={attempt} left={left} />
          {refused && <RefusedAlert refused={refused} />}
          <LeftContext value={left.map(({ name }) => name)}>
            <ShareContext value={share}>{children}</ShareContext>
          </LeftContext>
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
