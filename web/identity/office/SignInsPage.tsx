// List of sign-ins and attempts at the office: time, address, method and result.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type OperatorSignIn, signInOutcomes } from '#contract/identity/operators.ts';
import { api, queryOf } from '../../office/api.ts';
import { FilterBar, type Filter } from '../../office/kit/FilterBar.tsx';
import { emptyResult, OlderSteps, useSteps } from '../../office/kit/Steps.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { TableButtons } from '../../office/kit/TableButtons.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import type { Column } from '../../ui/display/Table.tsx';
import { deviceText } from '../../verification/office/device-words.ts';
import { signInOutcomeWords } from '#contract/identity/words.ts';

const filters: readonly Filter[] = [
  { kind: 'text', name: 'operator', label: '同事編號' },
  {
    kind: 'choice',
    name: 'outcome',
    label: '結果',
    options: signInOutcomes.map((value) => ({ value, label: signInOutcomeWords[value].text })),
  },
];

const columns: Column<OperatorSignIn>[] = [
  { key: 'at', label: '時間', head: true, cell: ({ at }) => <DateText at={at} /> },
  {
    key: 'who',
    label: '帳號',
    cell: ({ email, operator }) => (
      <div>
        {operator ? `${operator.name}（${operator.id}）` : '沒有這個帳號'}
        <p className="text-sm wrap-anywhere md:wrap-break-word text-ink-3">{email}</p>
      </div>
    ),
  },
  {
    key: 'outcome',
    label: '結果',
    cell: ({ outcome }) => (
      <Tag tone={signInOutcomeWords[outcome].tone}>{signInOutcomeWords[outcome].text}</Tag>
    ),
  },
  {
    key: 'address',
    label: '位址',
    cell: ({ address }) => <span className="num">{address}</span>,
  },
  {
    key: 'agent',
    label: '裝置',
    cell: ({ agent }) => <span title={agent}>{deviceText(agent)}</span>,
  },
];

export function SignInsPage() {
  const steps = useSteps(filters);
  const { input } = steps;
  const list = useQuery({
    ...queryOf('identity', 'listSignIns', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="登入紀錄"
      acts={<TableButtons name="登入紀錄" input={input} read={api.identity.signInsTable} />}
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
