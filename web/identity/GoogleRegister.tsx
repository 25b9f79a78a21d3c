// Registering with Google: the button under the form, and who was sent here from the login page.
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ApiFailure } from '../api.ts';
import { Form, SubmitButton, idOf, useLateForm } from '../form/Form.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import type { GoogleSetting, Kept } from './google-flow.ts';
import type { Newcomer } from './google-newcomer.ts';
import { GoogleButton } from './GoogleButton.tsx';
import { Consents, PurposeField } from './RegisterFields.tsx';
import type { GoogleState } from './use-google.ts';

type Chosen = { purpose?: Kept['purpose']; terms?: boolean; news?: boolean };

/** Takes the focus: it may have come of what happened elsewhere, far above. */
function Problem({ words }: { words: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [words]);
  return (
    <div ref={box} tabIndex={-1} className="rounded-card">
      <Alert tone="danger" live title={words} />
    </div>
  );
}

/** Inside the form of the page: its purpose and consents count here too. */
export function GoogleSignup({
  google,
  state,
  redirectTo,
}: {
  google: GoogleSetting;
  state: GoogleState;
  redirectTo: string | null;
}) {
  const form = useFormContext<Chosen>();
  const [purpose, terms, news] = useWatch<Chosen, ['purpose', 'terms', 'news']>({
    name: ['purpose', 'terms', 'news'],
  });
  const kept: Kept = { redirectTo, ...(purpose && { purpose }), news: news ?? false };
  const press = async () => {
    if (await form.trigger(['purpose', 'terms'])) {
      state.leave(kept);
      return;
    }
    const missing = form.getFieldState('purpose').invalid ? 'purpose' : 'terms';
    const field = document.getElementById(idOf(missing));
    (field?.querySelector('input') ?? field)?.focus();
  };
  return (
    <div className="ways">
      <p className="ways-or">或</p>
      {state.problem && <Problem words={state.problem} />}
      <GoogleButton
        google={google}
        text="signup"
        busy={state.busy}
        ready={Boolean(purpose && terms)}
        onPress={() => void press()}
        onToken={(token) => state.take(token, kept)}
        onProblem={state.fail}
      />
    </div>
  );
}

const schema = () => import('./entrance-schemas.ts').then((all) => all.registerByGoogle);

/** Google has said who it is; only the purpose and the consents are missing. */
export function NewcomerForm({
  newcomer,
  onRegister,
  onForget,
}: {
  newcomer: Newcomer;
  onRegister: (token: string, chosen: Pick<Kept, 'purpose' | 'news'>) => Promise<void>;
  /** The token has served or is too old, or another way is wanted. */
  onForget: (problem: string) => void;
}) {
  const form = useLateForm(schema, { news: false });
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
