// Fields of a bank account and photos of its passbook; the member is shown as the account's holder.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '../../api.ts';
import { CheckboxField } from '../../form/choice-fields.tsx';
import { ComboboxField } from '../../form/ComboboxField.tsx';
import { FilesField } from '../../form/FilesField.tsx';
import { DigitsField } from '../../form/number-fields.tsx';
import { queryOf } from '../../site/kit/api.ts';
import { brand } from '../../site/kit/brand.ts';
import { ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { dayIn } from '../../ui/clock.ts';
import { Field } from '../../ui/fields/Field.tsx';
import { formatDay } from '../../ui/format.ts';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Grid } from '../../ui/Layout.tsx';
import { IfRequested } from '../Asked.tsx';
import { FormPart } from '../FormPart.tsx';

type Known = {
  banks: readonly { code: string; name: string }[];
  holder: string;
  current: string | null;
};

/** In a supplement, shows only the returned parts of the account. */
export function BankFields({ banks, holder, busy }: Known & { busy: boolean }) {
  const watermark = `僅供${brand.name}身分驗證使用 ${formatDay(dayIn())}`;
  return (
    <>
      <IfRequested names={['bankCode', 'branchCode', 'account']}>
        <FormPart title="帳戶資料" about="撥款、收回的本息與退款都會匯入這個帳戶">
          <IfRequested names={['bankCode']}>
            <ComboboxField
              name="bankCode"
              label="銀行"
              placeholder="代碼或名稱，如 812"
              empty="找不到這家銀行，請換個關鍵字"
              items={banks.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
            />
          </IfRequested>
          <Grid>
            <IfRequested names={['branchCode']}>
              <DigitsField
                name="branchCode"
                label="分行代碼"
                optional
                maxDigits={4}
                hint="存摺封面上的 4 碼數字"
              />
            </IfRequested>
            <IfRequested names={['account']}>
              <DigitsField
                name="account"
                label="帳號"
                maxDigits={16}
                groupBy={4}
                hint="10 至 16 碼，不含銀行代碼"
              />
            </IfRequested>
          </Grid>
          <Field label="戶名" hint="須為本人帳戶，與您的姓名相同">
            <TextInput value={holder} readOnly />
          </Field>
        </FormPart>
      </IfRequested>
      <IfRequested names={['image']}>
        <FormPart title="存摺封面或網銀截圖" about="需看得到戶名與帳號，可以遮住餘額">
          {/* The title above says the same, so the label is only read aloud. */}
          <div className="[&_.field-label]:sr-only">
            <FilesField name="image" label="帳戶影像" max={3} watermark={watermark} busy={busy} />
          </div>
        </FormPart>
      </IfRequested>
      <CheckboxField name="own" label="本人帳戶">
        我確認此帳戶為本人所有，並作為撥款與收款帳戶
      </CheckboxField>
    </>
  );
}

/** Loads the data that the fields need before they are shown. */
export function BankKnown({ children }: { children: (known: Known) => ReactNode }) {
  const list = useQuery({ ...queryOf('verification', 'bankList', {}), staleTime: Infinity });
  const info = useQuery(queryOf('identity', 'accountInfo', {}));
  const error = list.error ?? info.error;
  if (error) {
    const retry = () => {
      void list.refetch();
      void info.refetch();
    };
    return (
      <ErrorState
        onRetry={retry}
        requestId={error instanceof ApiFailure ? error.requestId : undefined}
      />
    );
  }
  if (!list.data || !info.data) {
    return (
      <Loading>
        <div className="grid gap-6">
          <Skeleton shape="block" className="h-72" />
          <Skeleton shape="block" className="h-48" />
        </div>
      </Loading>
    );
  }
  const { bank, name } = info.data.data;
  const current = bank && `${bank.bankCode} ${bank.bankName} ${bank.accountMasked}`;
  return children({ banks: list.data.bankList, holder: name ?? '', current });
}
