// A receipt without an owner, as the two persons who find its owner see it.
import type { ReceiptDetail } from '#contract/banking/tasks.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { receiptSubjectText } from '#contract/banking/words.ts';

function facts(detail: ReceiptDetail) {
  const { fromBank, fromAccountTail, subjectType, subjectNumber } = detail;
  const from = fromBank
    ? `${fromBank} ${bankName(fromBank)}　末四碼 ${fromAccountTail ?? '不詳'}`
    : '銀行未提供';
  return [
    { name: '虛擬帳號', value: detail.virtualAccount ?? '' },
    { name: '付款帳戶', value: from },
    ...(detail.fromName ? [{ name: '付款人戶名', value: detail.fromName }] : []),
    { name: '銀行入帳日', value: detail.day ? <DateText at={detail.day} weekday /> : '' },
    { name: '入帳時間', value: detail.at ? <DateText at={detail.at} /> : '' },
    ...(detail.memo ? [{ name: '附言', value: detail.memo }] : []),
    ...(subjectType && subjectNumber
      ? [{ name: '虛擬帳號所屬', value: `${receiptSubjectText[subjectType]} ${subjectNumber}` }]
      : []),
  ];
}

export function ReceiptCard({ detail }: { detail: ReceiptDetail }) {
  return (
    <>
      {detail.returned && (
        <Alert tone="warn" title="覆核人員退回">
          {detail.returned}
        </Alert>
      )}
      {detail.why && (
        <Alert tone="warn" title="無法自動入帳">
          {detail.why}
        </Alert>
      )}
      <Card as="section">
        <CardHead title="入帳">
          <strong className="text-h3">
            <Money amount={detail.amount ?? 0} />
          </strong>
        </CardHead>
        <Facts facts={facts(detail)} />
      </Card>
    </>
  );
}
