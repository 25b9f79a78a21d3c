// Step 5 of the application: cards, other loans, expenses, and their share of the income.
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2, X } from 'lucide-react';
import { useRef } from 'react';
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import type { Plan } from '#contract/lending/calls.ts';
import { YesNoField } from '../../form/choice-fields.tsx';
import { SelectField, TextAreaField } from '../../form/select-fields.tsx';
import { MoneyField } from '../../form/number-fields.tsx';
import { queryOf } from '../../site/kit/api.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { Grid } from '../../ui/Layout.tsx';
import { FormPart } from '../../verification/FormPart.tsx';
import { financeSchema } from './apply-steps.ts';
import { StepForm, type StepProps } from './StepForm.tsx';
import { HIGH, monthlyOf, shareText } from './Summary.tsx';

const LOANS_MAX = 5;
const LOANS = 'finance.otherLoans';
const loanKinds = ['信用貸款', '房屋貸款', '車輛貸款', '學生貸款', '其他貸款'].map((kind) => ({
  value: kind,
  label: kind,
}));

/** Shows bank codes only if they have three digits, because other codes mean nothing to users. */
const labelOf = (code: string, name: string) => (/^\d{3}$/.test(code) ? `${code} ${name}` : name);

/**
 * Field for the banks of the member's cards: they are added one by one, and each can be removed
 * again.
 */
function CardBanks() {
  const list = useQuery({ ...queryOf('lending', 'cardBanks', {}), staleTime: Infinity });
  const { field } = useController({ name: 'finance.cardBanks' });
  const chosen = (field.value ?? []) as string[];
  const banks = list.data?.creditCardBankList ?? [];
  const nameOf = (code: string) => banks.find((bank) => bank.code === code)?.name ?? code;
  return (
    <div className="grid gap-3">
      <Field label="發卡銀行" hint="可加入多家，沒有列出的可以略過" optional>
        <Combobox
          key={chosen.length}
          items={banks
            .filter(({ code }) => !chosen.includes(code))
            .map(({ code, name }) => ({ value: code, label: labelOf(code, name) }))}
          value=""
          onValueChange={(code) => code && field.onChange([...chosen, code])}
          placeholder={list.isPending ? '載入中……' : '代碼或名稱，例如 812'}
          empty="找不到這家銀行"
        />
      </Field>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="已加入的發卡銀行">
          {chosen.map((code) => (
            <li key={code}>
              <Button
                size="sm"
                aria-label={`移除${nameOf(code)}`}
                icon={<X size={16} aria-hidden="true" />}
                onClick={() => field.onChange(chosen.filter((one) => one !== code))}
              >
                {nameOf(code)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Cards() {
  const hasCards = useWatch({ name: 'hasCards' }) as boolean | undefined;
  return (
    <FormPart title="信用卡">
      <YesNoField name="hasCards" label="是否持有信用卡" yes="有" no="沒有" />
      {hasCards && (
        <>
          <CardBanks />
          <MoneyField
            name="finance.cardBalance"
            label="信用卡循環餘額"
            hint="所有卡片未繳清的合計；每月全額繳清請填 0"
            maxDigits={8}
          />
        </>
      )}
    </FormPart>
  );
}

function OtherLoans() {
  const { fields } = useFieldArray({ name: LOANS });
  const { clearErrors, getValues, setValue } = useFormContext();
  const added = useRef(false);
  // `append` and `remove` of the library would validate every row, also those never touched.
  const setRows = (change: (rows: readonly unknown[]) => unknown[]) =>
    setValue(LOANS, change((getValues(LOANS) as unknown[] | undefined) ?? []), {
      shouldDirty: true,
    });
  const append = () => {
    added.current = true;
    setRows((rows) => [...rows, {}]);
  };
  const remove = (at: number) => {
    clearErrors(LOANS);
    setRows((rows) => rows.filter((_row, i) => i !== at));
  };
  // The row itself takes the focus: a field that is left counts as visited and would show an error.
  const focusAdded = (row: HTMLElement | null) => {
    if (!row || !added.current) return;
    added.current = false;
    row.focus();
  };
  return (
    <FormPart title="其他貸款" about="沒有可以略過">
      {fields.map((field, i) => (
        <fieldset
          key={field.id}
          tabIndex={-1}
          ref={i === fields.length - 1 ? focusAdded : undefined}
          className="other-loan grid gap-5 p-4 border border-line rounded-card"
        >
          <legend>第 {i + 1} 筆</legend>
          <SelectField name={`finance.otherLoans.${i}.kind`} label="類型" options={loanKinds} />
          <Grid>
            <MoneyField name={`finance.otherLoans.${i}.monthly`} label="每月還款" maxDigits={8} />
            <MoneyField name={`finance.otherLoans.${i}.balance`} label="餘額" maxDigits={9} />
          </Grid>
          <div>
            <Button
              size="sm"
              look="quiet"
              icon={<Trash2 size={16} aria-hidden="true" />}
              aria-label={`移除第 ${i + 1} 筆貸款`}
              onClick={() => remove(i)}
            >
              移除
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          icon={<Plus size={18} aria-hidden="true" />}
          disabledReason={fields.length >= LOANS_MAX ? `最多 ${LOANS_MAX} 筆` : undefined}
          onClick={append}
        >
          新增一筆貸款
        </Button>
      </div>
    </FormPart>
  );
}

/** Warns if the payments take much of the income; the summary beside the step has the figures. */
function HighBurden({ plan, values }: { plan: Plan | undefined; values: StepProps['values'] }) {
  const otherLoans = useWatch({ name: 'finance.otherLoans' }) as unknown;
  const monthly = monthlyOf({ ...values, finance: { otherLoans } }, plan ? [plan] : []);
  const isHigh = monthly !== null && (monthly.share ?? 0) >= HIGH;
  return (
    <div role="status">
      {isHigh && (
        <Alert tone="warn" title={shareText(monthly.share ?? 0)}>
          負擔偏高，可能影響審核；可以降低金額或拉長期數。
        </Alert>
      )}
    </div>
  );
}

function LatePayments() {
  const late = useWatch({ name: 'finance.lateIn12Months' }) as boolean | undefined;
  return (
    <FormPart title="支出與還款紀錄">
      <MoneyField
        name="finance.monthlyExpense"
        label="每月固定支出"
        hint="房租、生活費、保險等，不含貸款還款"
        maxDigits={8}
      />
      <YesNoField
        name="finance.lateIn12Months"
        label="近 12 個月是否曾遲繳貸款或信用卡"
        yes="曾經遲繳"
        no="沒有"
      />
      {late && <TextAreaField name="finance.lateNote" label="說明原因" optional limit={200} />}
    </FormPart>
  );
}

export function FinanceStep({ plan, ...step }: StepProps & { plan: Plan | undefined }) {
  const defaults = { finance: { cardBanks: [], cardBalance: 0, otherLoans: [] } };
  return (
    <StepForm {...step} schema={financeSchema} defaults={defaults} label="財務狀況">
      <Cards />
      <OtherLoans />
      <LatePayments />
      <HighBurden plan={plan} values={step.values} />
    </StepForm>
  );
}
