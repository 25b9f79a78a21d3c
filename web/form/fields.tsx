// Fields of text and choice: each connects a control of web/ui with a name of the schema. Rarely
// used fields have files of their own, so that only the forms that use them load them.
import type { ComponentProps, ReactNode } from 'react';
import { useController, type ControllerRenderProps, type FieldValues } from 'react-hook-form';
import { halfWidth } from '../ui/fields/digits.ts';
import { Field, FieldGroup } from '../ui/fields/Field.tsx';
import { TextInput } from '../ui/fields/TextInput.tsx';
import { idOf, useLabel, type FieldName } from './Form.tsx';
import { visibleMessage } from './words.ts';

/** Props of every field. `label` is also the field's name in messages. */
export type FieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  warning?: string | undefined;
  optional?: boolean;
};

type Bound = ControllerRenderProps<FieldValues, string>;

/**
 * Connects a name of the schema with a control: draws label, hint and error around the control that
 * `children` renders.
 */
export function Bind({
  name,
  label,
  hint,
  warning,
  optional,
  verb = '輸入',
  group = false,
  children,
}: FieldProps & {
  verb?: FieldName['verb'];
  /** Whether the field consists of several inputs under one legend. */
  group?: boolean;
  children: (field: Bound) => ReactNode;
}) {
  useLabel(name, { label, verb });
  const { field, fieldState } = useController({ name });
  const Frame = group ? FieldGroup : Field;
  return (
    <Frame
      id={idOf(name)}
      label={label}
      hint={hint}
      warning={warning}
      optional={optional}
      steady
      error={visibleMessage(fieldState.error?.message, label, verb)}
    >
      {children(field)}
    </Frame>
  );
}

type InputProps = Omit<ComponentProps<typeof TextInput>, keyof FieldProps | 'value' | 'onChange'>;

/**
 * One line of text. An optional field that is empty becomes undefined, as the contract requires.
 */
export function TextField({
  normalise,
  ...props
}: FieldProps & InputProps & { normalise?: 'halfWidth' | 'upperCase' }) {
  const { name, label, hint, warning, optional, ...input } = props;
  const shape = (text: string) =>
    normalise === 'upperCase'
      ? halfWidth(text).toUpperCase()
      : normalise === 'halfWidth'
        ? halfWidth(text)
        : text;
  return (
    <Bind name={name} label={label} hint={hint} warning={warning} optional={optional}>
      {(field) => (
        <TextInput
          {...input}
          {...field}
          {...(normalise && { clean: (text: string) => shape(text).replace(/\s/g, '') })}
          value={field.value ?? ''}
          onChange={(event) => field.onChange(event.target.value)}
          onBlur={(event) => {
            const text = shape(event.target.value);
            field.onChange(text === '' && optional ? undefined : text);
            field.onBlur();
          }}
        />
      )}
    </Bind>
  );
}
