// Shows an operator's one-time code in the demonstration, which has no phone to show it.
import { useEffect, useState } from 'react';
import { useNow } from '../ui/clock.ts';

const PERIOD_S = 30;

export function TotpCode({ secret }: { secret: string }) {
  const [code, setCode] = useState('');
  const beat = useNow(1000);
  useEffect(() => {
    let current = true;
    // The library is loaded only when this page is open.
    void import('otpauth').then(({ TOTP }) => {
      // Uses real time, because one-time codes are based on it and not on the demonstration's
      // calendar.
      if (current) setCode(new TOTP({ secret, period: PERIOD_S }).generate());
    });
    return () => {
      current = false;
    };
  }, [secret, beat]);
  return (
    <span className="num text-lg font-bold" aria-label={`一次性驗證碼 ${code}`}>
      {code || '······'}
    </span>
  );
}
