// Related articles of an article: found by title, at most six.
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { queryOf } from '../../../office/api.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Combobox } from '../../../ui/fields/Combobox.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { articleTypeText } from '#contract/content/words.ts';

const MAX = 6;
/** Maximum number of articles among which the field searches; the platform will never have more. */
const CHOICES = 500;

export function RelatedField({
  own,
  values,
  readOnly,
  onValuesChange,
}: {
  own: string | undefined;
  values: readonly string[];
  readOnly: boolean;
  onValuesChange: (ids: string[]) => void;
}) {
  const list = useQuery({
    ...queryOf('content', 'listArticles', { item_per_page: CHOICES }),
    staleTime: 60_000,
  });
  const all = list.data?.data ?? [];
  const nameOf = (id: string) => all.find((one) => one.id === id)?.title ?? `編號 ${id}`;
  const items = all
    .filter(({ id }) => id !== own && !values.includes(id))
    .map(({ id, title, type }) => ({
      value: id,
      label: title,
      keywords: `${id} ${articleTypeText[type]}`,
    }));
  return (
    <div className="grid gap-2">
      {!readOnly && values.length < MAX ? (
        <Field
          id="related-add"
          label="相關文章"
          optional
          hint={`最多 ${MAX} 篇；不選時由系統依分類挑選`}
        >
          <Combobox
            key={values.join()}
            items={items}
            value=""
            placeholder="輸入標題尋找"
            onValueChange={(id) => void (id && onValuesChange([...values, id]))}
          />
        </Field>
      ) : (
        <p className="field-label">相關文章</p>
      )}
      <ul className="office-list" aria-label="已選的相關文章">
        {values.map((id) => (
          <li key={id}>
            <span>{nameOf(id)}</span>
            {!readOnly && (
              <IconButton
                label={`移除「${nameOf(id)}」`}
                onClick={() => onValuesChange(values.filter((one) => one !== id))}
              >
                <X size={18} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
