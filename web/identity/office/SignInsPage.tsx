// List of sign-ins and attempts at the office: time, address, method and result.
import { columnsOf } from '../../office/kit/columns.tsx';
import { signInList } from '#contract/identity/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { signInOutcomes } from '#contract/identity/operators.ts';
import { queryOf } from '../../office/api.ts';
import { idText } from '../../office/filtering/filter-texts.ts';
import { FilterBar, type Filter } from '../../office/kit/FilterBar.tsx';
import { emptyResult, OlderSteps, useSteps } from '../../office/kit/Steps.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { deviceText } from './device-words.ts';
import { signInOutcomeWords } from '#contract/identity/words.ts';

const filters: readonly Filter[] = [
  { kind: 'text', name: 'operator', label: '同事編號', of: idText },
  {
    kind: 'choice',
    name: 'outcome',
    label: '結果',
    options: signInOutcomes.map((value) => ({ value, label: signInOutcomeWords[value].text })),
  },
];

const columns = columnsOf(signInList, {
  at: { head: true },
  email: {
    cell: ({ email, operator }) => (
      <div>
        {operator ? `${operator.name}（${operator.id}）` : '沒有這個帳號'}
        <p className="text-sm wrap-anywhere md:wrap-break-word text-ink-3">{email}</p>
      </div>
    ),
  },
  outcome: {},
  address: { cell: ({ address }) => <span className="num">{address}</span> },
  agent: { cell: ({ agent }) => <span title={agent}>{deviceText(agent)}</span> },
});

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
      acts={<TableButtons table={signInList.tables.data} input={input} />}
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
