// Form for the format of a bank's statements: columns, dates, signs, encoding.
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { optionalText } from '#contract/core/wire.ts';
import { columnFields, neededColumns } from '#contract/banking/layout-guess.ts';
import { mappingSchema, type Layout, type StatementMapping } from '#contract/banking/statements.ts';
import { type Day, formatDay } from '#contract/core/day.ts';
import { banks, banksAsOf } from '#contract/taiwan/banks.ts';
import { RadioField } from '../../../form/choice-fields.tsx';
import { TextField } from '../../../form/fields.tsx';
import { SelectField } from '../../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../../form/Form.tsx';
import { REQUIRED } from '../../../form/words.ts';
import { api } from '../../../office/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';

const requiredText = z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(40);
const maybe = optionalText(40);
const bankCode = z.string().regex(/^\d{3}$/, REQUIRED);
const tableShape = z.object({
  name: requiredText,
  format: z.literal('table'),
  bank: bankCode,
  encoding: z.enum(['utf-8', 'big5']),
  dates: z.enum(['gregorian', 'roc']),
  amounts: z.enum(['columns', 'signed']),
  delimiter: z.enum([',', ';', '\t']),
  skip: z.coerce.number<number>().int().min(0).max(20),
  date: requiredText,
  time: maybe,
  seq: requiredText,
  credit: requiredText,
  debit: maybe,
  balance: maybe,
  virtualAccount: requiredText,
  fromBank: maybe,
  fromAccount: maybe,
  fromName: maybe,
  reference: maybe,
  reverses: maybe,
  memo: maybe,
});
const camtShape = z.object({
  name: requiredText,
  format: z.literal('camt.053'),
  bank: bankCode,
  account: z
    .string()
    .trim()
    .regex(/^(\d{6,16})?$/, '帳號是 6 到 16 位數字')
    .optional(),
});
const shape = z.discriminatedUnion('format', [tableShape, camtShape]);
type Values = z.output<typeof shape>;

/** Initial values of a new layout: the columns that most banks in Taiwan use. */
const usual = {
  format: 'table',
  encoding: 'utf-8',
  dates: 'gregorian',
  amounts: 'columns',
  delimiter: ',',
  skip: 0,
  bank: '812',
  date: '交易日',
  seq: '序號',
  credit: '存入',
  debit: '支出',
  balance: '餘額',
  virtualAccount: '虛擬帳號',
} as const;

function startOf(layout: Layout | null) {
  if (!layout) return usual;
  const { mapping, name } = layout;
  if ('format' in mapping) return { ...usual, name, ...mapping };
  const { columns, types: _types, ...rest } = mapping;
  return { name, format: 'table' as const, ...rest, ...columns };
}

/** Returns the mapping of a form; kinds of transactions, which it does not show, stay as before. */
export function mappingOf(values: Values, before?: StatementMapping): StatementMapping {
  if (values.format === 'camt.053') {
    const { format, bank, account } = values;
    return { format, bank, ...(account && { account }) };
  }
  const { name: _name, format: _format, bank, encoding, dates, amounts, ...others } = values;
  const { delimiter, skip, ...columns } = others;
  const filled = Object.entries(columns).filter(([, value]) => value !== undefined && value !== '');
  const kinds = before && 'types' in before ? before : null;
  return mappingSchema.parse({
    bank,
    encoding,
    dates,
    amounts,
    delimiter,
    skip,
    columns: { ...Object.fromEntries(filled), type: kinds?.columns.type },
    ...(kinds && { types: kinds.types }),
  });
}

/** Fields for the format of the files, apart from the column names. */
function Habits() {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <RadioField
        name="encoding"
        label="編碼"
        choices={[
          { value: 'utf-8', title: 'UTF-8' },
          { value: 'big5', title: 'Big5' },
        ]}
      />
      <RadioField
        name="dates"
        label="日期"
        choices={[
          { value: 'gregorian', title: '西元' },
          { value: 'roc', title: '民國' },
        ]}
      />
      <RadioField
        name="amounts"
        label="金額"
        choices={[
          { value: 'columns', title: '存入與支出分兩欄' },
          { value: 'signed', title: '同一欄，支出為負' },
        ]}
      />
      <div className="grid content-start gap-6">
        <SelectField
          name="delimiter"
          label="分隔符號"
          options={[
            { value: ',', label: '逗號' },
            { value: ';', label: '分號' },
            { value: '\t', label: 'Tab' },
          ]}
        />
        <TextField name="skip" label="標題列之前的行數" inputMode="numeric" />
      </div>
    </div>
  );
}

/** Fields of a table: its format and the names of its columns. */
function TableFields() {
  return (
    <>
      <Habits />
      <fieldset className="grid gap-4 border-t border-line pt-4 md:grid-cols-2">
        <legend className="mb-2 font-bold">欄位名稱（照檔案標題列）</legend>
        {columnFields.map(([name, word]) => (
          <TextField
            key={name}
            name={name}
            label={name === 'credit' ? '存入（或帶正負號的金額）' : word}
            optional={!neededColumns.includes(name)}
          />
        ))}
      </fieldset>
    </>
  );
}

export function LayoutForm({ layout, onDone }: { layout: Layout | null; onDone: () => void }) {
  const form = useZodForm(shape, startOf(layout));
  const client = useQueryClient();
  const format = useWatch({ control: form.control, name: 'format' });
  return (
    <Form
      form={form}
      label="對帳單格式"
      onSubmit={async (values, { idempotencyKey }) => {
        const mapping = mappingOf(values, layout?.mapping);
        const { data } = await api.banking.saveLayout(
          { ...(layout && { id: layout.id }), name: values.name, mapping },
          { idempotencyKey },
        );
        await client.invalidateQueries({ queryKey: ['banking', 'listLayouts'] });
        toast(`已儲存格式「${data.name}」`);
        onDone();
      }}
    >
      <TextField name="name" label="格式名稱" hint="例如銀行與報表名稱" />
      <SelectField
        name="bank"
        label="銀行"
        hint={`名單為 ${formatDay(banksAsOf as Day)} 的資料`}
        options={banks.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
      />
      <RadioField
        name="format"
        label="檔案"
        choices={[
          { value: 'table', title: '表格（CSV）' },
          { value: 'camt.053', title: 'ISO 20022（camt.053 XML）' },
        ]}
      />
      {format === 'camt.053' ? (
        <TextField
          name="account"
          label="信託帳戶帳號"
          hint="填了之後，其他帳戶的對帳單不會入帳"
          inputMode="numeric"
          optional
        />
      ) : (
        <TableFields />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>取消</Button>
        <SubmitButton>儲存格式</SubmitButton>
      </div>
    </Form>
  );
}
