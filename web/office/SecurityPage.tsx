// Security events: what was refused at the door, from where and how often; narrowed, paged, taken
// out.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  type SecurityEventRow,
  securityKindNames,
  securityKinds,
} from '#contract/tasks-security.ts';
import { DateText } from '../ui/Amount.tsx';
import { formatNumber } from '../ui/format.ts';
import type { Column } from '../ui/Table.tsx';
import { api, asked } from './api.ts';
import { FilterBar, type Filter } from './FilterBar.tsx';
import { ListPage } from './ListPage.tsx';
import * as paths from './paths.ts';
import { noneFound, Steps, useSteps } from './Steps.tsx';
import { TableButtons } from './TableButtons.tsx';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: '事件',
    options: securityKindNames.map((value) => ({ value, label: securityKinds[value] })),
  },
  { kind: 'text', name: 'address', label: '位址' },
  { kind: 'text', name: 'member', label: '會員編號' },
  { kind: 'text', name: 'operator', label: '同事編號' },
  { kind: 'text', name: 'account', label: '帳號代碼' },
  { kind: 'day', name: 'from', label: '自' },
  { kind: 'day', name: 'to', label: '至' },
];

/** All events of the same kind of source. */
function Same({ of, text }: { of: Record<string, string>; text: string }) {
  return (
    <Link className="link" to={paths.securityOf(of)}>
      <span className="num">{text}</span>
    </Link>
  );
}

/** Who it concerns: the person known by the session, or whose e-mail was typed. */
function Who({ row: { account, member, operator } }: { row: SecurityEventRow }) {
  if (operator) return <Same of={{ operator: operator.id }} text={`同事 ${operator.name}`} />;
  if (member) return <Same of={{ member }} text={`會員 ${member}`} />;
  return account ? <Same of={{ account }} text="無此帳號" /> : '—';
}

function Details({ row }: { row: SecurityEventRow }) {
  const { account, agent, call, code, requestId, until } = row;
  return (
    <details className="office-audit-more">
      <summary>內容</summary>
      <dl>
        <dt>最後時間</dt>
        <dd>
          <DateText at={until} />
        </dd>
        <dt>功能代碼</dt>
        <dd lang="en">{call}</dd>
        <dt>結果代碼</dt>
        <dd lang="en">{code ?? '—'}</dd>
        <dt>裝置</dt>
        <dd>{agent ?? '—'}</dd>
        <dt>帳號代碼</dt>
        <dd>{account ? <Same of={{ account }} text={account} /> : '—'}</dd>
        <dt>請求編號</dt>
        <dd>{requestId ?? '—'}</dd>
      </dl>
    </details>
  );
}

const columns: Column<SecurityEventRow>[] = [
  { key: 'at', label: '時間', head: true, cell: ({ at }) => <DateText at={at} /> },
  { key: 'kind', label: '事件', cell: ({ kind }) => securityKinds[kind] },
  {
    key: 'times',
    label: '次數',
    cell: ({ times }) => <span className="num">{formatNumber(times)}</span>,
  },
  {
    key: 'address',
    label: '位址',
    cell: ({ address }) => (address ? <Same of={{ address }} text={address} /> : '多個來源'),
  },
  { key: 'who', label: '對象', cell: (row) => <Who row={row} /> },
  { key: 'more', label: '內容', cell: (row) => <Details row={row} /> },
];

export function SecurityPage() {
  const { before, chosen, input, to } = useSteps(filters);
  const list = useQuery({
    ...asked('tasks', 'listSecurityEvents', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="資安紀錄"
      acts={
        <TableButtons
          name="資安紀錄"
          input={chosen as object}
          read={api.tasks.securityEventsTable}
        />
      }
      query={list}
      none={noneFound}
      columns={columns}
      rowKey={(row) => row.id}
      onward={({ data, older }) => (
        <Steps
          newer={before ? to({}) : null}
          newerText="最新"
          older={older ? to({ before: data.at(-1)?.id ?? '' }) : null}
        />
      )}
    >
      <FilterBar filters={filters} />
    </ListPage>
  );
}
