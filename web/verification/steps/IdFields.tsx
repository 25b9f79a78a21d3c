// Photos of the identity documents, and when, where and how the card was issued.
import { useState } from 'react';
import { idIssueTypes } from '#contract/options.ts';
import { idFileNames } from '#contract/verification/calls.ts';
import { FIRST_ISSUE, issuePlaces } from '#contract/verification/id-card.ts';
import { ChipsField } from '../../form/choice-fields.tsx';
import { DateField } from '../../form/DateField.tsx';
import { SelectField } from '../../form/select-fields.tsx';
import { FilesField } from '../../form/FilesField.tsx';
import { brand } from '../../site/kit/brand.ts';
import { dayIn } from '../../ui/clock.ts';
import { formatDay } from '../../ui/format.ts';
import { IfRequested } from '../Asked.tsx';
import { FormPart } from '../FormPart.tsx';
import { IdCardPicture, type Spot } from './IdCardPicture.tsx';

const FIRST_YEAR = Number(FIRST_ISSUE.slice(0, 4));

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

const issueNames = ['idIssueDate', 'idIssueCity', 'idIssueType'] as const;

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
        <IfRequested names={['idIssueDate']}>
          <DateField
            name="idIssueDate"
            label="發證日期"
            fromYear={FIRST_YEAR}
            toYear={Number(dayIn().slice(0, 4))}
          />
        </IfRequested>
        <IfRequested names={['idIssueCity']}>
          <SelectField
            name="idIssueCity"
            label="發證地點"
            options={issuePlaces.map((place) => ({ value: place, label: place }))}
          />
        </IfRequested>
        <IfRequested names={['idIssueType']}>
          <ChipsField
            name="idIssueType"
            label="領補換類別"
            numeric
            choices={idIssueTypes.map(({ id, description }) => ({
              value: String(id),
              title: description,
            }))}
          />
        </IfRequested>
      </div>
    </FormPart>
  );
}

/** Photos of the card and the data of its issue; in a supplement only the returned parts. */
export function IdFields({ busy }: { busy: boolean }) {
  const watermark = `僅供${brand.name}身分驗證使用 ${formatDay(dayIn())}`;
  return (
    <>
      <IfRequested names={idFileNames}>
        <FormPart title="證件照片" about="光線充足、四角完整、避免反光，請勿遮住文字">
          {photos.map(([name, label, hint]) => (
            <IfRequested key={name} names={[name]}>
              <FilesField name={name} label={label} hint={hint} watermark={watermark} busy={busy} />
            </IfRequested>
          ))}
        </FormPart>
      </IfRequested>
      <IfRequested names={issueNames}>
        <Issue />
      </IfRequested>
    </>
  );
}
