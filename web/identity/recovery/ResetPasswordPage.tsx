// Target of the link in a reset mail: sets a new password, with the link or with a typed code.
import { lazy, Suspense, useState } from 'react';
import { useSearchParams, type MetaFunction } from 'react-router';
import { ApiFailure } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { TextField } from '../../form/fields.tsx';
import { OTPField } from '../../form/OTPField.tsx';
import { Form, SubmitButton } from '../../form/Form.tsx';
import { useDeferredForm } from '../../form/deferred-form.ts';
import { signOut } from '../../session.ts';
import { api } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import type * as schemas from '../sign-in/entrance-schemas.ts';
import { Entrance, EntranceNote } from '../sign-in/Entrance.tsx';
import { type MailedLink, useMailedLink } from '../register/mailed-link.ts';
import { forgetFailures } from '../captcha/needs-captcha.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { passwordRefusals } from './password-refusals.ts';

export const meta: MetaFunction = ({ location: { search } }) => [
  { title: titleOf(/[?&]recover=/.test(search) ? '更換手機' : '重設密碼') },
  { name: 'robots', content: 'noindex' },
  // The URL of a link from an earlier version contains the token until the page is hydrated.
  { name: 'referrer', content: 'no-referrer' },
];

const byLink = () =>
  import('../sign-in/entrance-schemas.ts').then(({ resetByLink }) => resetByLink);
const byNumber = () => import('../sign-in/entrance-schemas.ts').then((all) => all.resetByNumber);

type Ends = { onDone: () => void; onDead: () => void };

function ResetForm({ given, onDone, onDead }: { given: MailedLink } & Ends) {
  const { token, email } = given;
  const form = useDeferredForm<typeof schemas.resetByLink | typeof schemas.resetByNumber>(
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

/** For members who lost phone and passkeys; loaded on demand because few need it. */
const Recover = lazy(() => import('./Recover.tsx'));

function ResetPassword() {
  const link = useMailedLink(paths.resetPassword);
  const [isDone, setDone] = useState(false);
  const [deadToken, setDeadToken] = useState<string | null>(null);
  const dead = deadToken !== null && link?.token === deadToken;
  const done = () => {
    signOut();
    forgetFailures();
    setDone(true);
  };
  if (isDone) {
    return (
      <Entrance title="重設密碼">
        <Done />
      </Entrance>
    );
  }
  return (
    <Entrance title="重設密碼">
      {dead && (
        <div className="mb-6">
          <Alert tone="danger" live title="連結已失效，請重新寄送">
            連結 30 分鐘內有效，而且只能使用一次。<Go to={paths.forgot()}>重新寄送</Go>
            後，請使用最新一封信中的連結或驗證碼。
          </Alert>
        </div>
      )}
      {link === null ? (
        <Loading>
          <Skeleton shape="block" className="h-72" />
        </Loading>
      ) : (
        // The key remounts the form for a different link, and for a link that turned out invalid,
        // so that the form then asks for the code.
        <ResetForm
          key={`${link.token} ${dead}`}
          given={dead ? { ...link, token: '' } : link}
          onDone={done}
          onDead={() => setDeadToken(link.token)}
        />
      )}
      {!dead && (
        <EntranceNote>
          沒有收到信？<Go to={paths.forgot()}>重新寄送</Go>
        </EntranceNote>
      )}
    </Entrance>
  );
}

export default function ResetPasswordPage() {
  const [query] = useSearchParams();
  if (!query.has('recover')) return <ResetPassword />;
  return (
    <Suspense
      fallback={
        <Entrance title="更換手機">
          <Skeleton shape="block" className="h-72" />
        </Entrance>
      }
    >
      <Recover />
    </Suspense>
  );
}
