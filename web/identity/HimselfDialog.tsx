// 「請先確認是您本人」: by text message, by password where no phone is verified, or by passkey.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { smsCodeSchema } from '#contract/identity.ts';
import { wordsOf } from '../api.ts';
import { atField } from '../form/at-field.ts';
import { OTPField, PasswordField } from '../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { api, asked } from '../site/api.ts';
import { Alert, Loading, Skeleton } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { PasskeyStepUp } from './PasskeyStepUp.tsx';
import { useSmsCode } from './use-sms-code.ts';

const passwordShape = z.object({ password: z.string().min(1).max(200) });
const codeShape = z.object({
  smsCode: z
    .string()
    .min(1)
    .pipe(smsCodeSchema.regex(/^\d{6}$/, '請輸入 6 位數驗證碼')),
});

type Proven = { onProven: () => Promise<void> | void };

function ByPassword({ onProven }: Proven) {
  const form = useZodForm(passwordShape, { password: '' });
  return (
    <Form
      form={form}
      label="確認密碼"
      onSubmit={async ({ password }) => {
        try {
          await api.identity.confirmPassword({ password });
        } catch (error) {
          throw atField(error, { PASSWORD_WRONG: 'password' });
        }
        await onProven();
      }}
    >
      <PasswordField
        name="password"
        label="登入密碼"
        autoComplete="current-password"
        hint="只用 Google 登入、沒有設定密碼時，請登出後重新登入，10 分鐘內再操作一次"
      />
      <SubmitButton busyLabel="確認中……">確認</SubmitButton>
    </Form>
  );
}

function BySms({ onProven }: Proven) {
  const code = useSmsCode();
  const form = useZodForm(codeShape, { smsCode: '' });
  if (!code.sentTo) {
    return (
      <div className="grid justify-items-start gap-4">
        <p>我們會傳送驗證碼到您驗證過的手機。</p>
        <Button
          look="primary"
          busy={code.busy}
          busyLabel="寄送中……"
          onClick={() => void code.send()}
        >
          取得驗證碼
        </Button>
        {code.problem && <Alert tone="danger" live title={code.problem} />}
      </div>
    );
  }
  return (
    <Form
      form={form}
      label="簡訊驗證"
      onSubmit={async ({ smsCode }) => {
        try {
          await api.identity.smsCodeVerification({ smsCode });
        } catch (error) {
          throw atField(error, { SMS_CODE_INVALID: 'smsCode', SMS_CODE_EXPIRED: 'smsCode' });
        }
        await onProven();
      }}
    >
      <p role="status">
        驗證碼已寄至 <strong className="num">{code.sentTo}</strong>，5 分鐘內有效
      </p>
      <OTPField name="smsCode" label="簡訊驗證碼" />
      <SubmitButton busyLabel="確認中……">確認</SubmitButton>
    </Form>
  );
}

/** Asks for proof, and calls `onProven` with the session stepped up for one act. */
export function HimselfDialog({
  open,
  onClose,
  onProven,
}: Proven & { open: boolean; onClose: () => void }) {
  const info = useQuery({ ...asked('identity', 'accountInfo', {}), enabled: open });
  const [again, setAgain] = useState(0);
  const close = () => {
    setAgain(again + 1);
    onClose();
  };
  const account = info.data?.data;
  return (
    <Dialog open={open} onClose={close} title="請先確認是您本人">
      <div className="grid gap-6" key={again}>
        {info.isPending && (
          <Loading>
            <Skeleton className="w-2/3" />
          </Loading>
        )}
        {info.isError && <Alert tone="danger" title={wordsOf(info.error)} />}
        {account &&
          (account.phoneMasked && account.verifiedIDStage >= 1 ? (
            <BySms onProven={onProven} />
          ) : (
            <ByPassword onProven={onProven} />
          ))}
        {account && <PasskeyStepUp onProven={onProven} />}
      </div>
    </Dialog>
  );
}
