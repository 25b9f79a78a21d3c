// Fields of a plan version: on offer or not, target group, terms, effective day.
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { PLAN_UNIT } from '#contract/lending/plan-limits.ts';
import { installments, occupationGroups } from '#contract/options.ts';
import { RATE_CAP_BPS } from '#contract/law/rates.ts';
import { percentOfBps } from '#contract/core/money.ts';
import { CheckboxListField, YesNoField } from '../../../form/choice-fields.tsx';
import { Bind, TextField, type FieldProps } from '../../../form/fields.tsx';
import { TextAreaField } from '../../../form/select-fields.tsx';
import { MoneyField } from '../../../form/number-fields.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { CheckboxList } from '../../../ui/fields/Choices.tsx';
import { FieldGroup } from '../../../ui/fields/Field.tsx';
import { formatMoney, formatPercent } from '../../../ui/format.ts';
import { TextInput } from '../../../ui/fields/TextInput.tsx';

/** Number field as text; input that is not a number becomes NaN, which the schema refuses. */
function NumberField({ suffix, ...props }: FieldProps & { suffix?: string }) {
  const [text, setText] = useState('');
  return (
    <Bind {...props}>
      {({ onChange, value, ...field }) => {
        const isTyped = text !== '' && Object.is(Number(text), value);
        const known = value === undefined || Number.isNaN(value) ? text : String(value);
        return (
          <TextInput
            {...field}
            inputMode="decimal"
            autoComplete="off"
            suffix={suffix}
            value={isTyped ? text : known}
            onChange={(event) => {
              const typed = event.target.value.trim();
              setText(typed);
              onChange(typed === '' ? undefined : Number(typed));
            }}
          />
        );
      }}
    </Bind>
  );
}

function OccupationsField() {
  const name = 'occupations';
  const { field, fieldState } = useController({ name });
  const chosen = (field.value ?? []) as number[];
  const change = (group: readonly number[], values: readonly string[]) =>
    field.onChange([...chosen.filter((id) => !group.includes(id)), ...values.map(Number)]);
  return (
    <Bind name={name} label="適合職業" hint="會員依職業看到合適的方案" verb="選擇" group>
      {() => (
        <div className="office-plan-jobs border-t border-line">
          {occupationGroups.map(({ id, description, items }) => {
            const ids = items.map((item) => item.id);
            const values = chosen.filter((one) => ids.includes(one)).map(String);
            return (
              <details
                className="border-b border-line"
                key={id}
                open={values.length > 0 || fieldState.invalid}
              >
                <summary>
                  {description}
                  <span className="num">
                    {values.length}／{ids.length}
                  </span>
                </summary>
                <FieldGroup label={<span className="visually-hidden">{description}</span>}>
                  <CheckboxList
                    choices={items.map((item) => ({
                      value: String(item.id),
                      title: item.description,
                    }))}
                    values={values}
                    onValuesChange={(now) => change(ids, now)}
                  />
                </FieldGroup>
              </details>
            );
          })}
        </div>
      )}
    </Bind>
  );
}

export function OfferFields({ isSlugFixed }: { isSlugFixed: boolean }) {
  return (
    <Card as="section">
      <CardHead title="這一版" />
      <div className="grid gap-6">
        <TextAreaField
          name="summary"
          label="變更原因"
          limit={200}
          hint="為什麼改、改了什麼；覆核的同仁與日後的稽核都會看到"
        />
        <Bind
          name="effectiveOn"
          label="生效日"
          hint="台北時間當日 0 時起，新申請適用這一版；之前的申請與核准條件不變"
          verb="選擇"
        >
          {(field) => <TextInput {...field} type="date" value={field.value ?? ''} />}
        </Bind>
        <YesNoField name="enabled" label="新申請" yes="受理" no="停止受理" />
        <div className="office-plan-row">
          <TextField name="listName" label="方案名稱" maxLength={20} autoComplete="off" />
          <TextField
            name="slug"
            label="網址代號"
            readOnly={isSlugFixed}
            hint={isSlugFixed ? '核准過，不能再改' : '小寫英文、數字與連字號，例如 farmer'}
            maxLength={60}
            autoComplete="off"
            normalise="halfWidth"
          />
          <NumberField name="position" label="順序" hint="數字小的排前面" />
        </div>
      </div>
    </Card>
  );
}

export function TermFields() {
  const cap = formatPercent(percentOfBps(RATE_CAP_BPS));
  return (
    <Card as="section">
      <CardHead title="條件" />
      <div className="grid gap-6">
        <div className="office-plan-row">
          <MoneyField name="amountMin" label="額度下限" maxDigits={8} />
          <MoneyField name="amountMax" label="額度上限" maxDigits={8} />
          <MoneyField
            name="amountStep"
            label="申請單位"
            hint={`${formatMoney(PLAN_UNIT)} 的倍數`}
            maxDigits={8}
          />
        </div>
        <div className="office-plan-row">
          <NumberField name="rateMin" label="年化利率下限" suffix="%" />
          <NumberField name="rateMax" label="年化利率上限" suffix="%" hint={`不超過 ${cap}`} />
        </div>
        <CheckboxListField
          name="installments"
          label="期數"
          numeric
          choices={installments.map(({ value }) => ({
            value: String(value),
            title: `${value} 期`,
          }))}
        />
        <div className="office-plan-row">
          <NumberField name="platformFeePercent" label="平台服務費率" suffix="%" />
          <MoneyField name="platformFeeMin" label="最低平台服務費" maxDigits={6} />
        </div>
        <OccupationsField />
      </div>
    </Card>
  );
}
