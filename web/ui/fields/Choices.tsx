// Choices: checkbox, radio cards and chips; all native inputs, so that the keyboard works.
import type { ComponentProps, ReactNode } from 'react';
import { useControl } from './Field.tsx';
import '../boxes.css';

/** Checkbox for one consent or switch. The label may contain links. */
export function Checkbox({
  children,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) {
  const control = useControl();
  return (
    <label className="choice">
      <input type="checkbox" {...control} {...rest} />
      <span>{children}</span>
    </label>
  );
}

export type Choice = {
  value: string;
  title: ReactNode;
  about?: ReactNode;
  disabled?: boolean;
};

type ChoiceProps = {
  name: string;
  choices: readonly Choice[];
  value: string | undefined;
  onValueChange: (value: string) => void;
  onBlur?: () => void;
};

/**
 * Radio cards for one of a few choices, each with a line of explanation; to be put in a FieldGroup.
 */
export function RadioCards({
  name,
  choices,
  value,
  onValueChange,
  onBlur,
  columns = 1,
}: ChoiceProps & { columns?: 1 | 2 | 3 }) {
  return (
    <div className="radio-cards" data-columns={columns}>
      {choices.map((choice) => (
        <label key={choice.value} className="radio-card">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={value === choice.value}
            disabled={choice.disabled}
            onChange={() => onValueChange(choice.value)}
            onBlur={onBlur}
          />
          <span className="min-w-0">
            <span className="title">{choice.title}</span>
            {choice.about && <span className="about">{choice.about}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}

/** Chips for one of a few short choices (24 期, 36 期); to be put in a FieldGroup. */
export function Chips({ name, choices, value, onValueChange, onBlur }: ChoiceProps) {
  return (
    <div className="chips">
      {choices.map((choice) => (
        <label key={choice.value} className="chip">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={value === choice.value}
            disabled={choice.disabled}
            onChange={() => onValueChange(choice.value)}
            onBlur={onBlur}
          />
          {choice.title}
        </label>
      ))}
    </div>
  );
}

/** Checkboxes for several of a few choices; to be put in a FieldGroup. */
export function CheckboxList({
  choices,
  values,
  onValuesChange,
  onBlur,
}: {
  choices: readonly Choice[];
  values: readonly string[];
  onValuesChange: (values: string[]) => void;
  onBlur?: () => void;
}) {
  const invalid = useControl()['aria-invalid'];
  const toggle = (value: string, on: boolean) =>
    onValuesChange(on ? [...values, value] : values.filter((one) => one !== value));
  return (
    <div className="grid gap-x-6 md:grid-cols-2">
      {choices.map((choice) => (
        <label key={choice.value} className="choice">
          <input
            type="checkbox"
            checked={values.includes(choice.value)}
            disabled={choice.disabled}
            aria-invalid={invalid}
            onChange={(event) => toggle(choice.value, event.target.checked)}
            onBlur={onBlur}
          />
          <span>{choice.title}</span>
        </label>
      ))}
    </div>
  );
}
