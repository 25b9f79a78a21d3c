// Security events: what the server refused, from where, how often; with filters, paging, export.
import { type Cells, OfficeList } from '../../office/list/OfficeList.tsx';
import { Link } from '../../office/links/Link.tsx';
import { securityEventList } from '#contract/tasks/lists.ts';
import { type SecurityEventRow } from '#contract/tasks/security.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { formatNumber } from '../../ui/format.ts';
import * as paths from '../../office/paths.ts';
import { RowDetails } from '../../office/kit/RowDetails.tsx';

/** Link to all events that have the same value in one field. */
function Same({ of, text }: { of: Record<string, string>; text: string }) {
  return (
    <Link className="link" to={paths.securityOf(of)}>
      <span className="num">{text}</span>
    </Link>
  );
}

/**
 * The person concerned: the member or operator of the session, or the one whose e-mail address was
 * entered.
 */
function Who({ row: { account, member, operator } }: { row: SecurityEventRow }) {
  if (operator) return <Same of={{ operator: operator.id }} text={`同仁 ${operator.name}`} />;
  if (member) return <Same of={{ member }} text={`會員 ${member}`} />;
  return account ? <Same of={{ account }} text="無此帳號" /> : '—';
}

const english = (text: string | null) => text && <span lang="en">{text}</span>;

function Details({ row }: { row: SecurityEventRow }) {
  const { account, agent, call, code, requestId, until } = row;
  return (
    <RowDetails
      facts={[
        ['最後時間', <DateText key="until" at={until} />],
        ['功能代碼', english(call)],
        ['結果代碼', english(code)],
        ['裝置', agent],
        ['帳號代碼', account && <Same key="account" of={{ account }} text={account} />],
        ['請求編號', requestId],
      ]}
    />
  );
}

const cells: Cells<typeof securityEventList> = {
  at: { head: true },
  event: {},
  times: { cell: ({ times }) => <span className="num">{formatNumber(times)}</span> },
  address: {
    cell: ({ address }) => (address ? <Same of={{ address }} text={address} /> : '多個來源'),
  },
  subject: { cell: (row) => <Who row={row} /> },
  details: { cell: (row) => <Details row={row} /> },
};

export function SecurityPage() {
  return <OfficeList of={securityEventList} cells={cells} />;
}
