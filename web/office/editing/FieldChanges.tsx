// One change by field: texts with marked differences; choices and days with their old and new
// value.
import type { FieldChange } from '#contract/content/office.ts';
import { formatDay, formatInstant } from '../../ui/format.ts';
import { Paragraphs } from './Changes.tsx';
import { fieldText } from './field-words.ts';
import { articleAudienceText, questionAudienceText } from '#contract/content/words.ts';

type Change = NonNullable<FieldChange['changes']>[number];

/** Texts up to this length are shown in one line, the old before the new. */
const SHORT = 24;
const isShort = (before: FieldChange['before'], after: FieldChange['before'], changes: Change[]) =>
  !changes.some(({ kind }) => kind === 'changed') &&
  before !== after &&
  `${before}${after}`.length <= SHORT;

const audiences: Readonly<Record<string, string>> = {
  ...articleAudienceText,
  member: questionAudienceText.member.office,
};

/** Formats a value that is not text. */
function valueText(field: string, value: FieldChange['before']): string {
  if (value === null || value === '') return field === 'endsOn' ? '不設期限' : '未填寫';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (field === 'audience') return audiences[String(value)] ?? String(value);
  if (field === 'imageId' || field === 'coverId') return `圖片 ${value}`;
  if (field === 'related') return `編號 ${value}`;
  if (field === 'publishAt') return formatInstant(String(value));
  return field === 'startsOn' || field === 'endsOn' ? formatDay(String(value)) : String(value);
}

function Words({ changes }: { changes: Change[] }) {
  const differing = changes.filter(({ kind }) => kind !== 'same');
  if (differing.length === 0) return <p className="text-ink-2">文字相同，格式或連結有變更</p>;
  return (
    <ol className="office-changes grid gap-2.5">
      <Paragraphs changes={differing} />
    </ol>
  );
}

/** Lists the fields with their old and new values. */
export function FieldList({ fields }: { fields: readonly FieldChange[] }) {
  return (
    <dl className="grid gap-3 mt-2 text-sm">
      {fields.map(({ field, before, after, changes }) => (
        <div key={field}>
          <dt className="text-ink-3 text-xs">{fieldText[field] ?? field}</dt>
          <dd className="m-0 wrap-anywhere">
            {changes && !isShort(before, after, changes) ? (
              <Words changes={changes} />
            ) : (
              <>
                <span className="visually-hidden">原為：</span>
                <del>{valueText(field, before)}</del> <span aria-hidden="true">→</span>{' '}
                <span className="visually-hidden">改為：</span>
                <ins>{valueText(field, after)}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function FieldChanges({ fields }: { fields: readonly FieldChange[] }) {
  return (
    <details className="mt-2">
      <summary className="text-primary font-bold cursor-pointer">修改前後</summary>
      <FieldList fields={fields} />
    </details>
  );
}
