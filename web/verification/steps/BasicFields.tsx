// Personal data in four parts; in a supplement only the returned fields are shown.
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { annualIncomes, educations, occupationGroups, type Option } from '#contract/options.ts';
import { CheckboxListField, YesNoField } from '../../form/choice-fields.tsx';
import { DateField } from '../../form/DateField.tsx';
import { TextField } from '../../form/fields.tsx';
import { SelectField } from '../../form/select-fields.tsx';
import { queryOf } from '../../site/kit/api.ts';
import { Checkbox } from '../../ui/fields/Choices.tsx';
import { dayIn } from '../../ui/clock.ts';
import { Grid } from '../../ui/Layout.tsx';
import { AddressFields } from './AddressFields.tsx';
import { IfRequested } from '../Asked.tsx';
import { FormPart } from '../FormPart.tsx';

const OLDEST_YEARS = 100;
const YOUNGEST_YEARS = 18;

const optionsOf = (list: readonly Pick<Option, 'id' | 'description'>[]) =>
  list.map(({ id, description }) => ({ value: String(id), label: description }));

/** Lists that the office may change; cached while the page is open. */
const maritalOptions = () => ({ ...queryOf('lending', 'maritalOptions', {}), staleTime: Infinity });
const sourceOptions = () => ({
  ...queryOf('verification', 'sourceOptions', {}),
  staleTime: Infinity,
});

export function Person() {
  const marital = useQuery(maritalOptions());
  const thisYear = Number(dayIn().slice(0, 4));
  return (
    <FormPart title="身分" about="請與身分證或居留證上的內容一致">
      <Grid>
        <IfRequested names={['name']}>
          <TextField name="name" label="中文姓名" autoComplete="name" />
        </IfRequested>
        <IfRequested names={['idNumber']}>
          <TextField
            name="idNumber"
            label="身分證字號／居留證號"
            normalise="upperCase"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={10}
          />
        </IfRequested>
      </Grid>
      <IfRequested names={['birthday']}>
        <DateField
          name="birthday"
          label="出生日期"
          autoComplete="bday"
          fromYear={thisYear - OLDEST_YEARS}
          toYear={thisYear - YOUNGEST_YEARS}
        />
      </IfRequested>
      <Grid>
        <IfRequested names={['maritalStatus']}>
          <SelectField
            name="maritalStatus"
            label="婚姻狀況"
            optional
            numeric
            options={optionsOf(marital.data?.data ?? [])}
            placeholder={marital.isPending ? '載入中……' : '請選擇'}
          />
        </IfRequested>
        <IfRequested names={['education']}>
          <SelectField
            name="education"
            label="教育程度"
            optional
            numeric
            options={optionsOf(educations)}
          />
        </IfRequested>
      </Grid>
    </FormPart>
  );
}

export function Addresses() {
  const { setValue } = useFormContext();
  const same = useWatch({ name: 'sameAddress' }) as boolean;
  return (
    <FormPart title="地址" about="契約與法律文件以戶籍地址為準">
      <IfRequested names={['registeredAddress']}>
        <AddressFields name="registeredAddress" label="戶籍地址" fill />
      </IfRequested>
      <IfRequested names={['mailingAddress']}>
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
      </IfRequested>
    </FormPart>
  );
}

export function Work() {
  const { setValue } = useFormContext();
  const chosen = useWatch({ name: 'occupationGroup' }) as number | undefined;
  const group = occupationGroups.find(({ id }) => id === chosen);
  return (
    <FormPart title="職業與收入" about="用於評估申貸條件與防制洗錢，其他會員看不到您的公司名稱">
      <Grid>
        <IfRequested names={['occupation']}>
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
        </IfRequested>
        <IfRequested names={['company']}>
          <TextField name="company" label="公司名稱" optional autoComplete="organization" />
        </IfRequested>
        <IfRequested names={['jobTitle']}>
          <TextField name="jobTitle" label="職稱" optional autoComplete="organization-title" />
        </IfRequested>
      </Grid>
      <IfRequested names={['annualIncome']}>
        <SelectField
          name="annualIncome"
          label="年收入"
          numeric
          hint="最近一年的稅前收入，包含薪資、獎金與其他所得"
          options={optionsOf(annualIncomes)}
        />
      </IfRequested>
    </FormPart>
  );
}

export function Declarations() {
  const sources = useQuery(sourceOptions());
  return (
    <FormPart title="聲明" about="用於防範詐欺與洗錢，不會顯示給其他會員">
      <IfRequested names={['fundSource']}>
        <CheckboxListField
          name="fundSource"
          label="資金來源"
          hint="可複選"
          numeric
          choices={(sources.data?.data ?? []).map(({ id, description }) => ({
            value: String(id),
            title: description.replace('（請說明）', ''),
          }))}
        />
      </IfRequested>
      <IfRequested names={['isPep']}>
        <YesNoField
          name="isPep"
          label="您或您的家人是否為重要政治性職務之人？"
          hint="例如總統、部會首長、立法委員、直轄市長、將官、國營事業負責人，或其配偶、父母、子女"
        />
      </IfRequested>
      <IfRequested names={['channel']}>
        <SelectField
          name="channel"
          label="得知管道"
          optional
          numeric
          options={optionsOf(sources.data?.data_channel ?? [])}
          placeholder={sources.isPending ? '載入中……' : '請選擇'}
        />
      </IfRequested>
    </FormPart>
  );
}
