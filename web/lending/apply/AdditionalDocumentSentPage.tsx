// Page /loan/additional_document_success: documents received, and when to expect the result.
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { ApiFailure } from '../../api.ts';
import { queryOf } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import { PageSkeleton } from '../../site/Guarded.tsx';
import * as paths from '../../site/kit/paths.ts';
import { ErrorState } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card, Facts } from '../../ui/display/Card.tsx';
import { Stones } from '../../ui/drawings/drawings.tsx';
import { Row, Stack } from '../../ui/Layout.tsx';
import '../lending.css';

export const meta = () => [
  { title: titleOf('補件已送出') },
  { name: 'robots', content: 'noindex' },
];

const AUDITING = 20;

export default function AdditionalDocumentSentPage() {
  const loans = useQuery(queryOf('lending', 'myLoans', {}));
  if (loans.isPending) return <PageSkeleton />;
  if (loans.isLoadingError) {
    const { error } = loans;
    return (
      <div className="container page">
        <ErrorState
          onRetry={() => void loans.refetch()}
          requestId={error instanceof ApiFailure ? error.requestId : undefined}
        />
      </div>
    );
  }
  const loan = loans.data.data.find(({ status }) => status === AUDITING);
  // Nothing is shown if the page was opened directly or the review has continued.
  if (!loan) return <Navigate to={paths.myLoan()} replace />;
  const { documents } = loan;
  const last = documents.at(-1);
  return (
    <div className="container page">
      <Stack>
        <div className="success-head grid justify-items-center gap-2 text-center">
          <Stones />
          <h1>補件已送出</h1>
          <p>審核人員會接著審查，結果以電子郵件及站內通知告訴您。</p>
        </div>
        <Card>
          <Facts
            facts={[
              { name: '案號', value: <span className="num">{loan.caseNo}</span> },
              ...(last
                ? [
                    { name: '文件', value: `共 ${documents.length} 份` },
                    { name: '最後上傳', value: <DateText at={last.sentAt} /> },
                  ]
                : []),
              ...(loan.reviewBy
                ? [{ name: '預計完成審核', value: <DateText at={loan.reviewBy} weekday /> }]
                : []),
            ]}
          />
        </Card>
        <Row>
          <GoButton to={paths.myLoan()} look="primary" size="lg">
            回到我的申貸案
          </GoButton>
        </Row>
      </Stack>
    </div>
  );
}
