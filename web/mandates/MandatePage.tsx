// Page /account/mandate: the authorisation of debits, what it has debited, and signing one.
import { ApiFailure } from '../api.ts';
import type { MandateOverview } from '#contract/mandates/calls.ts';
import { isLive } from '#contract/mandates/status.ts';
import { titleOf } from '../site/kit/brand.ts';
import { GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { CurrentMandate } from './CurrentMandate.tsx';
import { DebitTable } from './DebitTable.tsx';
import { EndedMandate } from './EndedMandate.tsx';
import { SignMandate } from './SignMandate.tsx';
import { useMandate } from '../lending/loan/use-mandate.ts';

export const meta = () => [{ title: titleOf('授權扣款') }, { name: 'robots', content: 'noindex' }];

function Setup({ overview }: { overview: MandateOverview }) {
  const { offered, account, text, creditor } = overview;
  if (!offered || !text || !creditor) {
    return (
      <EmptyState title="目前不提供授權扣款">
        請以虛擬帳號轉帳付款，款項入帳後頁面會自動更新。
      </EmptyState>
    );
  }
  if (!account) {
    return (
      <EmptyState
        title="先綁定您的銀行帳戶"
        actions={<GoButton to={paths.verification()}>前往身分驗證</GoButton>}
      >
        完成身分驗證並綁定本人帳戶之後，就能設定授權扣款。
      </EmptyState>
    );
  }
  return <SignMandate account={account} text={text} creditor={creditor} />;
}

function Content({ overview }: { overview: MandateOverview }) {
  const { mandate, next, debits } = overview;
  return (
    <div className="grid max-w-3xl gap-8">
      {mandate && isLive(mandate.status) ? (
        <CurrentMandate mandate={mandate} next={next} />
      ) : (
        <>
          {mandate && <EndedMandate mandate={mandate} />}
          <Setup overview={overview} />
        </>
      )}
      {debits.length > 0 && <DebitTable debits={debits} />}
    </div>
  );
}

export default function MandatePage() {
  const query = useMandate();
  const failure = query.error instanceof ApiFailure ? query.error : null;
  const overview = query.data?.data;
  return (
    <div className="container page">
      <div className="mb-6 grid max-w-3xl gap-2">
        <h1 className="max-md:pt-4">授權扣款</h1>
        <p className="text-ink-2">每期還款與出資款由您的本人帳戶自動扣取，不必記日子、不必轉帳。</p>
      </div>
      {query.isPending && (
        <Loading>
          <Skeleton shape="block" className="h-96" />
        </Loading>
      )}
      {query.isLoadingError && (
        <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />
      )}
      {overview && <Content overview={overview} />}
    </div>
  );
}
