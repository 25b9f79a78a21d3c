// 「改用通行密鑰驗證」 beside a text message, shown only if the member has a passkey.
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { StepUpFor } from '#contract/identity/step-up.ts';
import { queryOf } from '../../site/kit/api.ts';
import { useAct } from '../../use-act.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button, type ButtonLook } from '../../ui/Button.tsx';
import { passkeyWords, stepUpByPasskey } from './passkey-browser.ts';

/** `onProven` performs the action that requires the step-up; its errors are shown here. */
export function PasskeyStepUp({
  named,
  onProven,
  label = '改用通行密鑰驗證',
  look,
}: {
  /** What the step-up is for. */
  named: () => StepUpFor;
  onProven: () => Promise<void> | void;
  label?: string;
  look?: ButtonLook;
}) {
  const { data } = useQuery(queryOf('identity', 'passkeys', {}));
  const { busy, problem, run } = useAct(
    async () => {
      await stepUpByPasskey(named());
      await onProven();
    },
    { words: passkeyWords },
  );
  if (!data || data.data.length === 0) return null;
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        look={look}
        busy={busy}
        busyLabel="請在裝置上確認……"
        icon={<KeyRound size={18} aria-hidden="true" />}
        onClick={() => void run()}
      >
        {label}
      </Button>
      {problem && <Alert tone="danger" live title={problem} />}
    </div>
  );
}
