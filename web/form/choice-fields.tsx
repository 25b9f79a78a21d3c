// Fields that are answered by choosing: cards, chips, checkboxes.
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { Checkbox, CheckboxList, Chips, RadioCards, type Choice } from '../ui/fields/Choices.tsx';
import { Bind, type FieldProps } from './fields.tsx';
import { idOf, useLabel } from './Form.tsx';
import { visibleMessage } from './words.ts';

type ChoiceFieldProps = FieldProps & { choices: readonly Choice[]; numeric?: boolean };

function chosen(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

export function RadioField({
  choices,
  columns,
  numeric,
  ...props
}: ChoiceFieldProps & { columns?: 1 | 2 | 3 }) {
  return (
    <Bind {...props} verb="選擇" group>
      {(field) => (
        <RadioCards
          name={field.name}
          choices={choices}
          value={chosen(field.value)}
          onValueChange={(value) => field.onChange(numeric ? Number(value) : value)}
          onBlur={field.onBlur}
          {...(columns && { columns })}
        />
      )}
    </Bind>
  );
}

/** Field for yes or no as a boolean; neither is chosen at first. */
export function YesNoField({
  yes = '是',
  no = '否',
  ...props
}: FieldProps & { yes?: string; no?: string }) {
  return (
    <Bind {...props} verb="選擇" group>
      {(field) => (
        <RadioCards
          name={field.name}
          columns={2}
          choices={[
            { value: 'true', title: yes },
            { value: 'false', title: no },
          ]}
          value={chosen(field.value)}
          onValueChange={(value) => field.onChange(value === 'true')}
          onBlur={field.onBlur}
        />
      )}
    </Bind>
  );
}

export function ChipsField({ choices, numeric, ...props }: ChoiceFieldProps) {
  return (
    <Bind {...props} verb="選擇" group>
      {(field) => (
        <Chips
          name={field.name}
          choices={choices}
          value={chosen(field.value)}
          onValueChange={(value) => field.onChange(numeric ? Number(value) : value)}
          onBlur={field.onBlur}
        />
      )}
    </Bind>
  );
}

/** Field for yes or no as a boolean; no answer is chosen at first. */
export function CheckboxListField({ choices, numeric, ...props }: ChoiceFieldProps) {
  return (
    <Bind {...props} verb="選擇" group>
      {(field) => (
        <CheckboxList
          choices={choices}
          values={((field.value ?? []) as unknown[]).map(String)}
          onValuesChange={(values) => field.onChange(numeric ? values.map(Number) : values)}
          onBlur={field.onBlur}
        />
      )}
    </Bind>
  );
}

/** A single checkbox. If it must be ticked, the schema says `z.literal(true, '請先同意服務條款')`. */
export function CheckboxField({
  name,
  label,
  children,
}: {
  name: string;
  /** Short name of the field for the error summary. */
  label: string;
  children: ReactNode;
}) {
  useLabel(name, { label, verb: '選擇' });
  const { field, fieldState } = useController({ name });
  const error = visibleMessage(fieldState.error?.message, label, '選擇');
  return (
    <div className="field">
      <Checkbox
        id={idOf(name)}
        name={field.name}
        ref={field.ref}
        checked={field.value === true}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${idOf(name)}-error` : undefined}
        onChange={(event) => field.onChange(event.target.checked)}
        onBlur={field.onBlur}
      >
        {children}
      </Checkbox>
      {error && (
        <p id={`${idOf(name)}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
