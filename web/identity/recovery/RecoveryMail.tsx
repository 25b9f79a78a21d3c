// For members who can use neither phone nor passkey: explains what happens next, and sends the
// recovery mail.
import { useState } from 'react';
import type { SecondStep } from '#contract/identity/factor.ts';
import { ApiFailure, wordsOf } from '../../api.ts';
import { brand } from '../../site/kit/brand.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { RecoverySteps } from './RecoverySteps.tsx';

export function RecoveryMail({
  step: { canRecover, emailMasked, ticket },
  onExpired,
}: {
  step: SecondStep;
  onExpired: (words: string) => void;
}) {
  const [state, setState] = useState({ busy: false, isSent: false, problem: '' });
  const send = async () => {
    setState({ busy: true, isSent: false, problem: '' });
    try {
      await deferredApi.identity.recoveryMail({ ticket });
      setState({ busy: false, isSent: true, problem: '' });
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'SIGN_IN_EXPIRED') {
        return onExpired(error.message);
      }
      setState({ busy: false, isSent: false, problem: wordsOf(error) });
    }
  };
  if (!canRecover) {
    return <p>您的身分證件尚未核准，無法在線上更換手機，請致電客服 {brand.phone}。</p>;
  }
  if (state.isSent) {
    return (
      <Alert tone="ok" live title={`信件已寄至 ${emailMasked}`}>
        請在 30 分鐘內點選信中的按鈕，填寫新的手機號碼。
      </Alert>
    );
  }
  return (
    <div className="grid gap-4">
      <RecoverySteps email={emailMasked} />
      {state.problem && <Alert tone="danger" live title={state.problem} />}
      <div>
        <Button look="primary" busy={state.busy} busyLabel="寄送中……" onClick={() => void send()}>
          寄送信件
        </Button>
      </div>
    </div>
  );
}
