// On the page of a loan: whether the next instalment is debited, or the offer to have it debited.
import { Go } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { accountText, useMandate } from './use-mandate.ts';

export function LoanMandate({ caseNo }: { caseNo: string }) {
  const overview = useMandate().data?.data;
  if (!overview?.offered) return null;
  const { mandate, next } = overview;
  const link = (text: string) => <Go to={paths.myMandate()}>{text}</Go>;
  if (mandate?.status === 'active' && mandate.coversLoans) {
    const isAbove = next !== null && next.amount > mandate.ceiling;
    if (next?.caseNo === caseNo && isAbove) {
      return (
        <Alert tone="warn" title="下期超過您設定的每筆上限，請自行轉帳">
          授權扣款的上限是 <Money amount={mandate.ceiling} />。{link('查看授權扣款')}
        </Alert>
      );
    }
    return (
      <Alert tone="ok" title="已設定授權扣款，不需自行轉帳">
        {next?.caseNo === caseNo && (
          <>
            <DateText at={next.debitOn} weekday /> 將自 {accountText(mandate)} 扣取{' '}
            <Money amount={next.amount} />。
          </>
        )}
        {link('查看授權扣款')}
      </Alert>
    );
  }
  if (mandate?.status === 'paused') {
    return (
      <Alert tone="warn" title="授權扣款已暫停，請自行轉帳">
        連續扣款未成功。{link('查看原因並恢復')}
      </Alert>
    );
  }
  if (mandate?.status === 'pending') {
    return <Alert title="授權扣款等待銀行核印，核准前請自行轉帳">{link('查看授權扣款')}</Alert>;
  }
  return (
    <Alert title="不想每期自己轉帳？">
      可以授權在應還日自動扣款，隨時可以停止。{link('設定授權扣款')}
    </Alert>
  );
}
