// Registration with Google: the button below the form.
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { idOf } from '../../form/Form.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import type { GoogleSetting, StoredFlow } from '../sign-in/google-flow.ts';
import { GoogleButton } from '../sign-in/GoogleButton.tsx';
import type { GoogleState } from '../sign-in/use-google.ts';

type Chosen = { purpose?: StoredFlow['purpose']; terms?: boolean; news?: boolean };

/** Shows a problem and takes the focus, because its cause may be far up on the page. */
function Problem({ words }: { words: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [words]);
  return (
    <div ref={box} tabIndex={-1} className="rounded-card">
      <Alert tone="danger" live title={words} />
    </div>
  );
}

/** Used inside the page's form, so that its purpose and consents apply here too. */
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
  const kept: StoredFlow = { redirectTo, ...(purpose && { purpose }), news: news ?? false };
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
