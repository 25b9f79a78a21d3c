// Page to change the password: with the current one, or with a text message if the member forgot or
// never had a password.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { ApiFailure, type Answer } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { PasswordField } from '../../form/PasswordField.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { queryOf } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { Go } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert, EmptyState, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { newPasswordShape, sameTwice } from '../recovery/new-password.ts';
import { NewPasswordFields } from '../recovery/NewPasswordFields.tsx';
import { passwordRefusals } from '../recovery/password-refusals.ts';
import { ResetByMail } from '../register/SendAgain.tsx';
import { codeRefusals, codeShape, SentCode } from '../sign-in/StepUp.tsx';
import { type SmsCode, useSmsCode } from '../sign-in/use-sms-code.ts';
import '../identity.css';
import { deferredApi } from '../../site/kit/deferred-calls.ts';

export const meta = () => [{ title: titleOf('變更密碼') }, { name: 'robots', content: 'noindex' }];

type Account = Answer<SiteCalls['identity']['accountInfo']>['data'];

const byPassword = z
  .object({ oldPassword: z.string().min(1).max(200), ...newPasswordShape })
  .refine(...sameTwice);
const bySms = z.object({ ...codeShape, ...newPasswordShape }).refine(...sameTwice);

/** Hidden field for password managers, which store the password under this name. */
function Username({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}

function useChanged(): () => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: ['identity'] });
    toast('密碼已更新，其他裝置已登出');
    await navigate(paths.profile());
  };
}

function PasswordWay({ account, onSms }: { account: Account; onSms: () => void }) {
  const form = useZodForm(byPassword, { oldPassword: '', password: '', passwordCheck: '' });
  const changed = useChanged();
  return (
    <Form
      form={form}
      label="變更密碼"
      onSubmit={async (values) => {
        try {
          await deferredApi.identity.changePassword(values);
        } catch (error) {
          throw atField(error, { ...passwordRefusals, OLD_PASSWORD_WRONG: 'oldPassword' });
        }
        await changed();
      }}
    >
      <Username email={account.email} />
      <PasswordField name="oldPassword" label="目前密碼" autoComplete="current-password" />
      <NewPasswordFields />
      <div className="form-row">
        <SubmitButton look="primary" size="lg" busyLabel="更新中……">
          更新密碼
        </SubmitButton>
        {account.phoneMasked ? (
          <Button look="quiet" onClick={onSms}>
            改用簡訊驗證碼
          </Button>
        ) : (
          <ResetByMail email={account.email} look="quiet">
            忘記目前密碼？寄重設連結
          </ResetByMail>
        )}
      </div>
    </Form>
  );
}

function SmsForm({ account, code }: { account: Account; code: SmsCode }) {
  const form = useZodForm(bySms, { smsCode: '', password: '', passwordCheck: '' });
  const changed = useChanged();
  return (
    <Form
      form={form}
      label="以簡訊驗證碼變更密碼"
      onSubmit={async (values) => {
        try {
          await deferredApi.identity.changePasswordBySms(values);
        } catch (error) {
          const spent = error instanceof ApiFailure && error.code.startsWith('SMS_CODE');
          if (spent) form.resetField('smsCode');
          throw atField(error, { ...passwordRefusals, ...codeRefusals });
        }
        await changed();
      }}
    >
      <Username email={account.email} />
      <SentCode code={code} />
      <NewPasswordFields />
      <div className="form-row">
        <SubmitButton look="primary" size="lg" busyLabel="更新中……">
          更新密碼
        </SubmitButton>
      </div>
    </Form>
  );
}

function SmsWay({ account, onPassword }: { account: Account; onPassword: () => void }) {
  const code = useSmsCode({ act: 'password' });
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (code.sentTo) region.current?.querySelector<HTMLElement>('[name=smsCode]')?.focus();
  }, [code.sentTo]);
  return (
    <div className="grid gap-6" ref={region}>
      {code.sentTo ? (
        <SmsForm account={account} code={code} />
      ) : (
        <>
          <p>
            我們會寄一組驗證碼到您驗證過的手機{' '}
            <strong className="num">{account.phoneMasked}</strong>
            ，確認是您本人。
          </p>
          <div className="form-row">
            <Button
              look="primary"
              size="lg"
              busy={code.busy}
              busyLabel="寄送中……"
              onClick={() => void code.send()}
            >
              取得驗證碼
            </Button>
          </div>
        </>
      )}
      {code.problem && <Alert tone="danger" live title={code.problem} />}
      {account.hasPassword && (
        <div>
          <Button look="quiet" onClick={onPassword}>
            改用目前密碼
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * For a member who registered with Google and has no verified phone, and can therefore set a
 * password only by mail.
 */
function ByMail({ email }: { email: string }) {
  return (
    <EmptyState
      title="您的帳戶還沒有密碼"
      actions={
        <ResetByMail email={email} look="primary">
          以電子郵件設定密碼
        </ResetByMail>
      }
    >
      您以 Google 登入。若也想用密碼登入，我們會寄一封信到您的電子郵件，用信中的連結設定。
    </EmptyState>
  );
}

function Ways({ account }: { account: Account }) {
  const [way, setWay] = useState<'password' | 'sms'>(account.hasPassword ? 'password' : 'sms');
  const box = useRef<HTMLDivElement>(null);
  // The pressed button disappears, so the focus moves to the section it opened.
  const change = (to: typeof way) => {
    setWay(to);
    requestAnimationFrame(() => box.current?.focus());
  };
  if (!account.hasPassword && !account.phoneMasked) return <ByMail email={account.email} />;
  return (
    <div ref={box} tabIndex={-1} className="rounded-card">
      <Card as="section">
        {way === 'password' ? (
          <PasswordWay account={account} onSms={() => change('sms')} />
        ) : (
          <SmsWay account={account} onPassword={() => change('password')} />
        )}
      </Card>
    </div>
  );
}

export default function AlterPasswordPage() {
  const info = useQuery(queryOf('identity', 'accountInfo', {}));
  const failure = info.error instanceof ApiFailure ? info.error : null;
  const account = info.data?.data;
  return (
    <div className="container page">
      <Stack>
        <Go to={paths.profile()} className="link inline-flex items-center gap-2">
          <ArrowLeft size={16} aria-hidden="true" />
          帳戶管理
        </Go>
        <div>
          <h1>{account && !account.hasPassword ? '設定密碼' : '變更密碼'}</h1>
          <p className="mt-2 text-ink-3">更新後，其他裝置都會登出，這台裝置不受影響。</p>
        </div>
        {info.isPending && (
          <Loading>
            <Skeleton shape="block" className="h-96" />
          </Loading>
        )}
        {info.isLoadingError && (
          <ErrorState onRetry={() => void info.refetch()} requestId={failure?.requestId} />
        )}
        {account && <Ways account={account} />}
      </Stack>
    </div>
  );
}
