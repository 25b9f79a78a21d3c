// A prepayment instruction waiting for its money: amount, deadline, and account to pay to.
import { useQuery } from '@tanstack/react-query';
import type { Loan } from '#contract/lending/calls.ts';
import { queryOf } from '../../site/kit/api.ts';
import { Alert, SkeletonLines } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { useNow } from '../../ui/clock.ts';
import { formatMoney } from '../../ui/format.ts';
import { PayLines } from './PayLines.tsx';

type PrepaymentInstruction = NonNullable<Loan['prepayment']>;

function whatOf({ amount, mode }: PrepaymentInstruction): string {
  if (amount === null) return '全部清償';
  const after = mode === 'lowerPayment' ? '降低每期金額' : '縮短期數';
  return `部分清償本金 ${formatMoney(amount)}，${after}`;
}

/** Amount that is still to be paid, as the server calculates it now. */
function ToPay({ loan, given }: { loan: Loan; given: PrepaymentInstruction }) {
  const { kind, mode, amount, goodUntil } = given;
  const part = amount === null || mode === null ? {} : { mode, amount };
  const quote = useQuery({
    ...queryOf('servicing', 'prepaymentQuote', { id: loan.id, kind, ...part }),
    staleTime: 0,
    retry: false,
  });
  const total = quote.data?.data.total;
  if (quote.isPending) return <SkeletonLines lines={2} />;
  return (
    <>
      <p>
        請於{' '}
        <b>
          <DateText at={goodUntil} />
        </b>{' '}
        前一次轉入
        {total === undefined ? (
          '全部金額'
        ) : (
          <>
            {' '}
            <b>
              <Money amount={total} />
            </b>
          </>
        )}
        ，期限內入帳就會用於提前清償。
      </p>
      {loan.virtualAccount && total !== undefined && (
        <PayLines account={loan.virtualAccount} amount={total} />
      )}
      <p>若不想提前清償，不需取消：期限前不轉帳，指示就會失效，之後照原計畫還款。</p>
    </>
  );
}

export function Instruction({ loan, given }: { loan: Loan; given: PrepaymentInstruction }) {
  const isOver = Date.parse(given.goodUntil) < useNow();
  return (
    <Alert tone="info" title={`已指示提前清償：${whatOf(given)}`}>
      {isOver ? (
        <p>期限已過，正在等待銀行確認當天的入帳，請勿再為這個指示轉帳。結果會通知您。</p>
      ) : (
        <ToPay loan={loan} given={given} />
      )}
    </Alert>
  );
}
