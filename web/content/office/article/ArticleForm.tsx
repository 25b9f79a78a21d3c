// Form fields of an article: the text in the middle, its metadata at the side.
import { useController, useFormContext } from 'react-hook-form';
import { articleCategories, type ArticleType } from '#contract/content/shapes.ts';
import { TextField } from '../../../form/fields.tsx';
import { SelectField, TextAreaField } from '../../../form/select-fields.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import type { FullArticle } from './article.ts';
import { CoverField } from './CoverField.tsx';
import { RelatedField } from './RelatedField.tsx';
import { RichTextField } from '../rich-text/RichTextField.tsx';
import { articleAudienceText } from '#contract/content/words.ts';

export function ArticleWords({
  type,
  edition,
  readOnly,
}: {
  type: ArticleType;
  edition: number;
  readOnly: boolean;
}) {
  return (
    <fieldset disabled={readOnly} className="grid gap-6">
      <legend className="visually-hidden">內容</legend>
      <TextField name="title" label="標題" maxLength={60} autoComplete="off" />
      <TextAreaField
        name="excerpt"
        label="摘要"
        limit={200}
        hint="一到兩句，顯示在列表與分享預覽；發布前需填寫"
      />
      {type === 'story' && <Person />}
      <RichTextField name="body" label="內文" edition={edition} readOnly={readOnly} />
    </fieldset>
  );
}

function Person() {
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <TextField name="person" label="稱呼" hint="化名，例如 陳護理師" maxLength={20} />
      <TextField name="role" label="身分" hint="例如 護理師，借款人" maxLength={40} />
      <div className="md:col-span-2">
        <TextAreaField name="quote" label="引言" limit={80} hint="輪播與跑馬燈顯示這一句" />
      </div>
    </div>
  );
}

const audiences = Object.entries(articleAudienceText).map(([value, label]) => ({ value, label }));

export function ArticleSettings({
  type,
  article,
  readOnly,
}: {
  type: ArticleType;
  article: FullArticle | null;
  readOnly: boolean;
}) {
  const { control } = useFormContext();
  const related = useController({ control, name: 'related' }).field;
  const cover = useController({ control, name: 'coverId' }).field;
  return (
    <Card as="section">
      <CardHead title="設定" />
      <fieldset disabled={readOnly} className="grid gap-6">
        <legend className="visually-hidden">設定</legend>
        <SelectField
          name="category"
          label="分類"
          options={articleCategories[type].map((value) => ({ value, label: value }))}
        />
        <TextField name="author" label="作者" maxLength={20} autoComplete="off" />
        <SelectField name="audience" label="文末行動鈕的對象" options={audiences} />
        <CoverField
          value={cover.value as string | null}
          current={article?.cover ?? null}
          currentId={article?.coverId ?? null}
          readOnly={readOnly}
          onValueChange={cover.onChange}
        />
        <RelatedField
          own={article?.id}
          values={related.value as string[]}
          readOnly={readOnly}
          onValuesChange={related.onChange}
        />
      </fieldset>
    </Card>
  );
}
