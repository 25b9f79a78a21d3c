// Text fields of a plan version, as on the public page: lines, steps, questions.
import { Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useFieldArray } from 'react-hook-form';
import { Bind, TextField, type FieldProps } from '../../../form/fields.tsx';
import { TextAreaField } from '../../../form/select-fields.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { TextArea } from '../../../ui/fields/Select.tsx';

const linesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A list that is edited as one entry per line; empty lines are dropped. */
function LinesField(props: FieldProps) {
  const [text, setText] = useState('');
  return (
    <Bind {...props}>
      {({ onChange, value, ...field }) => {
        const lines = (value ?? []) as string[];
        const isTyped = linesIn(text).join('\n') === lines.join('\n');
        return (
          <TextArea
            {...field}
            rows={Math.max(3, lines.length + 1)}
            value={isTyped ? text : lines.join('\n')}
            onChange={(event) => {
              setText(event.target.value);
              onChange(linesIn(event.target.value));
            }}
          />
        );
      }}
    </Bind>
  );
}

/** Entries that can be added, removed and edited individually. */
function Entries<Blank extends Record<string, string>>({
  name,
  title,
  noun,
  least,
  most,
  blank,
  children,
}: {
  name: string;
  title: string;
  noun: string;
  least: number;
  most: number;
  blank: Blank;
  children: (path: string) => ReactNode;
}) {
  const { fields, append, remove } = useFieldArray({ name });
  return (
    <Card as="section">
      <CardHead title={title} />
      <ol className="grid gap-5 mb-5">
        {fields.map(({ id }, at) => (
          <li className="pb-5 border-b border-line" key={id}>
            <div className="head flex justify-between items-center min-h-11 mb-2">
              <h3 className="text-base">
                {noun} {at + 1}
              </h3>
              {fields.length > least && (
                <IconButton label={`移除${noun} ${at + 1}`} onClick={() => remove(at)}>
                  <Trash2 size={18} aria-hidden="true" />
                </IconButton>
              )}
            </div>
            {children(`${name}.${at}`)}
          </li>
        ))}
      </ol>
      {fields.length < most && (
        <Button onClick={() => append(blank)}>
          <Plus size={18} aria-hidden="true" />
          新增{noun}
        </Button>
      )}
    </Card>
  );
}

export function WordFields() {
  return (
    <>
      <Card as="section">
        <CardHead title="公開頁面的文字" />
        <div className="grid gap-6">
          <TextField name="title" label="標題" maxLength={40} autoComplete="off" />
          <TextField name="subtitle" label="副標題" maxLength={60} autoComplete="off" />
          <TextAreaField name="description" label="說明" limit={400} />
          <LinesField name="eligibility" label="申請資格" hint="一行一項" />
          <LinesField name="requiredDocuments" label="應備文件" hint="一行一項" />
        </div>
      </Card>
      <Entries
        name="steps"
        title="申請步驟"
        noun="步驟"
        least={1}
        most={10}
        blank={{ title: '', text: '', time: '' }}
      >
        {(path) => (
          <div className="grid gap-4">
            <div className="office-plan-row">
              <TextField name={`${path}.title`} label="名稱" maxLength={20} autoComplete="off" />
              <TextField name={`${path}.time`} label="所需時間" maxLength={40} autoComplete="off" />
            </div>
            <TextAreaField name={`${path}.text`} label="說明" />
          </div>
        )}
      </Entries>
      <Entries
        name="faqs"
        title="常見問題"
        noun="問題"
        least={0}
        most={20}
        blank={{ question: '', answer: '' }}
      >
        {(path) => (
          <div className="grid gap-4">
            <TextField name={`${path}.question`} label="問題" maxLength={60} autoComplete="off" />
            <TextAreaField name={`${path}.answer`} label="答案" />
          </div>
        )}
      </Entries>
    </>
  );
}
