// Page for a forgotten password: asks for the e-mail, and gives the same answer whether the e-mail
// is known or not.
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { TextField } from '../../form/fields.tsx';
import { Form, SubmitButton } from '../../form/Form.tsx';
import { useDeferredForm } from '../../form/deferred-form.ts';
import { memberStatus, useSession } from '../../session.ts';
import { api } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Entrance, EntranceNote } from '../sign-in/Entrance.tsx';
import { MailBoxes } from '../register/MailBoxes.tsx';
import { SendAgain } from '../register/SendAgain.tsx';

export const meta = () => [{ title: titleOf('忘記密碼') }, { name: 'robots', content: 'noindex' }];

const schema = () => import('../sign-in/entrance-schemas.ts').then(({ emailOnly }) => emailOnly);

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useDeferredForm(schema, { email: '' });
  return (
    <Form
      form={form}
      label="忘記密碼"
      onSubmit={async ({ email }) => {
        await api.identity.resetPasswordEmail({ email });
        onSent(email);
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
        hint="註冊時使用的電子郵件；以 Google 登入的帳戶也可以這樣設定密碼"
      />
      <SubmitButton look="primary" size="lg" wide busyLabel="寄送中……">
        寄送重設連結
      </SubmitButton>
    </Form>
  );
}

function Sent({ email }: { email: string }) {
  return (
    <div className="grid gap-6">
      <Alert tone="ok" live title="若此電子郵件已註冊，我們已寄出重設連結，30 分鐘內有效">
        <p className="break-all">{email}</p>
        <p>沒看到信時，請查看垃圾郵件匣，並確認電子郵件沒有打錯。</p>
      </Alert>
      <MailBoxes email={email} />
      <GoButton to={paths.resetPassword({ email })} look="primary" size="lg" wide>
        輸入信中的驗證碼
      </GoButton>
      <SendAgain
        look="quiet"
        send={() => api.identity.resetPasswordEmail({ email })}
        sent="已再次寄送，先前信件中的連結與驗證碼已失效"
      >
        沒收到？再寄一次
      </SendAgain>
    </div>
  );
}

export default function ForgotPage() {
  const [sentTo, setSentTo] = useState('');
  const { user, verificationStatus } = useSession();
  const navigate = useNavigate();
  // Signed-in users are redirected, as from login and registration; they change the password on the
  // account page, which is closed to whoever has not confirmed the e-mail.
  const inside = user !== null && verificationStatus !== memberStatus.emailNotVerified;
  useEffect(() => {
    if (inside) void navigate(paths.alterPassword(), { replace: true });
  }, [inside, navigate]);
  if (inside) {
    return (
      <Entrance title="忘記密碼">
        <Loading>
          <Skeleton shape="block" className="h-48" />
        </Loading>
      </Entrance>
    );
  }
  return (
    <Entrance
      title={sentTo ? '請查看您的信箱' : '忘記密碼'}
      {...(!sentTo && { lead: '我們會寄一封信給您，用信中的連結或驗證碼設定新的密碼。' })}
    >
      {sentTo ? <Sent email={sentTo} /> : <AskForm onSent={setSentTo} />}
      <EntranceNote>
        想起來了？<Go to={paths.login()}>登入</Go>
      </EntranceNote>
    </Entrance>
  );
}
