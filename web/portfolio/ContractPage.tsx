// Page /account/invest/ongoing/contract/{id}: a contract's key terms, its hash, its PDF.
import { add } from '#contract/core/money.ts';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Printer } from 'lucide-react';
import { useParams } from 'react-router';
import type { HoldingContract } from '#contract/investing/portfolio.ts';
import { ApiFailure, type Answer } from '../api.ts';
import { api, queryOf } from '../site/kit/api.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { titleOf } from '../site/kit/brand.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { Back } from '../site/kit/Back.tsx';
import { GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { useTitle } from '../site/use-title.ts';
import { Alert, EmptyState, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { DateText, Money, Percent } from '../ui/display/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Accordion, Card, CardHead, Facts } from '../ui/display/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { DryRiver } from '../ui/drawings/drawings.tsx';
import { Table, moneyColumn } from '../ui/display/Table.tsx';
import { CaseName, OrderTag } from '../investing/order/order-words.tsx';
import { pdfWindow } from '../document-window.ts';
import { DocumentButton } from '../ui/DocumentButton.tsx';
import '../investing/own.css';

export const meta = () => [{ title: titleOf('契約內容') }, { name: 'robots', content: 'noindex' }];

type Detail = Answer<SiteCalls['investing']['holding']>['data'];

function Terms({ contract }: { contract: HoldingContract }) {
  return (
    <Card as="section">
      <CardHead title="主要條件" />
      <Facts
        align="end"
        facts={[
          { name: '契約編號', value: <span className="num">{contract.contractNo}</span> },
          { name: '訂單編號', value: <span className="num">{contract.orderNo}</span> },
          { name: '債權金額', value: <Money amount={contract.amount} /> },
          {
            name: contract.version > 1 ? '年化利率（協商後）' : '年化利率',
            value: <Percent value={contract.annualRate} />,
          },
          {
            name: contract.version > 1 ? '期數（協商後）' : '期數',
            value: `${contract.installments} 期`,
          },
          { name: '還款方式', value: '本息平均攤還' },
          { name: '簽署日', value: <DateText at={contract.signedAt ?? contract.sealedAt} /> },
          { name: '版本', value: `第 ${contract.version} 版` },
          { name: '擔保', value: '無擔保，平台不保證本金與收益' },
        ]}
      />
    </Card>
  );
}

function Hash({ label, value }: { label: string; value: string }) {
  return (
    <div className="grid gap-1 justify-items-start py-3 not-last:border-b not-last:border-line">
      <p className="text-sm text-ink-3">{label}</p>
      <code className="max-w-full text-ink text-sm wrap-anywhere">{value}</code>
      <span className="no-print">
        <CopyButton what={label} text={value} />
      </span>
    </div>
  );
}

function Schedule({ rows }: { rows: Detail['instalments'] }) {
  return (
    <Table
      caption="您的還款計畫"
      rows={rows}
      rowKey={({ no }) => no}
      columns={[
        { key: 'no', label: '期別', head: true, whole: true, cell: ({ no }) => `第 ${no} 期` },
        { key: 'due', label: '應還日', cell: ({ dueOn }) => <DateText at={dueOn} /> },
        moneyColumn('expectedPrincipal', '本金'),
        moneyColumn('expectedInterest', '利息'),
        {
          key: 'total',
          label: '本息合計',
          numeric: true,
          cell: (row) => <Money amount={add(row.expectedPrincipal, row.expectedInterest)} />,
        },
      ]}
    />
  );
}

/** Result of a negotiation, and the investor's copy of its document. */
function Renegotiated({ contract }: { contract: HoldingContract }) {
  return (
    <Alert title="這份契約已由協商變更">
      <div className="grid justify-items-start gap-3">
        <p>
          {contract.negotiated
            ? '變更後的條件載於協商契約節本；上方的 PDF 為簽署時的版本。'
            : '您的協商契約節本製作中；變更後的條件請見出資明細中的協商內容。'}
        </p>
        {contract.negotiated && (
          <DocumentButton
            icon={<ExternalLink size={18} aria-hidden="true" />}
            filename={`協商契約節本-${contract.caseNo}-${contract.orderNo}.pdf`}
            open={pdfWindow(() =>
              deferredApi.servicing.investorNegotiationContract({ invest_id: contract.investId }),
            )}
          >
            另開協商契約節本
          </DocumentButton>
        )}
      </div>
    </Alert>
  );
}

function Content({ contract, rows }: { contract: HoldingContract; rows: Detail['instalments'] }) {
  useTitle(`契約 ${contract.contractNo}`);
  const id = contract.investId;
  return (
    <>
      <div className="mb-6">
        <p className="text-sm text-ink-3">
          {contract.planName}　契約 <span className="num">{contract.contractNo}</span>
        </p>
        <div className="flex flex-wrap gap-x-4 gap-y-1.5 items-center">
          <h1>
            借貸契約節本：
            <CaseName of={contract} />
          </h1>
          <OrderTag {...contract} />
        </div>
      </div>
      <div className="contract-acts no-print">
        <DocumentButton
          icon={<ExternalLink size={18} aria-hidden="true" />}
          look="primary"
          filename={`出資契約-${contract.caseNo}-${contract.orderNo}.pdf`}
          open={pdfWindow(() => api.investing.investorContract({ invest_id: id }))}
        >
          另開 PDF
        </DocumentButton>
        <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
          列印
        </Button>
        <GoButton to={paths.myHolding(id)} look="quiet">
          查看出資明細
        </GoButton>
      </div>
      {contract.version > 1 && <Renegotiated contract={contract} />}
      <div className="my-tables grid gap-6 items-start lg:grid-cols-2">
        <Terms contract={contract} />
        <Card as="section">
          <Accordion title="驗證這份檔案">
            <p className="mb-4 text-sm text-ink-3">
              節本由平台以電子簽章封存，只載明您本人的債權，其他出資人的資料不予揭露。以 SHA-256
              核對下載的檔案，可確認內容未經更動。
            </p>
            <Hash label="節本雜湊值（SHA-256）" value={contract.sha256} />
            {contract.masterSha256 && (
              <Hash label="契約正本雜湊值（SHA-256）" value={contract.masterSha256} />
            )}
            {contract.negotiated && (
              <>
                <Hash label="協商契約節本雜湊值（SHA-256）" value={contract.negotiated.sha256} />
                <Hash
                  label="協商契約正本雜湊值（SHA-256）"
                  value={contract.negotiated.masterSha256}
                />
              </>
            )}
          </Accordion>
        </Card>
      </div>
      {rows.length > 0 ? (
        <div className="my-tables">
          <Schedule rows={rows} />
        </div>
      ) : (
        <Alert title="案件尚未撥款">撥款後會列出每期的應還日與您可收回的金額。</Alert>
      )}
    </>
  );
}

export default function ContractPage() {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('investing', 'investorContracts', {}));
  const contract = query.data?.data.find(({ investId }) => investId === id);
  const detail = useQuery({
    ...queryOf('investing', 'holding', { invest_id: id }),
    enabled: contract !== undefined,
  });
  const error = query.error ?? detail.error;
  const failure = error instanceof ApiFailure ? error : null;
  return (
    <div className="container page">
      <Back to={paths.myInvestContracts()}>契約</Back>
      {!contract && <h1 className="visually-hidden">契約內容</h1>}
      {query.isSuccess && !contract && (
        <EmptyState
          title="找不到這份契約"
          drawing={<DryRiver />}
          actions={<GoButton to={paths.myInvestContracts()}>查看所有契約</GoButton>}
        />
      )}
      {(query.isPending || (contract && detail.isPending)) && (
        <Loading>
          <Skeleton className="mb-6 h-9 w-1/3" />
          <Skeleton shape="block" className="h-72" />
        </Loading>
      )}
      {error && (
        <ErrorState
          onRetry={() => void (query.isLoadingError ? query : detail).refetch()}
          requestId={failure?.requestId}
        />
      )}
      {contract && detail.data && (
        <div className="grid gap-6">
          <Content contract={contract} rows={detail.data.data.instalments} />
        </div>
      )}
    </div>
  );
}
