// Step 3: photos of the identity documents, and when, where and how the card was issued.
import { useState } from 'react';
import { z } from 'zod';
import { idIssueTypes } from '#contract/options.ts';
import { idInfoSchema } from '#contract/verification.ts';
import { ChipsField } from '../form/choice-fields.tsx';
import { DateField, FilesField, SelectField } from '../form/fields.tsx';
import { filesSchema } from '../form/files.ts';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { api } from '../site/api.ts';
import { brand, titleOf } from '../site/brand.ts';
import { dayIn } from '../ui/clock.ts';
import { formatDay } from '../ui/format.ts';
import { IdCardPicture, type Spot } from './IdCardPicture.tsx';
import { FormPart, StepPage, useStepGiven } from './StepPage.tsx';

export const meta = () => [{ title: titleOf('身分證件') }, { name: 'robots', content: 'noindex' }];

/** As the cards write the places of issue (內政部戶政司). */
const places = (
  '北市 新北市 桃市 中市 南市 高市 基市 竹市 嘉市 竹縣 苗縣 彰縣 投縣 雲縣 嘉縣 屏縣 宜縣 花縣 東縣 ' +
  '澎縣 金門 連江 北縣 桃縣 中縣 南縣 高縣 移民署'
).split(' ');
/** The card in use today was first issued in 民國 94. */
const FIRST_YEAR = 2005;

// In the order of the page, which is the order problems are told in.
const schema = z.strictObject({
  idFront: filesSchema(1, 1),
  idBack: filesSchema(1, 1),
  secondId: filesSchema(1, 1),
  selfie: filesSchema(1, 1),
  ...idInfoSchema.shape,
});

const photos = [
  ['idFront', '證件正面', '身分證或居留證的正面，四角完整、沒有反光'],
  ['idBack', '證件反面', '背面的地址欄需清楚可讀'],
  ['secondId', '第二證件', '健保卡或駕照的正面'],
  ['selfie', '手持證件自拍', '請手持證件正面，臉部與證件文字都要清楚'],
] as const;

const spots: Record<string, Spot> = {
  'field-idIssueCity': 'city',
  'field-idIssueType': 'type',
  'field-idIssueDate': 'date',
};

function Issue() {
  const [spot, setSpot] = useState<Spot | null>(null);
  const look = (target: EventTarget) => {
    const field = (target as HTMLElement).closest('[id^="field-idIssue"]');
    setSpot(field ? (spots[field.id] ?? null) : null);
  };
  return (
    <FormPart title="發證資料" about="請照著證件填寫">
      <div
        className="grid gap-6"
        onFocus={({ target }) => look(target)}
        onBlur={() => setSpot(null)}
      >
        <IdCardPicture spot={spot} />
        <DateField
          name="idIssueDate"
          label="發證日期"
          fromYear={FIRST_YEAR}
          toYear={Number(dayIn().slice(0, 4))}
        />
        <SelectField
          name="idIssueCity"
          label="發證地點"
          options={places.map((place) => ({ value: place, label: place }))}
        />
        <ChipsField
          name="idIssueType"
          label="領補換類別"
          numeric
          choices={idIssueTypes.map(({ id, description }) => ({
            value: String(id),
            title: description,
          }))}
        />
      </div>
    </FormPart>
  );
}

export default function IdPage() {
  const form = useZodForm(schema);
  const given = useStepGiven('id');
  const watermark = `僅供${brand.name}身分驗證使用 ${formatDay(dayIn())}`;
  const busy = form.formState.isSubmitting;
  return (
    <StepPage
      id="id"
      title="身分證件"
      lead="約 2 分鐘，請準備身分證與健保卡或駕照。照片會自動縮小並加上浮水印。"
    >
      <Form
        form={form}
        label="身分證件"
        guard
        onSubmit={async ({ idFront, idBack, secondId, selfie, ...info }, sending) => {
          const files = { idFront, idBack, secondId, selfie };
          await given(await api.verification.idInfo(info, { ...sending, files }));
        }}
      >
        <FormPart title="證件照片" about="光線充足、四角完整、避免反光，請勿遮住文字">
          {photos.map(([name, label, hint]) => (
            <FilesField
              key={name}
              name={name}
              label={label}
              hint={hint}
              watermark={watermark}
              busy={busy}
            />
          ))}
        </FormPart>
        <Issue />
        <div className="form-end">
          <SubmitButton look="primary" size="lg" busyLabel="上傳中……">
            送出證件
          </SubmitButton>
        </div>
      </Form>
    </StepPage>
  );
}
