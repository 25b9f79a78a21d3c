// Owner of an account or an entry, with links to all its entries.
import { Link } from '../../office/links/Link.tsx';
import * as paths from '../../office/paths.ts';

/** Shows the owner of an account: loan, order and member, each as a link to all its entries. */
export function Whose({ of }: { of: { loanId: number; orderId: number; memberId: number } }) {
  const part = (name: string, text: string, id: number) =>
    id === 0 ? null : (
      <Link key={name} className="link me-3" to={paths.ledgerOf({ [name]: String(id) })}>
        {text} {id}
      </Link>
    );
  const parts = [
    part('loan', '案件', of.loanId),
    part('order', '訂單', of.orderId),
    part('member', '會員', of.memberId),
  ];
  return parts.some(Boolean) ? <>{parts}</> : '—';
}
