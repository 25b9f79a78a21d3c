// Says how the last mandate ended, above the form for another one.
import { Alert } from '../ui/display/Alert.tsx';
import { accountText, type Mandate } from '../lending/loan/use-mandate.ts';

export function EndedMandate({ mandate }: { mandate: Mandate }) {
  const account = accountText(mandate);
  if (mandate.status === 'refused') {
    return (
      <Alert tone="danger" title={`銀行未核准：${mandate.reason ?? '未說明原因'}`}>
        自 {account} 扣款的授權沒有生效。請向銀行確認後重新設定，或改用轉帳付款。
      </Alert>
    );
  }
  return (
    <Alert title="先前的授權已結束">
      自 {account} 扣款的授權已結束（{mandate.reason ?? '您自行停止'}），目前不會扣款。
    </Alert>
  );
}
