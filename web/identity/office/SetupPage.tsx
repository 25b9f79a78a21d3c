// Page that a mailed link opens. The operator sets up the authenticator and is then signed in. New
// operators also choose a password.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { setupHours } from '#contract/identity/operators.ts';
import { ApiFailure, wordsOf } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { OTPField } from '../../form/OTPField.tsx';
import { PasswordField } from '../../form/PasswordField.tsx';
import { api, queryOf } from '../../office/api.ts';
import { PageTitle } from '../../office/kit/PageTitle.tsx';
import * as paths from '../../office/paths.ts';
import { Alert, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Logo } from '../../ui/drawings/Logo.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { newPasswordShape, sameTwice } from '../recovery/new-password.ts';
import { NewPasswordFields } from '../recovery/NewPasswordFields.tsx';
import { passwordRefusals } from '../recovery/password-refusals.ts';
import { QrCode } from './QrCode.tsx';

const totp = z.string().regex(/^\d{6}$/, '請輸入 6 位數字');
const invitation = z.object({ ...newPasswordShape, totp }).refine(...sameTwice);
const renewal = z.object({
  password: z.string().min(1).min(8, '密碼至少 8 個字').max(64),
  totp,
});

type Setup = {
  purpose: 'invitation' | 'totp';
  email: string;
  name: string;
  secret: string;
  uri: string;
};

/** Formats the secret in groups of four, as people read and type it. */
const spaced = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

function Authenticator({ setup: { secret, uri } }: { setup: Setup }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="font-bold text-ink">驗證器</legend>
      <p>
        在驗證器應用程式新增帳號，掃描 QR
        碼；無法掃描時，選擇「輸入設定金鑰」並填入下列金鑰，在手機上也可以
        <a className="link" href={uri}>
          直接以驗證器開啟
        </a>
        。
      </p>
      <QrCode text={uri} label="QR 碼：在驗證器應用程式新增這個帳號" />
      <p className="wrap-anywhere">
        <code>{spaced(secret)}</code>
      </p>
      <div>
        <CopyButton text={secret} what="設定金鑰" />
      </div>
    </fieldset>
  );
}

function SetupForm({ token, setup, onDead }: { token: string; setup: Setup; onDead: () => void }) {
  const { email, purpose } = setup;
  const isNew = purpose === 'invitation';
  const form = useZodForm<typeof invitation | typeof renewal>(isNew ? invitation : renewal, {
    password: '',
    ...(isNew && { passwordCheck: '' }),
    totp: '',
  });
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <Form
      form={form}
      label="設定帳號"
      onSubmit={async (values) => {
        try {
          const { data } = await api.identity.finishSetup({ token, ...values });
          client.clear();
          toast(`${data.name}，設定完成`);
          await navigate(paths.overview(), { replace: true });
        } catch (error) {
          if (error instanceof ApiFailure && error.code === 'TOKEN_INVALID') return onDead();
          const at = { ...passwordRefusals, PASSWORD_WRONG: 'password', TOTP_WRONG: 'totp' };
          throw atField(error, at);
        }
      }}
    >
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {isNew ? (
        <NewPasswordFields name="密碼" />
      ) : (
        <PasswordField name="password" label="目前的密碼" autoComplete="current-password" />
      )}
      <Authenticator setup={setup} />
      <OTPField name="totp" label="驗證碼" hint="驗證器上這個帳號目前的 6 位數字" />
      <SubmitButton look="primary" size="lg" wide busyLabel="設定中……">
        完成並登入
      </SubmitButton>
    </Form>
  );
}

function Dead() {
  return (
    <Alert tone="danger" live title="連結已失效">
      連結 {setupHours} 小時內有效，而且只能使用一次。請管理同仁重新寄送，或
      <Link className="link" to={paths.login()}>
        前往登入
      </Link>
      。
    </Alert>
  );
}

function Opened({ token }: { token: string }) {
  const [dead, setDead] = useState(false);
  const query = useQuery({ ...queryOf('identity', 'openSetup', { token }), staleTime: Infinity });
  if (dead) return <Dead />;
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-64" />
      </Loading>
    );
  }
  if (query.isLoadingError) {
    const { error } = query;
    if (error instanceof ApiFailure && error.code === 'TOKEN_INVALID') return <Dead />;
    return (
      <ErrorState title="暫時無法開啟連結" onRetry={() => void query.refetch()}>
        {wordsOf(error)}
      </ErrorState>
    );
  }
  const setup = query.data.data;
  const { email, name, purpose } = setup;
  return (
    <div className="grid gap-5">
      <p>
        {name}，您好。
        {purpose === 'invitation'
          ? '請設定密碼與驗證器，之後登入都需要這兩項。'
          : '您的驗證器已重設，請以目前的密碼設定新的驗證器。'}
        <span className="block text-sm wrap-anywhere text-ink-3">帳號：{email}</span>
      </p>
      <SetupForm token={token} setup={setup} onDead={() => setDead(true)} />
    </div>
  );
}

export function SetupPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    // The token is removed from the URL, because it must not stay in the history.
    window.history.replaceState(window.history.state, '', paths.setup());
  }, []);
  return (
    <main
      className="office-login grid gap-5 content-center justify-items-center min-h-dvh px-4
        py-6"
    >
      <PageTitle>設定帳號</PageTitle>
      <Card as="section">
        <div className="mb-6 flex items-center gap-3">
          <Logo size={40} />
          <h1 className="text-h2">設定後台帳號</h1>
        </div>
        {token ? <Opened token={token} /> : <Dead />}
      </Card>
    </main>
  );
}
