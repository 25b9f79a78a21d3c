// Requests documents again: which ones, and for each the text the applicant will read.
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { TextField } from '../../form/fields.tsx';
import { idOf, useLabel } from '../../form/Form.tsx';
import { REQUIRED, visibleMessage } from '../../form/words.ts';
import { Checkbox } from '../../ui/fields/Choices.tsx';
import { FieldGroup } from '../../ui/fields/Field.tsx';

/** Usual reasons to choose from or to edit. */
const presets = [
  '影像模糊，無法辨識文字',
  '反光遮住文字，請重新拍攝',
  '資料與證件不符，請確認後重新填寫',
  '證件已過期，請提供有效證件',
  '戶名與會員姓名不符，請提供本人帳戶',
  '文件不完整，請補齊所有頁面',
];

export type Askable = readonly { item: string; text: string }[];
type Why = Readonly<Record<string, string>>;

/** Schema of the reasons by item: every ticked item has a reason that is not empty. */
export const supplementShape: z.ZodRawShape = {
  why: z
    .record(z.string(), z.string().trim().min(1, REQUIRED).max(200))
    .refine((why) => Object.keys(why).length > 0, REQUIRED),
};

/**
 * Returns the items of the form's field `why` in the API's format; an empty list if no document was
 * requested.
 */
export const itemsOf = (why: unknown) =>
  Object.entries((why ?? {}) as Why).map(([item, reason]) => ({ item, reason }));

/**
 * A checkbox for each document; ticking a document shows a field for its reason. In the form's
 * values, the reasons are in `why`.
 */
export function SupplementFields({ askable }: { askable: Askable }) {
  useLabel('why', { label: '需要補件的項目', verb: '選擇' });
  const { setValue, formState } = useFormContext();
  const why: Why = useWatch({ name: 'why' }) ?? {};
  const toggle = (item: string, on: boolean) => {
    const { [item]: _gone, ...rest } = why;
    const isValidated = formState.isSubmitted;
    setValue('why', on ? { ...why, [item]: '' } : rest, { shouldValidate: isValidated });
  };
  const found = formState.errors['why']?.message;
  const message = typeof found === 'string' ? found : undefined;
  return (
    <FieldGroup
      id={idOf('why')}
      label="需要補件的項目"
      hint="原因會原文通知申請人，請寫清楚要怎麼做"
      error={visibleMessage(message, '需要補件的項目', '選擇')}
    >
      <datalist id="supplement-presets">
        {presets.map((preset) => (
          <option key={preset}>{preset}</option>
        ))}
      </datalist>
      {askable.map(({ item, text }) => (
        <div key={item}>
          <Checkbox
            id={`${idOf('why')}-${item}-tick`}
            checked={item in why}
            onChange={(event) => toggle(item, event.target.checked)}
          >
            {text}
          </Checkbox>
          {item in why && (
            <div className="ms-8 mb-3">
              <TextField
                name={`why.${item}`}
                label={`${text}的補件原因`}
                maxLength={200}
                list="supplement-presets"
                placeholder="選擇常用原因或自行輸入"
              />
            </div>
          )}
        </div>
      ))}
    </FieldGroup>
  );
}
