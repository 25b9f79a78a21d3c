// Where the link of the reset mail leads: a new password, by the link or by the number typed.
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiFailure } from '../api.ts';
import { atField } from '../form/at-field.ts';
import { TextField } from '../form/fields.tsx';
import { OTPField } from '../form/OTPField.tsx';
import { Form, SubmitButton, useLateForm } from '../form/Form.tsx';
import { signOut } from '../session.ts';
import { api } from '../site/api.ts';
import { titleOf } from '../site/brand.ts';
import { Go, GoButton } from '../site/Go.tsx';
import * as paths from '../site/paths.ts';
import { Alert } from '../ui/Alert.tsx';
import type * as schemas from './entrance-schemas.ts';
import { Entrance, EntranceNote } from './Entrance.tsx';
import { forgetFailures } from './needs-captcha.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { passwordRefusals } from './password-refusals.ts';

export const meta = () => [
  { title: titleOf('重設密碼') },
  { name: 'robots', content: 'noindex' },
  // The address holds the token until the page is alive.
  { name: 'referrer', content: 'no-referrer' },
];

const byLink = () => import('./entrance-schemas.ts').then(({ resetByLink }) => resetByLink);
const byNumber = () => import('./entrance-schemas.ts').then((all) => all.resetByNumber);

type Given = { token: string; email: string };
type Ends = { onDone: () => void; onDead: () => void };

function ResetForm({ given, onDone, onDead }: { given: Given } & Ends) {
  const { token, email } = given;
  const form = useLateForm<typeof schemas.resetByLink | typeof schemas.resetByNumber>(
    token ? byLink : byNumber,
    {
      email,
      tokenNumber: token,
      password: '',
      passwordCheck: '',
    },
  );
  return (
    <Form
      form={form}
      label="重設密碼"
      onSubmit={async (values) => {
        try {
          await api.identity.resetPassword(values);
        } catch (error) {
          const dead = error instanceof ApiFailure && error.code === 'TOKEN_INVALID';
          if (dead && token) return onDead();
          if (dead) form.resetField('tokenNumber');
          throw atField(error, { ...passwordRefusals, TOKEN_INVALID: 'tokenNumber' });
        }
        onDone();
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
        readOnly={Boolean(token && email)}
      />
      {!token && (
        <OTPField
          name="tokenNumber"
          label="驗證碼"
          length={8}
          hint="重設密碼信中的 8 位數字，10 分鐘內有效"
        />
      )}
      <NewPasswordFields />
      <SubmitButton look="primary" size="lg" wide busyLabel="更新中……">
        更新密碼
      </SubmitButton>
    </Form>
  );
}

function Done() {
  return (
    <div className="grid gap-6">
      <Alert tone="ok" live title="密碼已更新，請使用新密碼登入">
        為了保護您的帳戶，所有裝置都已登出；先前新增的通行密鑰已移除，登入後可以重新新增。
      </Alert>
      <GoButton to={paths.login()} look="primary" size="lg" wide>
        登入
      </GoButton>
    </div>
  );
}

/** Read once, and the token taken out of the address: it must not stay in the history. */
function useGiven(): [Given, forget: () => void] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [given, setGiven] = useState<Given>({
    token: query.get('token') ?? '',
    email: query.get('email') ?? '',
  });
  const shown = query.has('token');
  useEffect(() => {
    if (!shown) return;
    const to = paths.resetPassword(given.email ? { email: given.email } : {});
    void navigate(to, { replace: true, preventScrollReset: true });
  }, [shown, given.email, navigate]);
  return [given, () => setGiven({ ...given, token: '' })];
}

export default function ResetPasswordPage() {
  const [given, forget] = useGiven();
  const [state, setState] = useState<'asking' | 'dead' | 'done'>('asking');
  const done = () => {
    signOut();
    forgetFailures();
    setState('done');
  };
  const dead = () => {
    forget();
    setState('dead');
  };
  return (
    <Entrance title="重設密碼">
      {state === 'dead' && (
        <div className="mb-6">
          <Alert tone="danger" live title="連結已失效，請重新寄送">
            連結 30 分鐘內有效，而且只能使用一次。<Go to={paths.forgot()}>重新寄送</Go>
            後，請使用最新一封信中的連結或驗證碼。
          </Alert>
        </div>
      )}
      {state === 'done' ? (
        <Done />
      ) : (
        // Another form where the link turned out dead: it asks for the number.
        <ResetForm key={state} given={given} onDone={done} onDead={dead} />
      )}
      {state === 'asking' && (
        <EntranceNote>
          沒有收到信？<Go to={paths.forgot()}>重新寄送</Go>
        </EntranceNote>
      )}
    </Entrance>
  );
}
