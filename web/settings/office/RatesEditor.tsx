// Editor for a table of rates: one percentage per row; all rows are saved as one version.
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { percentOfBps } from '#contract/core/money.ts';
import { type RatesName, ratesSettings, type RatesValue } from '#contract/settings/rates.ts';
import { idOf, useLabel } from '../../form/Form.tsx';
import { Field, FieldGroup } from '../../ui/fields/Field.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';

const PERCENT = /^(\d{1,3})(?:\.(\d{1,2}))?$/;

/**
 * Parses a percentage to basis points; NaN, which the schema refuses, if the text is not a
 * percentage.
 */
function bpsIn(text: string): number {
  const parts = PERCENT.exec(text.trim());
  if (!parts) return Number.NaN;
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
}

type Problems = { message?: string } & Partial<Record<string, { message?: string }>>;

export function RatesEditor({ name, label }: { name: RatesName; label: string }) {
  useLabel('value', { label, verb: '輸入' });
  const { field, fieldState } = useController({ name: 'value' });
  const value = (field.value ?? {}) as RatesValue;
  const [typed, setTyped] = useState<Record<string, string>>({});
  const problems = (fieldState.error ?? {}) as Problems;
  return (
    <FieldGroup
      id={idOf('value')}
      label={label}
      hint="由上而下不可遞減；最多兩位小數"
      error={problems.message}
    >
      <div className="grid gap-4">
        {ratesSettings[name].rows.map(({ id, text }) => (
          <Field key={id} label={text} error={problems[id]?.message}>
            <TextInput
              inputMode="decimal"
              autoComplete="off"
              suffix="%"
              value={typed[id] ?? String(percentOfBps(value[id] ?? 0))}
              onChange={(event) => {
                setTyped({ ...typed, [id]: event.target.value });
                field.onChange({ ...value, [id]: bpsIn(event.target.value) });
              }}
            />
          </Field>
        ))}
      </div>
    </FieldGroup>
  );
}
