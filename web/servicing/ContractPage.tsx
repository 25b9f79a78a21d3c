// Page /account/loan/contract: the signed contract with its proof, and its negotiation.
import { useQuery } from '@tanstack/react-query';
import { FileText, Printer } from 'lucide-react';
import type { Loan } from '#contract/lending/calls.ts';
import { ApiFailure, type Answer } from '../api.ts';
import { api, queryOf } from '../site/kit/api.ts';
import { titleOf } from '../site/kit/brand.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { Back } from '../site/kit/Back.tsx';
import { GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { DateText, Money, Percent } from '../ui/display/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Accordion, Card, CardHead, Facts, Tag } from '../ui/display/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { LOAN, isLoanStatus } from '#contract/lending/loan-status.ts';
import { NegotiationSection } from './NegotiationSection.tsx';
import { pdfWindow } from '../document-window.ts';
import { DocumentButton } from '../ui/DocumentButton.tsx';
import '../lending/lending.css';

export const meta = () => [
  { title: titleOf('契約與協商') },
  { name: 'robots', content: 'noindex' },
];

type Contract = Answer<SiteCalls['lending']['contractDetails']>['data'];

const DISBURSED = 60;
const SETTLED = 90;

function KeyTerms({ contract }: { contract: Contract }) {
  const { terms, contractNo, status } = contract;
  // The page of the loan says what became of a written-off one.
  const words = isLoanStatus(status) && status !== 95 ? LOAN[status] : null;
  return (
    <Card as="section" aria-labelledby="terms-title">
      <CardHead title={<span id="terms-title">契約重點</span>}>
        {words && <Tag tone={words.tone}>{words.text}</Tag>}
      </CardHead>
      <Facts
        align="end"
        facts={[
          { name: '契約編號', value: <span className="num">{contractNo}</span> },
          { name: '借款金額', value: <Money amount={terms.amount} /> },
          { name: '年化利率', value: <Percent value={terms.annualRate} /> },
          { name: '期數', value: `${terms.installments} 期` },
          { name: '每期應還', value: <Money amount={terms.instalment} /> },
          { name: '利息總額', value: <Money amount={terms.totalInterest} /> },
          { name: '平台服務費', value: <Money amount={terms.platformFee} /> },
          { name: '實際撥款金額', value: <Money amount={terms.netPayout} /> },
          { name: '總費用年百分率（APR）', value: <Percent value={terms.apr} /> },
          { name: '出資人', value: `${contract.investors.length} 筆出資` },
        ]}
      />
      <div className="no-print mt-5 flex flex-wrap gap-3">
        <DocumentButton
          icon={<FileText size={18} aria-hidden="true" />}
          filename={`${contractNo}.pdf`}
          open={pdfWindow(() => api.lending.contract())}
        >
          另開 PDF
        </DocumentButton>
        {status === SETTLED && (
          <DocumentButton
            icon={<FileText size={18} aria-hidden="true" />}
            filename={`清償證明-${contractNo}.pdf`}
            open={pdfWindow(() => api.lending.settlementCertificate({ id: contract.loanId }))}
          >
            清償證明
          </DocumentButton>
        )}
        <Button
          look="quiet"
          icon={<Printer size={18} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          列印
        </Button>
      </div>
    </Card>
  );
}

/** Proof that this is the contract that was signed. */
function Proof({ contract }: { contract: Contract }) {
  const { signedAt, sha256 } = contract;
  if (!signedAt || !sha256) return null;
  return (
    <Card as="section" aria-labelledby="proof-title">
      <CardHead title={<span id="proof-title">簽署憑證</span>} />
      <Facts
        facts={[
          { name: '簽署時間', value: <DateText at={signedAt} /> },
          { name: '簽署方式', value: '登入帳號、簽名式樣與簡訊驗證碼或通行密鑰' },
        ]}
      />
      <Accordion title="驗證這份檔案">
        <p>
          契約以電子憑證封緘（PAdES）；以支援數位簽章的軟體開啟 PDF，可驗證封緘後未經變更。檔案的
          SHA-256：
        </p>
        <p className="my-2 break-all font-mono text-sm">{sha256}</p>
        <CopyButton text={sha256} what="雜湊值" />
      </Accordion>
    </Card>
  );
}

function Clauses({ contract }: { contract: Contract }) {
  return (
    <Card as="section" aria-labelledby="clauses-title">
      <CardHead title={<span id="clauses-title">契約全文</span>} />
      {contract.clauses.map(({ title, paragraphs }) => (
        <Accordion key={title} title={title}>
          {paragraphs.length === 1 ? (
            <p>{paragraphs[0]}</p>
          ) : (
            <ol className="list-decimal ps-6">
              {paragraphs.map((paragraph) => (
                <li key={paragraph} className="mb-2">
                  {paragraph}
                </li>
              ))}
            </ol>
          )}
        </Accordion>
      ))}
    </Card>
  );
}

function Signed({ contract, loan }: { contract: Contract; loan: Loan | undefined }) {
  return (
    <div className="grid gap-6 items-start lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid min-w-0 content-start gap-6">
        {loan && <NegotiationSection loan={loan} />}
        <KeyTerms contract={contract} />
        <Clauses contract={contract} />
      </div>
      <aside className="grid content-start gap-6" aria-label="契約的證明">
        <Proof contract={contract} />
      </aside>
    </div>
  );
}

function Content() {
  const loans = useQuery(queryOf('lending', 'myLoans', {}));
  const details = useQuery(queryOf('lending', 'contractDetails', {}));
  const failure = details.error instanceof ApiFailure ? details.error : null;
  const none = failure?.code === 'CONTRACT_NOT_FOUND';
  const contract = details.data?.data;
  if (none || (contract && contract.status < DISBURSED)) {
    return (
      <EmptyState
        title="撥款後契約會出現在這裡"
        actions={<GoButton to={paths.myLoan()}>查看我的申貸案</GoButton>}
      >
        {contract ? '對保簽約的契約，請在申貸案頁面閱讀。' : '您目前沒有已撥款的借款。'}
      </EmptyState>
    );
  }
  if (details.isPending || loans.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="mb-6 h-72" />
        <Skeleton shape="block" className="h-40" />
      </Loading>
    );
  }
  if (!contract || loans.isLoadingError) {
    const retry = () => {
      void details.refetch();
      void loans.refetch();
    };
    return <ErrorState onRetry={retry} requestId={failure?.requestId} />;
  }
  const loan = loans.data.data.find(({ id }) => id === contract.loanId);
  return <Signed contract={contract} loan={loan} />;
}

export default function ContractPage() {
  return (
    <div className="container page">
      <Back to={paths.myLoan()}>我的申貸案</Back>
      <h1 className="mb-6">契約與協商</h1>
      <Content />
    </div>
  );
}
