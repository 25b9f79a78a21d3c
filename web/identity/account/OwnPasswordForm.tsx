// Asks for the password of one's own registration if somebody else registered the same address.
import type { User } from '#contract/identity/calls.ts';
import { ApiFailure } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { PasswordField } from '../../form/PasswordField.tsx';
import { Form, SubmitButton } from '../../form/Form.tsx';
import { useDeferredForm } from '../../form/deferred-form.ts';
import { api } from '../../site/kit/api.ts';
import { Go } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Envelope } from '../../ui/drawings/Envelope.tsx';

const schema = () =>
  import('../sign-in/entrance-schemas.ts').then(({ ownPassword }) => ownPassword);

type Props = {
  token: string;
  email: string;
  onUser: (user: User) => Promise<void>;
  onDone: () => void;
  onDead: () => void;
};

export default function OwnPasswordForm({ token, email, onUser, onDone, onDead }: Props) {
  const form = useDeferredForm(schema, { password: '' });
  return (
    <>
      <Envelope />
      <h1>請輸入您註冊時設定的密碼</h1>
      <p>這個電子郵件有不只一次註冊。請輸入您自己設定的密碼，我們只會啟用您的那一個帳戶。</p>
      <Form
        form={form}
        label="確認註冊"
        className="grid w-full gap-4 text-start"
        onSubmit={async ({ password }) => {
          try {
            const given = { token, email, password, careful: true };
            const { data } = await api.identity.verifiedEmail(given);
            if (data.user) return await onUser(data.user);
          } catch (error) {
            if (error instanceof ApiFailure && error.code === 'TOKEN_INVALID') return onDead();
            throw atField(error, { PASSWORD_WRONG: 'password' });
          }
          onDone();
        }}
      >
        <PasswordField name="password" label="密碼" autoComplete="current-password" />
        <SubmitButton look="primary" wide busyLabel="驗證中……">
          完成驗證
        </SubmitButton>
      </Form>
      <p>
        不記得密碼？<Go to={paths.forgot()}>重設密碼</Go>也會完成驗證。
      </p>
    </>
  );
}
