// Step 2: who the member is, where he lives, what he does and where his money comes from.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import {
  annualIncomes,
  educations,
  fundSources,
  maritalStatuses,
  occupationGroups,
  type Option,
} from '#contract/options.ts';
import { ApiFailure, type Answer } from '../api.ts';
import { atField } from '../form/at-field.ts';
import { CheckboxListField, YesNoField } from '../form/choice-fields.tsx';
import { DateField, SelectField, TextField } from '../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { useFormDraft } from '../form/use-form-draft.ts';
import { api, asked } from '../site/api.ts';
import { titleOf } from '../site/brand.ts';
import type { SiteCalls } from '../site/calls.ts';
import { Alert, ErrorState, Loading, Skeleton } from '../ui/Alert.tsx';
import { Checkbox } from '../ui/Choices.tsx';
import { dayIn } from '../ui/clock.ts';
import { AddressFields } from './AddressFields.tsx';
import { basicDefaults, basicSchema, personalInfoOf } from './basic-schema.ts';
import { MicroSteps, type MicroPart } from './MicroSteps.tsx';
import { FormPart, StepPage, useStepGiven } from './StepPage.tsx';

export const meta = () => [{ title: titleOf('基本資料') }, { name: 'robots', content: 'noindex' }];

type Account = Answer<SiteCalls['identity']['accountInfo']>['data'];
type Values = z.input<typeof basicSchema>;

const OLDEST_YEARS = 100;
const YOUNGEST_YEARS = 18;

const optionsOf = (list: readonly Option[]) =>
  list.map(({ id, description }) => ({ value: String(id), label: description }));

function Person() {
  const thisYear = Number(dayIn().slice(0, 4));
  return (
    <FormPart title="身分" about="請與身分證或居留證上的內容一致">
      <div className="form-pair">
        <TextField name="name" label="中文姓名" autoComplete="name" />
        <TextField
          name="idNumber"
          label="身分證字號／居留證號"
          normalise="upperCase"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={10}
        />
      </div>
      <DateField
        name="birthday"
        label="出生日期"
        autoComplete="bday"
        fromYear={thisYear - OLDEST_YEARS}
        toYear={thisYear - YOUNGEST_YEARS}
      />
      <div className="form-pair">
        <SelectField
          name="maritalStatus"
          label="婚姻狀況"
          optional
          numeric
          options={optionsOf(maritalStatuses)}
        />
        <SelectField
          name="education"
          label="教育程度"
          optional
          numeric
          options={optionsOf(educations)}
        />
      </div>
    </FormPart>
  );
}

function Addresses() {
  const { setValue } = useFormContext();
  const same = useWatch({ name: 'sameAddress' }) as boolean;
  return (
    <FormPart title="地址" about="契約與法律文件以戶籍地址為準">
      <AddressFields name="registeredAddress" label="戶籍地址" fill />
      <div>
        <p className="field-label">通訊地址</p>
        <Checkbox
          checked={same}
          onChange={({ target }) => {
            setValue('sameAddress', target.checked);
            if (target.checked) setValue('mailingAddress', undefined);
          }}
        >
          同戶籍地址
        </Checkbox>
        {!same && <AddressFields name="mailingAddress" label="另填通訊地址" />}
      </div>
    </FormPart>
  );
}

function Work() {
  const { setValue } = useFormContext();
  const chosen = useWatch({ name: 'occupationGroup' }) as number | undefined;
  const group = occupationGroups.find(({ id }) => id === chosen);
  return (
    <FormPart title="職業與收入" about="用於評估申貸條件與防制洗錢，不會顯示公司名稱給其他會員">
      <div className="form-pair">
        <SelectField
          name="occupationGroup"
          label="職業類別"
          numeric
          options={optionsOf(occupationGroups)}
          onChosen={() => setValue('occupation', undefined)}
        />
        <SelectField
          name="occupation"
          label="職業"
          numeric
          placeholder={group ? '請選擇' : '請先選擇職業類別'}
          options={optionsOf(group?.items ?? [])}
        />
        <TextField name="company" label="公司名稱" optional autoComplete="organization" />
        <TextField name="jobTitle" label="職稱" optional autoComplete="organization-title" />
      </div>
      <SelectField
        name="annualIncome"
        label="年收入"
        numeric
        hint="最近一年的稅前收入，包含薪資、獎金與其他所得"
        options={optionsOf(annualIncomes)}
      />
    </FormPart>
  );
}

function Declarations() {
  const channels = useQuery({
    ...asked('verification', 'sourceOptions', {}),
    staleTime: Infinity,
  });
  return (
    <FormPart title="聲明" about="依洗錢防制法，我們必須確認資金來源">
      <CheckboxListField
        name="fundSource"
        label="資金來源"
        hint="可複選"
        numeric
        choices={fundSources.map(({ id, description }) => ({
          value: String(id),
          title: description.replace('（請說明）', ''),
        }))}
      />
      <YesNoField
        name="isPep"
        label="您或您的家人是否為重要政治性職務之人？"
        hint="例如總統、部會首長、立法委員、直轄市長、將官、國營事業負責人，或其配偶、父母、子女"
      />
      <SelectField
        name="channel"
        label="得知管道"
        optional
        numeric
        options={optionsOf((channels.data?.data_channel ?? []) as readonly Option[])}
        placeholder={channels.isPending ? '載入中……' : '請選擇'}
      />
    </FormPart>
  );
}

const parts: readonly MicroPart[] = [
  {
    fields: ['name', 'idNumber', 'birthday', 'maritalStatus', 'education'],
    content: <Person />,
  },
  { fields: ['registeredAddress', 'mailingAddress'], content: <Addresses /> },
  {
    fields: ['occupationGroup', 'occupation', 'company', 'jobTitle', 'annualIncome'],
    content: <Work />,
  },
  { fields: ['fundSource', 'isPep', 'channel'], content: <Declarations /> },
];

function BasicForm({ account }: { account: Account }) {
  const given = useStepGiven('basic');
  const [part, setPart] = useState(0);
  const form = useZodForm(basicSchema, basicDefaults(account) as Values);
  const restored = useFormDraft(form, 'basic');
  return (
    <Form
      form={form as UseFormReturn<Values, unknown, z.output<typeof basicSchema>>}
      label="基本資料"
      guard
      onSubmit={async (values, sending) => {
        try {
          await given(await api.verification.personalInfo(personalInfoOf(values), sending));
        } catch (error) {
          // What a server refuses here stands on the first screen.
          setPart(0);
          throw atField(error, { ID_NUMBER_TAKEN: 'idNumber', UNDERAGE: 'birthday' });
        }
      }}
    >
      {restored && <Alert live title="已帶回您先前填寫的內容，請確認後送出" />}
      <MicroSteps part={part} onPart={setPart} parts={parts}>
        <SubmitButton look="primary" size="lg">
          送出基本資料
        </SubmitButton>
      </MicroSteps>
    </Form>
  );
}

export default function BasicPage() {
  const info = useQuery(asked('identity', 'accountInfo', {}));
  const failure = info.error instanceof ApiFailure ? info.error : null;
  return (
    <StepPage id="basic" title="基本資料" lead="約 2 分鐘。資料加密保存，只用於審核與契約。">
      {info.isPending && (
        <Loading>
          <div className="grid gap-6">
            <Skeleton shape="block" className="h-80" />
            <Skeleton shape="block" className="h-72" />
          </div>
        </Loading>
      )}
      {info.isError && (
        <ErrorState onRetry={() => void info.refetch()} requestId={failure?.requestId} />
      )}
      {info.data && <BasicForm account={info.data.data} />}
    </StepPage>
  );
}
