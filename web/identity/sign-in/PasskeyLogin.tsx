// 「使用通行密鑰登入」, and passkeys that the browser offers while the user types in the e-mail field.
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/identity/calls.ts';
import { Button } from '../../ui/Button.tsx';

/** Code that talks to the authenticator, loaded once the page is hydrated. */
const passkeys = () => import('./passkey-browser.ts');

/** Challenges are valid for five minutes; the field gets a new one before that. */
const RENEW_MS = 4 * 60_000;

export function PasskeyLogin({
  onUser,
  onProblem,
}: {
  onUser: (user: User) => Promise<void>;
  onProblem: (words: string) => void;
}) {
  const [busy, setBusy] = useState(false);
  const entering = useRef(onUser);
  entering.current = onUser;
  // Errors are not shown, because a user who picks no passkey in the field must not see that one
  // failed.
  useEffect(() => {
    let gone = false;
    const wait = async () => {
      try {
        const { offersWhileTyping, loginByPasskey } = await passkeys();
        if (gone || !(await offersWhileTyping()) || gone) return;
        await entering.current(await loginByPasskey({ whileTyping: true }));
      } catch {
        // The request was cancelled because the user signs in another way or presses the button.
      }
    };
    void wait();
    const renewing = setInterval(() => void wait(), RENEW_MS);
    return () => {
      gone = true;
      clearInterval(renewing);
      void passkeys().then(({ stopWaiting }) => stopWaiting());
    };
  }, []);
  const press = async () => {
    setBusy(true);
    onProblem('');
    const { loginByPasskey, passkeyWords } = await passkeys();
    try {
      await onUser(await loginByPasskey());
    } catch (error) {
      onProblem(passkeyWords(error));
      setBusy(false);
    }
  };
  return (
    <Button
      wide
      size="lg"
      busy={busy}
      busyLabel="請在裝置上確認……"
      icon={<KeyRound size={18} aria-hidden="true" />}
      // Keeps the focus in the e-mail field, because the field would otherwise report that it is
      // empty and move the button away.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void press()}
    >
      使用通行密鑰登入
    </Button>
  );
}
