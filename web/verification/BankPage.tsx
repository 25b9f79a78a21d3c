// Step 4: the member's own bank account and a picture of its passbook; the file goes to review.
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { bankInfoSchema } from '#contract/verification.ts';
import { ApiFailure } from '../api.ts';
import { atField } from '../form/at-field.ts';
import { CheckboxField } from '../form/choice-fields.tsx';
import { ComboboxField } from '../form/ComboboxField.tsx';
import { DigitsField, FilesField } from '../form/fields.tsx';
import { filesSchema, refusalsAt } from '../form/files.ts';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { REQUIRED } from '../form/words.ts';
import { api, asked } from '../site/api.ts';
import { brand, titleOf } from '../site/brand.ts';
import { ErrorState, Loading, Skeleton } from '../ui/Alert.tsx';
import { dayIn } from '../ui/clock.ts';
import { Field } from '../ui/Field.tsx';
import { formatDay } from '../ui/format.ts';
import { TextInput } from '../ui/TextInput.tsx';
import { FormPart, StepPage, useStepGiven } from './StepPage.tsx';

export const meta = () => [{ title: titleOf('銀行帳戶') }, { name: 'robots', content: 'noindex' }];

const schema = bankInfoSchema.extend({
  bankCode: z.string({ error: REQUIRED }).pipe(bankInfoSchema.shape.bankCode),
  branchCode: z
    .string()
    .regex(/^\d{4}$/, '分行代碼是 4 碼數字')
    .optional(),
  account: z.string({ error: REQUIRED }).min(1, REQUIRED).pipe(bankInfoSchema.shape.account),
  image: filesSchema(1, 3),
  own: z.literal(true, { error: '請確認這是您本人的帳戶' }),
});

type Bank = { code: string; name: string };

function BankForm({ banks, holder }: { banks: readonly Bank[]; holder: string }) {
  const form = useZodForm(schema);
  const given = useStepGiven('bank');
  const watermark = `僅供${brand.name}身分驗證使用 ${formatDay(dayIn())}`;
  return (
    <Form
      form={form}
      label="銀行帳戶"
      guard
      onSubmit={async ({ own: _own, image, ...info }, sending) => {
        try {
          await given(await api.verification.bankInfo(info, { ...sending, files: { image } }));
        } catch (error) {
          throw atField(error, { BANK_UNKNOWN: 'bankCode', ...refusalsAt('image') });
        }
      }}
    >
      <FormPart title="帳戶資料" about="撥款、還款與退款都會匯入這個帳戶">
        <ComboboxField
          name="bankCode"
          label="銀行"
          placeholder="代碼或名稱，如 812"
          empty="找不到這家銀行，請換個關鍵字"
          items={banks.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
        />
        <div className="form-pair">
          <DigitsField
            name="branchCode"
            label="分行代碼"
            optional
            maxDigits={4}
            hint="存摺封面上的 4 碼數字"
          />
          <DigitsField
            name="account"
            label="帳號"
            maxDigits={16}
            groupBy={4}
            hint="10 至 16 碼，不含銀行代碼"
          />
        </div>
        <Field label="戶名" hint="須為本人帳戶，與您的姓名相同">
          <TextInput value={holder} readOnly />
        </Field>
      </FormPart>
      <FormPart title="存摺封面或網銀截圖" about="需看得到戶名與帳號，可以遮住餘額">
        <FilesField
          name="image"
          label="帳戶影像"
          max={3}
          watermark={watermark}
          busy={form.formState.isSubmitting}
        />
      </FormPart>
      <CheckboxField name="own" label="本人帳戶">
        我確認此帳戶為本人所有，並作為撥款與收款帳戶
      </CheckboxField>
      <div className="form-end">
        <SubmitButton look="primary" size="lg" busyLabel="上傳中……">
          送出並開始審核
        </SubmitButton>
      </div>
    </Form>
  );
}

export default function BankPage() {
  const list = useQuery({ ...asked('verification', 'bankList', {}), staleTime: Infinity });
  const info = useQuery(asked('identity', 'accountInfo', {}));
  const error = list.error ?? info.error;
  const retry = () => {
    void list.refetch();
    void info.refetch();
  };
  return (
    <StepPage id="bank" title="銀行帳戶" lead="約 1 分鐘，這是最後一步。送出後審核約 1 個工作天。">
      {error ? (
        <ErrorState
          onRetry={retry}
          requestId={error instanceof ApiFailure ? error.requestId : undefined}
        />
      ) : list.data && info.data ? (
        <BankForm banks={list.data.bankList} holder={info.data.data.name ?? ''} />
      ) : (
        <Loading>
          <div className="grid gap-6">
            <Skeleton shape="block" className="h-72" />
            <Skeleton shape="block" className="h-48" />
          </div>
        </Loading>
      )}
    </StepPage>
  );
}
