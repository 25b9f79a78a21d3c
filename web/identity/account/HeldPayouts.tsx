// Says that payouts to the member are held, wherever the member sees money that is to be paid out.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../site/kit/api.ts';
import { Alert } from '../../ui/display/Alert.tsx';

export function HeldPayouts() {
  const info = useQuery(queryOf('identity', 'accountInfo', {}));
  if (!info.data?.data.payoutsHeld) return null;
  return (
    <Alert tone="warn" title="您的款項目前暫停匯出">
      應付給您的收益、退款與溢繳款仍為您保管於信託專戶，解除暫停後才會匯出。借款與出資照常進行。詳情請聯絡客服。
    </Alert>
  );
}
