// Security events: what the server refused, from where, how often; with filters, paging, export.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { securityEventList } from '#contract/tasks/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type SecurityEventRow,
  securityKindNames,
  securityKinds,
} from '#contract/tasks/security.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { formatNumber } from '../../ui/format.ts';
import { queryOf } from '../../office/api.ts';
import { addressText, codeText, idText } from '../../office/filtering/filter-texts.ts';
import { FilterBar, type Filter } from '../../office/kit/FilterBar.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import * as paths from '../../office/paths.ts';
import { RowDetails } from '../../office/kit/RowDetails.tsx';
import { emptyResult, OlderSteps, useSteps } from '../../office/kit/Steps.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: '事件',
    options: securityKindNames.map((value) => ({ value, label: securityKinds[value] })),
  },
  { kind: 'text', name: 'address', label: '位址', of: addressText },
  { kind: 'text', name: 'member', label: '會員編號', of: idText },
  { kind: 'text', name: 'operator', label: '同事編號', of: idText },
  { kind: 'text', name: 'account', label: '帳號代碼', of: codeText },
  { kind: 'day', name: 'from', label: '自' },
  { kind: 'day', name: 'to', label: '至' },
];

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
  if (operator) return <Same of={{ operator: operator.id }} text={`同事 ${operator.name}`} />;
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

const columns = columnsOf(securityEventList, {
  at: { head: true },
  event: {},
  times: { cell: ({ times }) => <span className="num">{formatNumber(times)}</span> },
  address: {
    cell: ({ address }) => (address ? <Same of={{ address }} text={address} /> : '多個來源'),
  },
  subject: { cell: (row) => <Who row={row} /> },
  details: { cell: (row) => <Details row={row} /> },
});

export function SecurityPage() {
  const steps = useSteps(filters);
  const { chosen, input } = steps;
  const list = useQuery({
    ...queryOf('tasks', 'listSecurityEvents', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="資安紀錄"
      acts={<TableButtons table={securityEventList.tables.data} input={chosen} />}
      query={list}
      none={emptyResult}
      columns={columns}
      rowKey={(row) => row.id}
      onward={(answer) => <OlderSteps answer={answer} at={steps} />}
    >
      <FilterBar filters={filters} />
    </ListPage>
  );
}
