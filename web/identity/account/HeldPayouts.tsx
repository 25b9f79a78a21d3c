// Says that payouts to the member are held, wherever the member sees money that is to be paid out.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../site/kit/api.ts';
import { Alert } from '../../ui/display/Alert.tsx';

export function HeldPayouts() {
  const info = useQuery(queryOf('identity', 'accountInfo', {}));
  const text = info.data?.data.heldText;
  if (!text) return null;
  return (
    <Alert tone="warn" title="部分作業目前暫停">
      {text}應付給您的款項仍為您保管於信託專戶。
    </Alert>
  );
}
