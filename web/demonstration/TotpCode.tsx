// The one-time code an operator of the demonstration would read from a phone.
import { useEffect, useState } from 'react';
import { useNow } from '../ui/clock.ts';

const PERIOD_S = 30;

export function TotpCode({ secret }: { secret: string }) {
  const [code, setCode] = useState('');
  const beat = useNow(1000);
  useEffect(() => {
    let current = true;
    // Only who looks at this page fetches the library.
    void import('otpauth').then(({ TOTP }) => {
      // Real time, not the demonstration's: one-time codes keep to it.
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
