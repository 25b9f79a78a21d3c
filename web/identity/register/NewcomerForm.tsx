// Form after Google has confirmed the identity; only purpose and consents are missing.
import { ApiFailure } from '../../api.ts';
import { Form, SubmitButton } from '../../form/Form.tsx';
import { useDeferredForm } from '../../form/deferred-form.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import type { StoredFlow } from '../sign-in/google-flow.ts';
import type { Newcomer } from './google-newcomer.ts';
import { Consents, PurposeField } from './RegisterFields.tsx';

const schema = () => import('../sign-in/entrance-schemas.ts').then((all) => all.registerByGoogle);

export default function NewcomerForm({
  newcomer,
  onRegister,
  onForget,
}: {
  newcomer: Newcomer;
  onRegister: (token: string, chosen: Pick<StoredFlow, 'purpose' | 'news'>) => Promise<void>;
  /**
   * Called if the token was used or is too old, or if the user chooses another way of registering.
   */
  onForget: (problem: string) => void;
}) {
  const form = useDeferredForm(schema, { news: false });
  return (
    <Form
      form={form}
      label="註冊"
      onSubmit={async ({ purpose, news }) => {
        try {
          await onRegister(newcomer.token, { purpose, news });
        } catch (error) {
          const old = error instanceof ApiFailure && error.code === 'GOOGLE_TOKEN_INVALID';
          if (!old) throw error;
          onForget('Google 登入已逾時，請再按一次「使用 Google 註冊」');
        }
      }}
    >
      <Alert title="這個 Google 帳號還沒有註冊">
        已確認 <strong className="break-all">{newcomer.email}</strong>
        。選擇您想使用的服務並同意條款，就完成註冊，不需要設定密碼。
      </Alert>
      <PurposeField />
      <Consents />
      <div className="grid gap-3">
        <SubmitButton look="primary" size="lg" wide>
          完成註冊
        </SubmitButton>
        <Button look="quiet" wide onClick={() => onForget('')}>
          改用其他方式註冊
        </Button>
      </div>
    </Form>
  );
}
