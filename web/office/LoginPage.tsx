// Login page of the office: e-mail, password and the six digits of the authenticator, or the
// company's identity provider.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { emailSchema } from '#contract/identity/calls.ts';
import { TextField } from '../form/fields.tsx';
import { OTPField } from '../form/OTPField.tsx';
import { PasswordField } from '../form/PasswordField.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { Card } from '../ui/display/Card.tsx';
import { Confluence } from '../ui/drawings/Confluence.tsx';
import { Logo } from '../ui/drawings/Logo.tsx';
import { ProviderSignIn, welcome } from '../identity/office/ProviderSignIn.tsx';
import { Loading, Skeleton } from '../ui/display/Alert.tsx';
import { api, queryOf } from './api.ts';
import { PageTitle } from './kit/PageTitle.tsx';
import { safePath, targetOfLogin } from './paths.ts';

const schema = z.object({
  email: emailSchema,
  password: z.string().min(1).max(200),
  totp: z.string().regex(/^\d{6}$/, '請輸入 6 位數字'),
});

function LoginForm() {
  const form = useZodForm(schema);
  const navigate = useNavigate();
  const client = useQueryClient();
  const target = targetOfLogin(useLocation());
  return (
    <Form
      form={form}
      label="登入"
      onSubmit={async (values) => {
        try {
          const { data } = await api.identity.operatorLogin(values);
          client.clear();
          welcome(data);
          await navigate(safePath(target), { replace: true });
        } catch (error) {
          // Empties the field for the one-time code, because a code is valid for only one attempt.
          form.resetField('totp');
          throw error;
        }
      }}
    >
      <TextField
        name="email"
        label="電子郵件"
        type="email"
        inputMode="email"
        autoComplete="username"
        normalise="halfWidth"
        spellCheck={false}
      />
      <PasswordField name="password" label="密碼" autoComplete="current-password" />
      <OTPField name="totp" label="驗證碼" hint="驗證器應用程式上的 6 位數字，每 30 秒更新" />
      <SubmitButton size="lg" wide busyLabel="登入中……">
        登入
      </SubmitButton>
    </Form>
  );
}

/** The ways to sign in; the password, if the server cannot be asked. */
function Ways() {
  const { data, isPending } = useQuery({
    ...queryOf('identity', 'signInWays', {}),
    staleTime: Infinity,
  });
  if (isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-80" />
      </Loading>
    );
  }
  const { password, provider } = data?.data ?? { password: true, provider: null };
  return (
    <div className="grid gap-5">
      {password && <LoginForm />}
      {password && provider !== null && <p className="text-center text-sm text-ink-3">或</p>}
      {provider !== null && <ProviderSignIn label={provider} main={!password} />}
      <p className="text-sm text-ink-3">
        {password && '連續輸入錯誤會暫時鎖定；'}需要協助請洽系統管理人員。
      </p>
    </div>
  );
}

const threads = [3, 5, 2, 8, 4, 6];

export function LoginPage() {
  const [query] = useSearchParams();
  return (
    <main
      className="office-login grid gap-5 content-center justify-items-center min-h-dvh px-4
        py-6"
    >
      <PageTitle>登入</PageTitle>
      <div
        className="office-login-river fixed right-0 bottom-[6vh] left-0 opacity-22
          pointer-events-none"
        aria-hidden="true"
      >
        <Confluence amounts={threads} ratio={0.8} label="" />
      </div>
      <Card as="section">
        <div className="mb-6 flex items-center gap-3">
          <Logo size={40} />
          <h1 className="text-h2">百溪後台</h1>
        </div>
        {query.get('redirectTo') && (
          <p className="mb-5 text-sm text-ink-3">請先登入，完成後會回到您剛才的頁面。</p>
        )}
        <Ways />
      </Card>
    </main>
  );
}
