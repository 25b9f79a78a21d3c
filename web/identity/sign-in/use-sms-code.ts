// Requests a code to the verified number at most once a minute, and shows where the code went.
import { useState } from 'react';
import { api } from '../../site/kit/api.ts';
import { useAct } from '../../use-act.ts';
import { usePause } from '../../ui/pause.ts';
import { announce } from '../../ui/overlay/toasts.tsx';
import { withWork } from '../captcha/with-work.ts';

const PAUSE_S = 60;

export type SmsCode = {
  /** Masked number to which a code was sent; empty before the first code. */
  sentTo: string;
  busy: boolean;
  problem: string;
  /** Seconds until another code may be requested. */
  left: number;
  send: () => Promise<unknown>;
};

export function useSmsCode(): SmsCode {
  const [sentTo, setSentTo] = useState('');
  const [left, begin] = usePause();
  const {
    busy,
    problem,
    run: send,
  } = useAct(async () => {
    const { data } = await withWork('sms', (more) =>
      api.identity.sendSmsCodeWithVerifiedNumber(more),
    );
    setSentTo(data.phoneMasked);
    begin(PAUSE_S);
    announce(`驗證碼已傳送至 ${data.phoneMasked}`);
  });
  return { sentTo, busy, problem, left, send };
}
