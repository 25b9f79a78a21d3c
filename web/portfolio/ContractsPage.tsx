// Page /account/invest/ongoing/contract: the member's contracts, one for each order.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { HoldingContract } from '#contract/investing/portfolio.ts';
import { ApiFailure } from '../api.ts';
import { queryOf } from '../site/kit/api.ts';
import { titleOf } from '../site/kit/brand.ts';
import { Go, GoButton } from '../site/kit/Go.tsx';
import { Pages } from '../site/kit/Pages.tsx';
import * as paths from '../site/kit/paths.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { Table, type Column } from '../ui/display/Table.tsx';
import { InvestHead } from '../investing/InvestNav.tsx';
import { CaseName, OrderTag } from '../investing/order/order-words.tsx';
import '../investing/own.css';

export const meta = () => [{ title: titleOf('出資契約') }, { name: 'robots', content: 'noindex' }];

const PAGE_SIZE = 20;

const columns: readonly Column<HoldingContract>[] = [
  {
    key: 'case',
    label: '案件',
    head: true,
    cell: (contract) => (
      <span className="cell-stack">
        <Go to={paths.myInvestContract(contract.investId)} data-stretch="">
          <CaseName of={contract} />
        </Go>
        <small>{contract.planName}</small>
      </span>
    ),
  },
  {
    key: 'no',
    label: '契約編號',
    cell: ({ contractNo }) => <span className="num">{contractNo}</span>,
  },
  {
    key: 'amount',
    label: '債權金額',
    numeric: true,
    at: 'figure',
    cell: ({ amount }) => <Money amount={amount} />,
  },
  {
    key: 'signed',
    label: '簽署日',
    at: 'day',
    cell: ({ signedAt, sealedAt }) => <DateText at={signedAt ?? sealedAt} />,
  },
  { key: 'version', label: '版本', cell: ({ version }) => versionText(version) },
  {
    key: 'status',
    label: '狀態',
    at: 'state',
    cell: (row) => <OrderTag status={row.status} statusText={row.statusText} />,
  },
  {
    key: 'open',
    label: '動作',
    acts: true,
    cell: ({ investId, contractNo }) => (
      <GoButton to={paths.myInvestContract(investId)} size="sm">
        查看契約
        <span className="visually-hidden">，{contractNo}</span>
      </GoButton>
    ),
  },
];

/** Version 1 is the signed contract; later ones come from negotiations. */
const versionText = (version: number) => (version === 1 ? '第 1 版' : `第 ${version} 版（協商後）`);

export default function ContractsPage() {
  const [params] = useSearchParams();
  const query = useQuery(queryOf('investing', 'investorContracts', {}));
  const failure = query.error instanceof ApiFailure ? query.error : null;
  const contracts = query.data?.data ?? [];
  const page = Math.max(1, Math.floor(Number(params.get('page') ?? 1)) || 1);
  const from = (page - 1) * PAGE_SIZE;
  return (
    <div className="container page">
      <InvestHead here="contracts" />
      {query.isPending && (
        <Loading>
          <Skeleton shape="block" className="h-72" />
        </Loading>
      )}
      {query.isLoadingError && (
        <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />
      )}
      {query.isSuccess && contracts.length === 0 && (
        <EmptyState
          title="成案後契約會出現在這裡"
          actions={<GoButton to={paths.myInvest()}>查看出資訂單</GoButton>}
        >
          案件滿額、借款人簽約之後，會為您的每一筆出資製作一份契約節本。
        </EmptyState>
      )}
      {contracts.length > 0 && (
        <div className="my-tables grid gap-6">
          <Table
            caption={`共 ${contracts.length} 份`}
            columns={columns}
            rows={contracts.slice(from, from + PAGE_SIZE)}
            rowKey={({ investId }) => investId}
          />
          <Pages page={page} pages={Math.ceil(contracts.length / PAGE_SIZE)} />
        </div>
      )}
    </div>
  );
}
