// Form fields of a question: its text, and its place in the help centre.
import { useQuery } from '@tanstack/react-query';
import { questionAudiences } from '#contract/content/shapes.ts';
import { CheckboxField } from '../../../form/choice-fields.tsx';
import { Bind, TextField } from '../../../form/fields.tsx';
import { SelectField, TextAreaField } from '../../../form/select-fields.tsx';
import { queryOf } from '../../../office/api.ts';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { RichTextField } from '../rich-text/RichTextField.tsx';
import { questionAudienceText } from '#contract/content/words.ts';

export function QuestionWords({ edition, readOnly }: { edition: number; readOnly: boolean }) {
  return (
    <fieldset disabled={readOnly} className="grid gap-6">
      <legend className="visually-hidden">問題與答案</legend>
      <TextAreaField name="question" label="問題" limit={100} />
      <RichTextField name="answer" label="答案" edition={edition} readOnly={readOnly} />
    </fieldset>
  );
}

const audiences = questionAudiences.map((value) => ({
  value,
  label: questionAudienceText[value].office,
}));

/** An existing category, or a new one. */
function CategoryField() {
  const list = useQuery(queryOf('content', 'listQuestions', { item_per_page: 200 }));
  const names = [...new Set(list.data?.data.map(({ category }) => category))];
  return (
    <>
      <TextField name="category" label="分類" maxLength={20} list="question-categories" />
      <datalist id="question-categories">
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}

/** Whole number that sorts the list, lowest first. */
export function PositionField({ hint }: { hint: string }) {
  return (
    <Bind name="position" label="順序" hint={hint}>
      {(field) => (
        <TextInput
          {...field}
          type="number"
          inputMode="numeric"
          min={0}
          value={Number.isNaN(field.value) ? '' : (field.value ?? '')}
          onChange={(event) => field.onChange(event.target.valueAsNumber)}
          onWheel={(event) => event.currentTarget.blur()}
        />
      )}
    </Bind>
  );
}

export function QuestionSettings({
  readOnly,
  isNew = false,
  isPublic = false,
}: {
  readOnly: boolean;
  isNew?: boolean;
  /** A public question stays public until it is taken down. */
  isPublic?: boolean;
}) {
  return (
    <Card as="section">
      <CardHead title="設定" />
      <fieldset disabled={readOnly} className="grid gap-6">
        <legend className="visually-hidden">設定</legend>
        {isNew && (
          <TextField
            name="slug"
            label="網址代號"
            hint="小寫英文、數字與連字號，例如 early-repayment；儲存後不能改"
            maxLength={60}
            autoComplete="off"
            normalise="halfWidth"
          />
        )}
        <SelectField name="audience" label="對象" options={audiences} />
        <CategoryField />
        <PositionField hint="同一分類中，數字小的排前面" />
        {!isPublic && (
          <CheckboxField name="published" label="公開">
            送交覆核，通過後公開在幫助中心
          </CheckboxField>
        )}
        <CheckboxField name="popular" label="熱門">
          列為熱門問題
        </CheckboxField>
      </fieldset>
    </Card>
  );
}
