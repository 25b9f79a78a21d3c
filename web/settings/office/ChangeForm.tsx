// Form for the next version of a setting: value, start, reason. Shows the change before it is
// saved.
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { addDays, formatDay, isDay, type Day } from '#contract/core/day.ts';
import {
  isNumberName,
  isRatesName,
  needsTwo,
  type NumberName,
  numberSettings,
  type SettingName,
  settingOf,
  type SettingValue,
  valueSchemaOf,
} from '#contract/settings/values.ts';
import type { FullSetting } from '#contract/settings/calls.ts';
import { daySchema } from '#contract/core/wire.ts';
import { ApiFailure, wordsOf } from '../../api.ts';
import { RadioField } from '../../form/choice-fields.tsx';
import { Bind } from '../../form/fields.tsx';
import { TextAreaField } from '../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { api } from '../../office/api.ts';
import { useTypedForm } from '../../office/editing/typed.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { dayIn } from '../../ui/clock.ts';
import { digitsOf } from '../../ui/fields/digits.ts';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { Changed } from './Changed.tsx';
import { ListEditor } from './ListEditor.tsx';
import { RatesEditor } from './RatesEditor.tsx';

const DIGITS_MAX = 7;
const later = '請選擇今天之後的日期';
const laterDay = daySchema.refine((day) => day > dayIn(), later);

function schemaOf({ name, value }: FullSetting) {
  const same = (next: unknown) => JSON.stringify(next) === JSON.stringify(value);
  const changed = valueSchemaOf(name, value).refine((next) => !same(next), '與現行內容相同');
  const reason = z.string().trim().min(1, REQUIRED).max(500);
  return {
    now: z.object({ value: changed, when: z.literal('now'), reason }),
    day: z.object({ value: changed, when: z.literal('day'), effectiveOn: laterDay, reason }),
  };
}

function ValueField({ name }: { name: NumberName }) {
  const { min, max, unit, text } = numberSettings[name];
  return (
    <Bind name="value" label={text} hint={`${min} 至 ${max} ${unit}`}>
      {({ onChange, ...field }) => (
        <TextInput
          {...field}
          value={field.value ?? ''}
          inputMode="numeric"
          autoComplete="off"
          suffix={unit}
          onChange={(event) => {
            const digits = digitsOf(event.target.value, DIGITS_MAX);
            onChange(digits === '' ? undefined : Number(digits));
          }}
        />
      )}
    </Bind>
  );
}

function AnyField({ name }: { name: SettingName }) {
  const label = settingOf(name).text;
  if (isNumberName(name)) return <ValueField name={name} />;
  if (isRatesName(name)) return <RatesEditor name={name} label={label} />;
  return <ListEditor name={name} label={label} />;
}

const StartField = () => (
  <Bind name="effectiveOn" label="生效日" hint="台北時間當日 0 時起適用" verb="選擇">
    {(field) => <TextInput {...field} type="date" value={field.value ?? ''} />}
  </Bind>
);

/** One line that says what would change and when, from the current form values. */
function Difference({ setting }: { setting: FullSetting }) {
  const { name, value: before } = setting;
  const [value, when, effectiveOn] = useWatch({ name: ['value', 'when', 'effectiveOn'] });
  const isValue =
    valueSchemaOf(name, before).safeParse(value).success &&
    JSON.stringify(value) !== JSON.stringify(before);
  const isOn = when === 'now' || isDay(String(effectiveOn ?? ''));
  const from = when === 'now' ? '儲存後立即' : isOn ? `${formatDay(effectiveOn as Day)} 起` : '';
  return (
    <Alert title="變更內容">
      <output className="grid gap-1">
        {isValue ? (
          <>
            <Changed name={name} before={before} after={value as SettingValue} />
            {from && <span>{from}適用</span>}
          </>
        ) : (
          '填寫後在此顯示與現行內容的差異'
        )}
      </output>
    </Alert>
  );
}

export function ChangeForm({
  setting,
  onDone,
  reread,
}: {
  setting: FullSetting;
  onDone: (data: FullSetting) => void;
  reread: () => Promise<unknown>;
}) {
  const { name, version } = setting;
  const { checked } = settingOf(name);
  const [when, setWhen] = useState<'now' | 'day'>(checked ? 'day' : 'now');
  const [newer, setNewer] = useState('');
  const effectiveOn = addDays(dayIn() as Day, 1);
  const form = useZodForm(schemaOf(setting)[when] as z.ZodObject, {
    when,
    effectiveOn,
    ...(!isNumberName(name) && { value: setting.value }),
  });
  useTypedForm(form);
  const chosen = form.watch('when') as 'now' | 'day';
  if (chosen !== when) setWhen(chosen);
  const next = form.watch('value') as SettingValue | undefined;
  const isForTwo = needsTwo(name, setting.value, next ?? setting.value);
  const save = async (values: Record<string, unknown>, idempotencyKey: string) => {
    const { reason } = values as { reason: string };
    const value = values['value'] as typeof setting.value;
    const on = when === 'day' ? (values['effectiveOn'] as Day) : null;
    const input = { name, value, reason, version, effectiveOn: on };
    try {
      const { data } = await api.settings.changeSetting(input, { idempotencyKey });
      const waits = data.coming?.state === 'waiting';
      toast(waits ? '已送交另一位同仁覆核' : '已儲存新版本');
      onDone(data);
    } catch (error) {
      const lost = ['SETTING_CHANGED', 'SETTING_WAITING'];
      if (!(error instanceof ApiFailure) || !lost.includes(error.code)) throw error;
      setNewer(wordsOf(error));
      await reread();
    }
  };
  return (
    <Form
      form={form}
      label="變更"
      onSubmit={(values, { idempotencyKey }) => save(values, idempotencyKey)}
    >
      {newer && (
        <Alert tone="warn" live title={newer}>
          您填的內容沒有儲存，請對照最新內容後再送出。
        </Alert>
      )}
      <AnyField name={name} />
      {!checked && (
        <RadioField
          name="when"
          label="生效時間"
          choices={[
            { value: 'now', title: '立即', about: '儲存（或覆核）後馬上適用於新的動作' },
            { value: 'day', title: '指定日期', about: '台北時間當日 0 時起' },
          ]}
        />
      )}
      {when === 'day' && <StartField />}
      <TextAreaField name="reason" label="原因" limit={500} hint="留在版本紀錄，同仁都看得到" />
      <Difference setting={setting} />
      <SubmitButton>{isForTwo ? '送交覆核' : '儲存新版本'}</SubmitButton>
    </Form>
  );
}
