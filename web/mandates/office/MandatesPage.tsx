// The list of mandates: status, scope, ceiling and why they ended, with filters and export.
import { type Cells, OfficeList } from '../../office/list/OfficeList.tsx';
import { countText } from '#contract/core/lists.ts';
import { mandateList } from '#contract/mandates/lists.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import { Link } from '../../office/links/Link.tsx';
import * as paths from '../../office/paths.ts';
import { MandateDesk } from './MandateDesk.tsx';

const cells: Cells<typeof mandateList> = {
  id: { head: true },
  memberId: {
    cell: ({ memberId }) => (
      <Link className="link num" to={paths.member(memberId)}>
        {memberId}
      </Link>
    ),
  },
  status: {},
  covers: {},
  bankCode: {
    whole: true,
    cell: ({ bankCode, accountTail }) => (
      <span>
        {bankName(bankCode)}
        <span className="num">　末四碼 {accountTail}</span>
      </span>
    ),
  },
  signedAt: {},
  failures: {},
  reason: {},
  ceiling: {},
};

export function MandatesPage() {
  return (
    <OfficeList
      of={mandateList}
      frame={MandateDesk}
      title="會員的授權"
      whom="出納或稽核同仁"
      none={{ title: '沒有符合的授權', hint: '會員在網站的「授權扣款」簽署後出現在這裡。' }}
      cells={cells}
      caption={({ total }) => countText(total, '份')}
    />
  );
}
