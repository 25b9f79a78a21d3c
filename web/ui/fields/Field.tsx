// A field: label above, hint below it, error under the control, and the ids that link them.
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { createContext, use, useId, type ReactNode } from 'react';

export type FieldText = {
  label: ReactNode;
  hint?: ReactNode;
  /** Error message, shown with an icon and linked to the control, which is marked invalid. */
  error?: string | undefined;
  /** A possible mistake, which does not prevent sending. */
  warning?: string | undefined;
  /** Marks the label 「（選填）」; fields are required by default. */
  optional?: boolean | undefined;
  /** False if the field may be empty without a mark, as a filter may. */
  required?: boolean;
  /**
   * Space for one line of message is always reserved, so that nothing moves when a message appears
   * or disappears.
   */
  steady?: boolean;
};

/** Ids and ARIA attributes by which a control inside a Field is named, described and found. */
export type Control = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

const ControlContext = createContext<Control | null>(null);

/** Returns the ids and ARIA attributes of the surrounding Field; new ones if there is no Field. */
export function useControl(): Control {
  const own = useId();
  const given = use(ControlContext);
  return (
    given ?? {
      id: own,
      'aria-describedby': undefined,
      'aria-invalid': undefined,
      'aria-required': undefined,
    }
  );
}

/** Returns the id of the label of a field's control. */
export const labelIdOf = (id: string) => `${id}-label`;

/** Scrolls a message into view that appears, below a bar perhaps, while its field has the focus. */
function showMessage(message: HTMLElement | null): void {
  const isTyping = message?.closest('.field')?.contains(document.activeElement);
  if (isTyping) message?.scrollIntoView({ block: 'nearest' });
}

function Message({ id, error, warning }: Pick<FieldText, 'error' | 'warning'> & { id: string }) {
  if (error) {
    return (
      <p ref={showMessage} id={`${id}-error`} className="field-error">
        <CircleAlert size={16} aria-hidden="true" />
        <span>{error}</span>
      </p>
    );
  }
  if (!warning) return null;
  return (
    <p ref={showMessage} id={`${id}-warning`} className="field-warning">
      <TriangleAlert size={16} aria-hidden="true" />
      <span>{warning}</span>
    </p>
  );
}

function Messages({ hint, steady, ...message }: FieldText & { id: string }) {
  return (
    <>
      {hint && (
        <div id={`${message.id}-hint`} className="field-hint">
          {hint}
        </div>
      )}
      {steady ? (
        <div className="field-messages">
          <Message {...message} />
        </div>
      ) : (
        <Message {...message} />
      )}
    </>
  );
}

function controlOf(
  id: string,
  { hint, error, warning, optional, required = optional !== true }: FieldText,
): Control {
  const described = [
    hint && `${id}-hint`,
    error && `${id}-error`,
    warning && !error && `${id}-warning`,
  ].filter(Boolean);
  return {
    id,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  };
}

/** One control with its label. Any input of web/ui inside it gets its id from the context. */
export function Field({
  children,
  id,
  ...text
}: FieldText & { children: ReactNode; id?: string | undefined }) {
  const own = useId();
  const name = id ?? own;
  return (
    <div className="field" data-steady={text.steady ? '' : undefined}>
      <label id={labelIdOf(name)} className="field-label" htmlFor={name}>
        {text.label}
        {text.optional && <span className="optional">（選填）</span>}
      </label>
      <ControlContext value={controlOf(name, text)}>{children}</ControlContext>
      <Messages id={name} {...text} />
    </div>
  );
}

/** Several controls that answer one question: radios, checkboxes, the three parts of a date. */
export function FieldGroup({
  children,
  id,
  ...text
}: FieldText & { children: ReactNode; id?: string | undefined }) {
  const own = useId();
  const name = id ?? own;
  const control = controlOf(name, text);
  return (
    <fieldset
      className="field"
      data-steady={text.steady ? '' : undefined}
      id={name}
      tabIndex={-1}
      aria-describedby={control['aria-describedby']}
    >
      <legend className="field-label mb-1">
        {text.label}
        {text.optional && <span className="optional">（選填）</span>}
      </legend>
      <ControlContext value={{ ...control, 'aria-describedby': undefined }}>
        {children}
      </ControlContext>
      <Messages id={name} {...text} />
    </fieldset>
  );
}
