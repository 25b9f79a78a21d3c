// Page /account/trust: the signed monthly reports of the trust account, and what was the member's.
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { OwnTrustReport } from '#contract/reports/trust/calls.ts';
import { ApiFailure } from '../../api.ts';
import { pdfWindow } from '../../document-window.ts';
import { monthText } from '../../ui/format.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { DocumentButton } from '../../ui/DocumentButton.tsx';
import { OwnLine } from './OwnLine.tsx';

export const meta = () => [
  { title: titleOf('信託專戶月報') },
  { name: 'robots', content: 'noindex' },
];

function MonthCard({ of }: { of: OwnTrustReport }) {
  const { month } = of;
  return (
    <Card as="section" aria-label={monthText(month)}>
      <CardHead title={monthText(month)}>
        <DocumentButton
          icon={<ExternalLink size={18} aria-hidden="true" />}
          size="sm"
          filename={`信託專戶月報-${month}.pdf`}
          open={pdfWindow(() => deferredApi.reports.trustReportFile({ month }))}
        >
          另開 PDF
        </DocumentButton>
      </CardHead>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Facts
          align="end"
          facts={[
            { name: '銀行餘額證明', value: <Money amount={of.bank} /> },
            { name: '帳上餘額', value: <Money amount={of.books} /> },
            { name: `屬於會員（${of.members} 位）`, value: <Money amount={of.membersAmount} /> },
            { name: '簽核', value: <DateText at={of.signedAt} />, note: '由兩位同仁' },
          ]}
        />
        <OwnLine of={of} />
      </div>
    </Card>
  );
}

function Reports() {
  const query = useQuery({
    queryKey: ['reports', 'myTrustReports', {}],
    queryFn: ({ signal }) => deferredApi.reports.myTrustReports({}, { signal }),
  });
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-72" />
      </Loading>
    );
  }
  if (query.isLoadingError) {
    const failure = query.error instanceof ApiFailure ? query.error : null;
    return <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />;
  }
  const { data } = query.data;
  if (data.length === 0) {
    return (
      <EmptyState title="還沒有月報">
        每個月的帳務由兩位同仁簽核，並取得銀行的餘額證明後公布。
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      {data.map((of) => (
        <MonthCard key={of.month} of={of} />
      ))}
    </div>
  );
}

export default function TrustPage() {
  return (
    <div className="container page">
      <div className="mb-6 grid max-w-[44rem] gap-3">
        <h1 className="max-md:pt-4">信託專戶月報</h1>
        <p className="text-ink-2">
          您的款項存放在信託專戶，與公司的錢分開。月報列出月底銀行與帳上的餘額，以及屬於會員的總額。
        </p>
        <p className="text-ink-2">
          月報由兩位同仁簽核；您可以自行驗證您的款項計入總額，只要漏列任何一個人的款項，就無法通過驗證。
        </p>
      </div>
      <Reports />
    </div>
  );
}
