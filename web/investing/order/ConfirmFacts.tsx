// The order to be confirmed, line by line, and the bank account to which money is returned.
import { useQuery } from '@tanstack/react-query';
import type { CaseDetail } from '#contract/investing/calls.ts';
import { queryOf } from '../../site/kit/api.ts';
import { DateText, Money, Percent } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { Skeleton } from '../../ui/display/Alert.tsx';
import type { RefundFee } from '../cases/HowInvesting.tsx';
import { NET_RATE } from '../NetRate.tsx';
import type { Returns } from '../returns.ts';
import { Grade } from '../words.tsx';

/** Returns 「實收利息的 10.00%」 with the fee of the case's plan; nothing until the plan is loaded. */
function useFeeNote(planSlug: string) {
  const plans = useQuery(queryOf('lending', 'planList', {}));
  const plan = plans.data?.data.find(({ slug }) => slug === planSlug);
  if (!plan) return undefined;
  return (
    <>
      實收利息的 <Percent value={plan.investorFeePercent} />
    </>
  );
}

export function ConfirmFacts({
  of,
  amount,
  returns,
  refundFee,
}: {
  of: CaseDetail;
  amount: number;
  returns: Returns | undefined;
  refundFee: RefundFee | undefined;
}) {
  const feeNote = useFeeNote(of.planSlug);
  const money = (value: number | undefined) =>
    value === undefined ? <Skeleton className="w-24" /> : <Money amount={value} />;
  return (
    <Card as="section" className="confirm-facts" aria-label="出資內容">
      <p className="text-ink-3">出資金額</p>
      <p className="figure-number">
        <Money amount={amount} />
      </p>
      <Facts
        facts={[
          {
            name: '案件',
            value: of.purpose,
            note: (
              <>
                {of.planName}　<span className="num">{of.caseNo}</span>
              </>
            ),
          },
          { name: '風險等級', value: <Grade grade={of.grade} /> },
          { name: '年化利率', value: <Percent value={of.annualRate} /> },
          {
            name: NET_RATE,
            value: returns ? (
              <Percent value={returns.lossAdjusted} />
            ) : (
              <Skeleton className="w-24" />
            ),
            note: '預估年化，不是保證',
          },
          { name: '期數', value: `${of.installments} 期，本息平均攤還` },
          { name: '每期預估收回', value: money(returns?.rows[0]?.net) },
          { name: '手續費合計', value: money(returns?.totals.fee), note: feeNote },
          { name: '預估總收回', value: money(returns?.totals.net), note: '已扣手續費' },
          { name: '募集截止', value: <DateText at={of.endsAt} /> },
          {
            name: '未募滿時',
            value: '全額退回您的本人帳戶，不收手續費',
          },
          ...(refundFee
            ? [
                {
                  name: '退款手續費',
                  value: (
                    <>
                      每筆 <Money amount={refundFee.refundFee} />
                    </>
                  ),
                  note: `逾期或溢繳的款項退回時收取；${refundFee.freeWhen.join('、')}則免收`,
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}

/** The member's own account, masked: the only one to which money is returned. */
export function PayoutAccount() {
  const info = useQuery(queryOf('identity', 'accountInfo', {}));
  const bank = info.data?.data.bank;
  return (
    <Card as="section">
      <CardHead title="收款帳戶" />
      {bank ? (
        <p>
          {bank.bankCode} {bank.bankName}　<span className="num">{bank.accountMasked}</span>
        </p>
      ) : (
        <p className="text-ink-3">
          {info.isPending
            ? '讀取中……'
            : '暫時無法顯示，不影響收款：款項一律匯回您驗證過的本人帳戶。'}
        </p>
      )}
      <p className="mt-1 text-sm text-ink-3">
        每期收回與退款都匯入這個帳戶，轉帳出資也請從本人的帳戶轉出。
      </p>
    </Card>
  );
}
