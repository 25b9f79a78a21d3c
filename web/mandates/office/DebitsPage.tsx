// The list of debits: filters, the result in words, the sum that was debited, export.
import { type Cells, OfficeList } from '../../office/list/OfficeList.tsx';
import { countText } from '#contract/core/lists.ts';
import { debitList, debitResult } from '#contract/mandates/lists.ts';
import { debitSubjectText } from '#contract/mandates/status.ts';
import { Link } from '../../office/links/Link.tsx';
import * as paths from '../../office/paths.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { formatMoney } from '../../ui/format.ts';
import { MandateDesk } from './MandateDesk.tsx';

const cells: Cells<typeof debitList> = {
  id: { head: true },
  debitOn: {
    cell: ({ debitOn, retryOn }) => (
      <span className="grid">
        <DateText at={debitOn} />
        {retryOn && (
          <small className="text-ink-3">
            <DateText at={retryOn} /> 再扣
          </small>
        )}
      </span>
    ),
  },
  subject: {
    cell: ({ subject, no, attempt }) => {
      const place = no === null ? '' : `第 ${no} 期`;
      return `${debitSubjectText[subject]}${place}${attempt > 1 ? '（第 2 次）' : ''}`;
    },
  },
  caseNo: {
    whole: true,
    cell: ({ caseNo, loanId, orderId }) => (
      <Link className="link num" to={orderId === null ? paths.loan(loanId) : paths.order(orderId)}>
        {caseNo}
      </Link>
    ),
  },
  memberId: {
    cell: ({ memberId }) => (
      <Link className="link num" to={paths.member(memberId)}>
        {memberId}
      </Link>
    ),
  },
  status: {},
  result: { cell: (row) => debitResult(row) ?? '—' },
  fileId: {},
  amount: {},
};

export function DebitsPage() {
  return (
    <OfficeList
      of={debitList}
      frame={MandateDesk}
      title="授權扣款"
      whom="出納或稽核同仁"
      none={{
        title: '沒有符合的扣款',
        hint: '會員簽署授權後，還款在應還的營業日、出資在訂單成立後自動扣取。',
      }}
      cells={cells}
      caption={({ total, paid }) => `${countText(total, '筆')}，已扣款 ${formatMoney(paid)}`}
    />
  );
}
