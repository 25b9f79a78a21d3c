// Who signed in at the office, or tried to: when, from where, with what, and how it ended.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type OperatorSignIn, signInOutcomes } from '#contract/identity-operators.ts';
import { Answered } from '../../office/Answered.tsx';
import { api, asked } from '../../office/api.ts';
import { FilterBar, type Filter } from '../../office/FilterBar.tsx';
import { PageTitle } from '../../office/PageTitle.tsx';
import { Steps, useSteps } from '../../office/Steps.tsx';
import { TableButtons } from '../../office/TableButtons.tsx';
import { EmptyState } from '../../ui/Alert.tsx';
import { DateText } from '../../ui/Amount.tsx';
import { Tag } from '../../ui/Card.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { deviceText } from '../../verification/office/device-words.ts';
import { outcomeWords } from './operator-words.ts';

const filters: readonly Filter[] = [
  { kind: 'text', name: 'operator', label: '同事編號' },
  {
    kind: 'choice',
    name: 'outcome',
    label: '結果',
    options: signInOutcomes.map((value) => ({ value, label: outcomeWords[value].text })),
  },
];

const columns: Column<OperatorSignIn>[] = [
  { key: 'at', label: '時間', head: true, cell: ({ at }) => <DateText at={at} /> },
  {
    key: 'who',
    label: '帳號',
    cell: ({ email, operator }) => (
      <>
        {operator ? `${operator.name}（${operator.id}）` : '沒有這個帳號'}
        <p className="text-sm wrap-anywhere md:wrap-break-word text-ink-3">{email}</p>
      </>
    ),
  },
  {
    key: 'outcome',
    label: '結果',
    cell: ({ outcome }) => (
      <Tag tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].text}</Tag>
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
  const { before, input, to } = useSteps(filters);
  const list = useQuery({
    ...asked('identity', 'listSignIns', input),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-6">
      <PageTitle>登入紀錄</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>登入紀錄</h1>
        <TableButtons name="登入紀錄" input={input} read={api.identity.signInsTable} />
      </div>
      <FilterBar filters={filters} />
      <Answered query={list} what="登入紀錄">
        {({ data, older }) =>
          data.length === 0 ? (
            <EmptyState title="沒有符合條件的紀錄">請放寬條件再試一次。</EmptyState>
          ) : (
            <div className="grid gap-5">
              <Table
                caption="登入紀錄"
                hideCaption
                columns={columns}
                rows={data}
                rowKey={(row) => row.id}
              />
              <Steps
                newer={before ? to({}) : null}
                newerText="最新"
                older={older ? to({ before: data.at(-1)?.id ?? '' }) : null}
              />
            </div>
          )
        }
      </Answered>
    </div>
  );
}
