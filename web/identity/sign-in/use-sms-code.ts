// Asks for a code to the verified number: once a minute, and says where it went.
import { useState } from 'react';
import { api } from '../../site/kit/api.ts';
import { useAct } from '../../use-act.ts';
import { usePause } from '../../ui/pause.ts';
import { announce } from '../../ui/overlay/toasts.tsx';
import { withWork } from '../captcha/with-work.ts';

const PAUSE_S = 60;

export type SmsCode = {
  /** The masked number a code went to; '' before. */
  sentTo: string;
  busy: boolean;
  problem: string;
  /** Seconds until another may be asked for. */
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
    announce(`驗證碼已寄至 ${data.phoneMasked}`);
  });
  return { sentTo, busy, problem, left, send };
}
