// Steps 3, 4 and 6 of the application: work, home, and emergency contact.
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { Plan } from '#contract/lending/calls.ts';
import {
  dependents,
  educations,
  housingStatuses,
  occupations,
  relationships,
  type Option,
} from '#contract/options.ts';
import type { Answer } from '../../api.ts';
import { TextField } from '../../form/fields.tsx';
import { SelectField } from '../../form/select-fields.tsx';
import { DigitsField, MoneyField } from '../../form/number-fields.tsx';
import { queryOf } from '../../site/kit/api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { FormPart } from '../../verification/FormPart.tsx';
import { contactSchema, homeSchema, workSchema } from './apply-steps.ts';
import { MonthField } from './MonthField.tsx';
import { Grid } from '../../ui/Layout.tsx';
import { StepForm, type StepProps } from './StepForm.tsx';

export type Account = Answer<SiteCalls['identity']['accountInfo']>['data'];

const optionsOf = (list: readonly Pick<Option, 'id' | 'description'>[]) =>
  list.map(({ id, description }) => ({ value: String(id), label: description }));

/** Returns the occupations that a plan accepts, with their groups if there are several. */
function occupationsOf(plan: Plan | undefined) {
  const fit = occupations.filter(({ id }) => plan?.occupations.includes(id) ?? true);
  const groups = new Set(fit.map(({ groupId }) => groupId));
  return fit.map(({ id, description, group }) => ({
    value: String(id),
    label: groups.size > 1 ? `${group}・${description}` : description,
  }));
}

/** NT$ a month. Below it the applicant may have typed the income in units of ten thousand. */
const DOUBTFUL = 10_000;

function IncomeField() {
  const income = useWatch({ name: 'job.monthlyIncome' }) as number | undefined;
  const isDoubtful = income !== undefined && income > 0 && income < DOUBTFUL;
  return (
    <MoneyField
      name="job.monthlyIncome"
      label="月收入"
      hint="稅前，包含固定津貼"
      warning={isDoubtful ? '請確認單位是元，例如 6 萬元請輸入 60,000' : undefined}
      maxDigits={8}
    />
  );
}

export function WorkStep({
  plan,
  account,
  ...step
}: StepProps & { plan: Plan | undefined; account: Account }) {
  const { occupation, company, jobTitle } = account;
  const fits = occupation !== null && (plan?.occupations.includes(occupation) ?? true);
  const defaults = {
    job: {
      occupation: fits ? occupation : undefined,
      company: company ?? '',
      title: jobTitle ?? '',
    },
  };
  return (
    <StepForm {...step} schema={workSchema(plan)} defaults={defaults} label="工作與收入">
      <FormPart title="現職" about="公司名稱只供審核，不會顯示給出資人">
        <SelectField
          name="job.occupation"
          label="職業"
          numeric
          hint={plan && `列出${plan.listName}適用的職業`}
          options={occupationsOf(plan)}
        />
        <Grid>
          <TextField name="job.company" label="公司名稱" autoComplete="organization" />
          <DigitsField name="job.ubn" label="統一編號" optional maxDigits={8} />
          <TextField name="job.title" label="職稱" autoComplete="organization-title" />
          <TextField
            name="job.phone"
            label="公司電話"
            optional
            type="tel"
            normalise="halfWidth"
            autoComplete="work tel"
            placeholder="02-1234-5678 分機 12"
          />
        </Grid>
        <MonthField name="job.since" label="到職年月" />
      </FormPart>
      <FormPart title="收入">
        <Grid>
          <IncomeField />
          <MoneyField
            name="job.otherIncome"
            label="其他月收入"
            optional
            hint="租金、兼職等固定收入"
            maxDigits={8}
          />
        </Grid>
      </FormPart>
    </StepForm>
  );
}

export function HomeStep({ account, ...step }: StepProps & { account: Account }) {
  const list = useQuery({ ...queryOf('lending', 'maritalOptions', {}), staleTime: Infinity });
  const defaults = {
    household: {
      maritalStatus: account.maritalStatus ?? undefined,
      education: account.education ?? undefined,
    },
  };
  return (
    <StepForm {...step} schema={homeSchema} defaults={defaults} label="家庭與居住">
      <FormPart title="家庭">
        <Grid>
          <SelectField
            name="household.maritalStatus"
            label="婚姻狀況"
            numeric
            options={optionsOf(list.data?.data ?? [])}
            placeholder={list.isPending ? '載入中……' : '請選擇'}
          />
          <SelectField
            name="household.dependents"
            label="扶養人數"
            numeric
            options={optionsOf(dependents)}
          />
        </Grid>
        <SelectField
          name="household.education"
          label="最高學歷"
          numeric
          options={optionsOf(educations)}
        />
      </FormPart>
      <FormPart title="居住">
        <SelectField
          name="household.housing"
          label="居住狀況"
          numeric
          options={optionsOf(housingStatuses)}
        />
        <MonthField name="household.since" label="居住起始年月" optional years={80} />
      </FormPart>
    </StepForm>
  );
}

export function ContactStep(step: StepProps) {
  return (
    <StepForm {...step} schema={contactSchema} label="聯絡人">
      <FormPart title="聯絡人" about="請先取得對方同意，再填寫其資料">
        <Grid>
          <TextField name="contact.name" label="姓名" autoComplete="off" />
          <SelectField
            name="contact.relationship"
            label="與您的關係"
            numeric
            options={optionsOf(relationships)}
          />
        </Grid>
        <DigitsField
          name="contact.phone"
          label="手機號碼"
          maxDigits={10}
          hint="以 09 開頭的 10 碼"
          autoComplete="off"
        />
      </FormPart>
    </StepForm>
  );
}
