// Registration with Google: the button above the form, once purpose and consents are given.
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Alert } from '../../ui/display/Alert.tsx';
import type { GoogleSetting, StoredFlow } from '../sign-in/google-flow.ts';
import { GoogleButton } from '../sign-in/GoogleButton.tsx';
import type { GoogleState } from '../sign-in/use-google.ts';

type Chosen = { purpose: NonNullable<StoredFlow['purpose']>; news: boolean };

/** Shows why Google failed, and takes the focus, because the browser comes back from Google. */
export function GoogleProblem({ words }: { words: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [words]);
  return (
    <div ref={box} tabIndex={-1} className="rounded-card">
      <Alert tone="danger" live title={words} />
    </div>
  );
}

export function GoogleSignup<F extends Chosen>({
  google,
  form,
  state,
  redirectTo,
}: {
  google: GoogleSetting;
  form: Pick<UseFormReturn<F>, 'getValues'>;
  state: GoogleState;
  redirectTo: string | null;
}) {
  const keptOf = ({ purpose, news }: Chosen): StoredFlow => ({ redirectTo, purpose, news });
  const kept = () => keptOf(form.getValues());
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
      <p className="ways-or">或使用電子郵件</p>
    </div>
  );
}
