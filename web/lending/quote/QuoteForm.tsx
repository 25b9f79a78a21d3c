// The six questions of a quote.
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { quoteIncomes } from '#contract/lending/quote-incomes.ts';
import { checking, Form, SubmitButton } from '../../form/Form.tsx';
import { ChipsField, YesNoField } from '../../form/choice-fields.tsx';
import { MoneyField } from '../../form/number-fields.tsx';
import { SelectField } from '../../form/select-fields.tsx';
import { FieldGroup } from '../../ui/fields/Field.tsx';
import { plansFor, resolverFor, type Choices, type QuoteValues } from './quote-form.ts';

const YEARS_MAX = 40;
const numbers = (count: number, textOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => ({ value: String(n), label: textOf(n) }));
const years = numbers(YEARS_MAX + 1, (n) => (n === YEARS_MAX ? `${n} 年以上` : `${n} 年`));
const months = numbers(12, (n) => `${n} 個月`);

function Debts() {
  const hasDebts = useWatch<QuoteValues, 'hasDebts'>({ name: 'hasDebts' });
  return (
    <>
      <YesNoField
        name="hasDebts"
        label="4. 目前有其他貸款或信用卡循環餘額嗎？"
        yes="有"
        no="沒有"
      />
      {hasDebts && (
        <div className="grid items-start gap-x-4 gap-y-6 md:grid-cols-2">
          <MoneyField name="monthly" label="貸款每月還款" hint="所有貸款合計" maxDigits={8} />
          <MoneyField name="balance" label="貸款餘額" hint="還沒還的本金合計" maxDigits={9} />
          <MoneyField
            name="cardBalance"
            label="信用卡循環餘額"
            hint="每月全額繳清請填 0"
            maxDigits={8}
          />
        </div>
      )}
    </>
  );
}

function Terms({ choices }: { choices: Choices }) {
  const occupation = useWatch<QuoteValues, 'occupation'>({ name: 'occupation' });
  const own = plansFor(choices, occupation);
  const offered = own.length > 0 ? own : choices.plans;
  const terms = new Set(offered.flatMap(({ installments }) => installments));
  return (
    <ChipsField
      name="installment"
      label="6. 想分幾期還？"
      numeric
      choices={[...terms]
        .toSorted((a, b) => a - b)
        .map((term) => ({ value: String(term), title: `${term} 期` }))}
    />
  );
}

export function QuoteForm({
  choices,
  wish,
  onSend,
  onChange,
}: {
  choices: Choices;
  /** Amount and term that a calculator handed over. */
  wish: Pick<QuoteValues, 'amount' | 'installment'>;
  onSend: (values: QuoteValues) => Promise<void>;
  /** Called when an answer changes. */
  onChange: () => void;
}) {
  const form = useForm<QuoteValues>({
    resolver: resolverFor(choices),
    defaultValues: wish,
    ...checking,
  });
  useEffect(() => {
    const { unsubscribe } = form.watch(onChange);
    return unsubscribe;
    // The setter of a state, which stays the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [form]);
  return (
    <Form form={form} label="六個問題" onSubmit={onSend}>
      <SelectField
        name="occupation"
        label="1. 您的職業"
        numeric
        hint="沒有列出的職業，目前沒有可申請的方案"
        options={choices.works.map(({ id, text }) => ({ value: String(id), label: text }))}
      />
      <SelectField
        name="incomeBand"
        label="2. 稅前月收入"
        numeric
        hint="以級距的下限計算，包含固定津貼"
        options={quoteIncomes.map(({ id, text }) => ({ value: String(id), label: text }))}
      />
      <FieldGroup label="3. 現職做了多久？">
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-6">
          <SelectField name="years" label="年" numeric options={years} />
          <SelectField name="months" label="月" numeric options={months} />
        </div>
      </FieldGroup>
      <Debts />
      <MoneyField name="amount" label="5. 想借多少？" hint="以萬元為單位" maxDigits={7} />
      <Terms choices={choices} />
      <SubmitButton size="lg" busyLabel="計算中……">
        看我的條件
      </SubmitButton>
    </Form>
  );
}
