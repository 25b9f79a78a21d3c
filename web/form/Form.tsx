// Form component: validates with the contract schema, submits once, shows refusals in place.
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
import { Alert, NeedsScripts } from '../ui/display/Alert.tsx';
import { Button, type ButtonLook } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/display/ProgressBar.tsx';
import { correctFocused, focusField, inPageOrder } from '../ui/fields/focus-field.ts';
import { uuid } from '../uuid.ts';
import { useHeldSubmit } from './early-submit.ts';
import type { Shape } from './resolver.ts';
import { visibleMessage } from './words.ts';

/** Loaded lazily, because it is needed only after a failed submit. */
const ErrorSummary = lazy(async () => ({
  default: (await import('../ui/fields/ErrorSummary.tsx')).ErrorSummary,
}));
/** Loaded lazily, because only few forms ask before the user leaves. */
const LeaveGuard = lazy(async () => ({ default: (await import('./LeaveGuard.tsx')).LeaveGuard }));

export type FieldName = { label: string; verb: '輸入' | '選擇' | '上傳' };
type Labels = RefObject<Map<string, FieldName>>;
const LabelsContext = createContext<Labels | null>(null);

/** Returns the id of a field's control, so that the error summary can link to it. */
export function idOf(name: string): string {
  return `field-${name.replaceAll('.', '-')}`;
}

/** Registers the name of a field for the error summary. */
export function useLabel(name: string, label: FieldName): void {
  use(LabelsContext)?.current.set(name, label);
}

export type FormOver<S extends Shape> = UseFormReturn<z.input<S>, unknown, z.output<S>>;

/** When fields are validated: first on blur, then on each change. */
export const checking = {
  mode: 'onTouched',
  reValidateMode: 'onChange',
  shouldFocusError: false,
} as const;

/**
 * Loads the validation code once for all forms. The pages for signing in and registering are
 * rendered before it has loaded.
 */
export const checker = () => import('./resolver.ts');

/** Creates the state of a form that is validated with a schema. */
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

/** Returns every message of nested errors, by the dotted name of its field. */
export function flatErrors(errors: FieldErrors, prefix = ''): [name: string, message: string][] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (!error || (prefix === '' && key === 'root')) return [];
    const name = prefix + key;
    const message = (error as { message?: unknown }).message;
    if (typeof message === 'string') return [[name, message] as [string, string]];
    return typeof error === 'object' ? flatErrors(error as FieldErrors, `${name}.`) : [];
  });
}

/** Failed submits: how many there were, and the invalid fields of the last one. */
type Attempt = { count: number; names: readonly string[] };

/** Fields of the last failed submit that are still invalid, in page order. */
const LeftContext = createContext<readonly string[]>([]);

/**
 * Returns how many fields of the last failed submit are still invalid, and a function that focuses
 * the first.
 */
export function useProblems(): { left: number; focusFirst: () => void } {
  const names = use(LeftContext);
  return {
    left: names.length,
    focusFirst: () => void names.some((name) => focusField(idOf(name))),
  };
}

/**
 * A single invalid field shows its own message and gets the focus; a summary would only repeat it.
 */
function Summary({ labels, attempt, left }: { labels: Labels; attempt: Attempt; left: Left }) {
  if (attempt.names.length < 2) return null;
  const problems = left.map(({ name, message }) => {
    const { label, verb } = labels.current.get(name) ?? { label: '這個欄位', verb: '輸入' };
    return { id: idOf(name), message: visibleMessage(message, label, verb) ?? message };
  });
  return (
    <Suspense>
      <ErrorSummary problems={problems} attempt={attempt.count} />
    </Suspense>
  );
}

type Left = { name: string; message: string }[];

/**
 * Returns the errors of the last failed submit that remain. Focuses the first one after each
 * attempt. Whenever another field changes, the invalid fields are validated again, because a rule
 * may concern both fields.
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

/**
 * Error type of field errors from the server. Such an error stays until its field changes, because
 * the browser has no schema with the rule that was broken.
 */
const SERVER = 'server';
const isServers = (errors: FieldErrors, name: string) =>
  (get(errors, name) as { type?: unknown } | undefined)?.type === SERVER;

/** Arguments that a submit handler receives in addition to the form's values. */
export type Sending = {
  /** The same key for every attempt with the same values; it must be passed to the call. */
  idempotencyKey: string;
  /** Shows the upload progress; for calls that send files. */
  onUpload: (share: number) => void;
};

type Refused = { message: string; requestId?: string | undefined };

/**
 * Alert with the text of a refusal. The alert takes the focus, because the button that was pressed
 * may be far below.
 */
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

/**
 * Returns one idempotency key for all attempts with the same values, and a new one after the values
 * change or were sent.
 */
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

/** Upload progress of the form's files; null while nothing is being uploaded. */
const ShareContext = createContext<number | null>(null);

type Submit<O> = (values: O, sending: Sending) => Promise<void> | void;

/**
 * Submits once at a time and handles the result: field errors, an error above the form, or success.
 */
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
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    correctFocused(event.currentTarget);
    setRefused(null);
    setAttempt(({ count }) => ({ count, names: [] }));
    setSent(false);
    // Without a connection the code that checks the values may not have been loaded.
    await handle(event)
      .catch(refuse)
      .finally(() => {
        sending.current = false;
        setShare(null);
      });
  };
  return { attempt, refused, sent, share, submit };
}

/**
 * Renders a form. After a failed submit it shows the summary, the server's field errors under their
 * fields, and any other error above the form with its code. `guard` asks before unsaved data is
 * left.
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
  const element = useRef<HTMLFormElement>(null);
  useHeldSubmit(element);
  return (
    <FormProvider {...form}>
      <LabelsContext value={labels}>
        {/* Uses POST, so that a submit before hydration never puts typed data into a URL. */}
        <form
          ref={element}
          noValidate
          method="post"
          className={className}
          aria-label={label}
          onSubmit={submit}
        >
          <NeedsScripts />
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

/** The form's submit button; shown as busy while the form is being sent. */
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
      // Prevents the blur of the field on mouse down, because the field's error would appear and
      // move the button, so that the click would miss the button.
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
