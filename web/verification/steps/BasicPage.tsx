// Step 2: personal data, address, occupation, and source of funds.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { ApiFailure, type Answer } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { useFormDraft, useStoredDraft } from '../../form/use-form-draft.ts';
import { api, queryOf } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { Alert, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { basicDefaults, basicSchema, personalInfoOf } from './basic-schema.ts';
import { Addresses, Declarations, Person, Work } from './BasicFields.tsx';
import { MicroSteps, type MicroPart } from './MicroSteps.tsx';
import { StepPage, useStepDone } from './StepPage.tsx';

export const meta = () => [{ title: titleOf('基本資料') }, { name: 'robots', content: 'noindex' }];

type Account = Answer<SiteCalls['identity']['accountInfo']>['data'];
type Values = z.input<typeof basicSchema>;

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
  const given = useStepDone('basic');
  const [part, setPart] = useState(0);
  const form = useZodForm(basicSchema, basicDefaults(account) as Values);
  const restored = useFormDraft(form, useStoredDraft('basic'));
  return (
    <Form
      form={form as UseFormReturn<Values, unknown, z.output<typeof basicSchema>>}
      label="基本資料"
      guard
      onSubmit={async (values, sending) => {
        try {
          await given(await api.verification.personalInfo(personalInfoOf(values), sending));
        } catch (error) {
          // The fields that the server may refuse are on the first screen, so the form returns to
          // it.
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
  const info = useQuery(queryOf('identity', 'accountInfo', {}));
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
      {info.isLoadingError && (
        <ErrorState onRetry={() => void info.refetch()} requestId={failure?.requestId} />
      )}
      {info.data && <BasicForm account={info.data.data} />}
    </StepPage>
  );
}
