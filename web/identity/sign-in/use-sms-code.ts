// Requests a code to the verified number at most once a minute, and shows where the code went.
import { useState } from 'react';
import type { StepUpFor } from '#contract/identity/step-up.ts';
import { api } from '../../site/kit/api.ts';
import { useAct } from '../../use-act.ts';
import { usePause } from '../../ui/pause.ts';
import { announce } from '../../ui/overlay/toasts.tsx';
import { withWork } from '../captcha/with-work.ts';

const PAUSE_S = 60;

export type SmsCode = {
  /** What the step-up is for, as the form stands now. */
  named: () => StepUpFor;
  /** What the last code was sent for. */
  sentFor: StepUpFor | null;
  /** Masked number to which a code was sent; empty before the first code. */
  sentTo: string;
  busy: boolean;
  problem: string;
  /** Seconds until another code may be requested. */
  left: number;
  send: () => Promise<unknown>;
};

/** `of` is what the code confirms, read at the moment of sending. */
export function useSmsCode(of: StepUpFor | (() => StepUpFor)): SmsCode {
  const [sentTo, setSentTo] = useState('');
  const [sentFor, setSentFor] = useState<StepUpFor | null>(null);
  const named = () => (typeof of === 'function' ? of() : of);
  const [left, begin] = usePause();
  const {
    busy,
    problem,
    run: send,
  } = useAct(async () => {
    const sending = named();
    const { data } = await withWork('sms', (more) =>
      api.identity.sendSmsCodeWithVerifiedNumber({ ...more, ...sending }),
    );
    setSentFor(sending);
    setSentTo(data.phoneMasked);
    begin(PAUSE_S);
    announce(`驗證碼已傳送至 ${data.phoneMasked}`);
  });
  return { named, sentFor, sentTo, busy, problem, left, send };
}
