// 「使用通行密鑰登入」, and passkeys offered in the e-mail field while one types.
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/identity/calls.ts';
import { Button } from '../../ui/Button.tsx';

/** What speaks with the authenticator, fetched once the page is alive. */
const passkeys = () => import('./passkey-browser.ts');

/** Challenges live for five minutes; the field gets a new one before. */
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
  // Quiet: who does not pick a passkey there must not hear of what did not work.
  useEffect(() => {
    let gone = false;
    const wait = async () => {
      try {
        const { offersWhileTyping, loginByPasskey } = await passkeys();
        if (gone || !(await offersWhileTyping()) || gone) return;
        await entering.current(await loginByPasskey({ whileTyping: true }));
      } catch {
        // He signs in another way, or presses the button.
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
      // Else the e-mail field would complain of being empty, and push the button away.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void press()}
    >
      使用通行密鑰登入
    </Button>
  );
}
