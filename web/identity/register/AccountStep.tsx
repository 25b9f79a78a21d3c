// Second step of the registration: Google, or an e-mail address and a password.
import { useLoaderData } from 'react-router';
import { TextField } from '../../form/fields.tsx';
import { SubmitButton } from '../../form/Form.tsx';
import { Button } from '../../ui/Button.tsx';
import { NewPasswordFields } from '../recovery/NewPasswordFields.tsx';
import type { GoogleSetting, StoredFlow } from '../sign-in/google-flow.ts';
import { GoogleButton } from '../sign-in/GoogleButton.tsx';
import type { GoogleState } from '../sign-in/use-google.ts';
import type { Texts } from './RegisterFields.tsx';

/** `google` is null if signing in with Google is not offered. */
export type Google = {
  google: GoogleSetting | null;
  state: GoogleState;
  redirectTo: string | null;
};

type Chosen = Pick<StoredFlow, 'purpose' | 'news'>;

function ByGoogle({
  google,
  state,
  redirectTo,
  chosen,
}: Google & { google: GoogleSetting; chosen: () => Chosen }) {
  const kept = (): StoredFlow => {
    const { purpose, news = false } = chosen();
    return { redirectTo, ...(purpose && { purpose }), news };
  };
  return (
    <div className="grid gap-4">
      <GoogleButton
        google={google}
        text="signup"
        busy={state.busy}
        ready
        onPress={() => state.leave(kept())}
        onToken={(token) => state.take(token, kept())}
        onProblem={state.fail}
      />
      <p className="ways-or text-sm">或使用電子郵件</p>
    </div>
  );
}

export default function AccountStep({
  chosen,
  onBack,
  google,
  ...rest
}: Google & {
  /** Returns what was chosen in the first step. */
  chosen: () => Chosen;
  onBack: () => void;
}) {
  const { purposes } = useLoaderData<Texts>();
  const { purpose } = chosen();
  return (
    <>
      {google && <ByGoogle google={google} chosen={chosen} {...rest} />}
      <TextField
        name="email"
        label="電子郵件"
        type="email"
        inputMode="email"
        autoComplete="email"
        normalise="halfWidth"
        spellCheck={false}
        hint="驗證信與重要通知會寄到這裡"
      />
      <NewPasswordFields name="密碼" once />
      <div className="grid gap-3">
        <SubmitButton look="primary" size="lg" wide>
          註冊
        </SubmitButton>
        <Button look="quiet" wide onClick={onBack}>
          上一步（{purposes.find(({ code }) => code === purpose)?.description}）
        </Button>
      </div>
    </>
  );
}
