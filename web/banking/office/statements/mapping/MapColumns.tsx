// Makes a layout from a statement file of an unknown format: the operator says which column is
// what, sees at once how the lines would be read, and saves the layout under a name.
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { columnFields, guessDelimiter, guessSkip } from '#contract/banking/layout-guess.ts';
import type { TableMapping } from '#contract/banking/statements.ts';
import { banks } from '#contract/taiwan/banks.ts';
import { api } from '../../../../office/api.ts';
import { useAct } from '../../../../use-act.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Alert } from '../../../../ui/display/Alert.tsx';
import { Field } from '../../../../ui/fields/Field.tsx';
import { Select } from '../../../../ui/fields/Select.tsx';
import { TextInput } from '../../../../ui/fields/TextInput.tsx';
import { toast } from '../../../../ui/overlay/toasts.tsx';
import type { TableReading as Reading } from '#contract/banking/statement-rows.ts';
import { completeReading, type Corrections, mappedOf, withField } from './draft.ts';
import { ColumnChoice, MappedLines } from './MappedTable.tsx';
import { encodingOf, type FirstBytes, rowsOf, textIn } from './read-table.ts';

const skips = Array.from({ length: 21 }, (_, lines) => ({
  value: `${lines}`,
  label: `${lines} 行`,
}));

/** Reads the file with the corrections and guesses the rest. */
function useMapped(first: FirstBytes, corrected: Corrections) {
  return useMemo(() => {
    const encoding = corrected.encoding ?? encodingOf(first);
    const text = textIn(first, encoding);
    const delimiter = corrected.delimiter ?? guessDelimiter(text ?? '');
    const rows = text === null ? [] : rowsOf(text, delimiter);
    const skip = corrected.skip ?? guessSkip(rows);
    return { isText: text !== null, ...mappedOf(rows, { encoding, delimiter, skip }, corrected) };
  }, [first, corrected]);
}

type Habit = 'encoding' | 'delimiter' | 'dates' | 'amounts';
const habits: readonly {
  name: Habit;
  label: string;
  options: { value: string; label: string }[];
}[] = [
  {
    name: 'encoding',
    label: '編碼',
    options: [
      { value: 'utf-8', label: 'UTF-8' },
      { value: 'big5', label: 'Big5' },
    ],
  },
  {
    name: 'delimiter',
    label: '分隔符號',
    options: [
      { value: ',', label: '逗號' },
      { value: ';', label: '分號' },
      { value: '\t', label: 'Tab' },
    ],
  },
  {
    name: 'dates',
    label: '日期',
    options: [
      { value: 'gregorian', label: '西元' },
      { value: 'roc', label: '民國' },
    ],
  },
  {
    name: 'amounts',
    label: '金額',
    options: [
      { value: 'columns', label: '分兩欄' },
      { value: 'signed', label: '一欄有正負' },
    ],
  },
];

/** How the file is written, guessed and correctable. */
function Habits({
  reading,
  onChange,
}: {
  reading: Omit<Reading, 'columns'>;
  onChange: (changed: Partial<Corrections>) => void;
}) {
  return (
    <div className="grid grid-cols-2 gap-4 md:grid-cols-5">
      {habits.map(({ name, label, options }) => (
        <Field key={name} label={label}>
          <Select
            options={options}
            placeholder={null}
            value={reading[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        </Field>
      ))}
      <Field label="標題列之前">
        <Select
          options={skips}
          placeholder={null}
          value={`${reading.skip}`}
          onChange={(event) => onChange({ skip: Number(event.target.value) })}
        />
      </Field>
    </div>
  );
}

type Props = { first: FirstBytes; onSaved: () => void; onCancel: () => void };

export function MapColumns({ first, onSaved, onCancel }: Props) {
  const [corrected, setCorrected] = useState<Corrections>({ fields: {} });
  const [bank, setBank] = useState('');
  const [name, setName] = useState('');
  const change = (changed: Partial<Corrections>) => setCorrected({ ...corrected, ...changed });
  const mapped = useMapped(first, corrected);
  const reading = completeReading(mapped);
  const client = useQueryClient();
  const save = useAct(async (complete: TableMapping) => {
    const { data } = await api.banking.saveLayout({ name: name.trim(), mapping: complete });
    await client.invalidateQueries({ queryKey: ['banking', 'listLayouts'] });
    toast(`已儲存格式「${data.name}」，下次相同的檔案會自動選用`);
    onSaved();
  });
  const lacking = columnFields
    .filter(([field]) => mapped.missing.includes(field))
    .map(([, word]) => word)
    .join('、');
  const why =
    name.trim() === ''
      ? '請填寫格式名稱'
      : bank === ''
        ? '請選擇銀行'
        : lacking && `還沒有指定：${lacking}`;
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="格式名稱" hint="例如銀行與報表名稱">
          <TextInput
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label="銀行">
          <Select
            options={banks.map((bank) => ({
              value: bank.code,
              label: `${bank.code} ${bank.name}`,
            }))}
            placeholder="選擇銀行"
            value={bank}
            onChange={(event) => setBank(event.target.value)}
          />
        </Field>
      </div>
      <Habits reading={mapped.reading} onChange={change} />
      {!mapped.isText && <Alert tone="danger" title="檔案不是這個編碼，請改選另一種" />}
      <p>在每一欄的標題下選擇它是什麼。</p>
      <ColumnChoice
        of={mapped}
        onChoose={(column, field) => setCorrected(withField(corrected, column, field))}
      />
      {reading && <MappedLines of={mapped} by={reading} />}
      {save.problem && <Alert tone="danger" live title={save.problem} />}
      <div className="flex flex-wrap items-start justify-end gap-3">
        <Button onClick={onCancel}>返回</Button>
        <Button
          look="primary"
          busy={save.busy}
          disabledReason={why || undefined}
          onClick={() => void (reading && save.run({ ...reading, bank }))}
        >
          儲存格式
        </Button>
      </div>
    </div>
  );
}
