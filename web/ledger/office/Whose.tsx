// Links from an entry or account to the entries of its loan, order and member; "—" if it has none.
import { orderNoOf } from '#contract/investing/order-number.ts';
import { Link } from '../../office/links/Link.tsx';
import * as paths from '../../office/paths.ts';

type Owned = { loanId: number; caseNo: string | null; orderId: number; memberId: number };

export function Whose({ of: { loanId, caseNo, orderId, memberId } }: { of: Owned }) {
  const part = (name: string, text: string, id: number) =>
    id === 0 ? null : (
      <Link key={name} className="link me-3" to={paths.ledgerOf({ [name]: String(id) })}>
        {text}
      </Link>
    );
  const parts = [
    part('loan', caseNo ?? `案件 ${loanId}`, loanId),
    part('order', orderNoOf(orderId), orderId),
    part('member', `會員 ${memberId}`, memberId),
  ];
  return parts.some(Boolean) ? <>{parts}</> : '—';
}
