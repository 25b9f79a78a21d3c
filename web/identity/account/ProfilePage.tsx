// Account page: personal data, sign-in, notifications, and closing the account.
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { ApiFailure } from '../../api.ts';
import { InvoicesCard } from '../../invoices/InvoicesCard.tsx';
import { SuitabilityCard } from '../../investing/SuitabilityCard.tsx';
import { NoticeSettingsCard } from '../../notices/NoticeSettingsCard.tsx';
import { queryOf } from '../../site/kit/api.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { WaitingChanges } from '../../verification/changes/WaitingChanges.tsx';
import { BankCard, IdCard, VerificationCard } from './FileCards.tsx';
import { LooksCard } from './LooksCard.tsx';
import { PasskeyCard } from './PasskeyCard.tsx';
import { PersonCard } from './PersonCard.tsx';
import { PrivacyCard } from './PrivacyCard.tsx';
import { SafetyCard } from './SafetyCard.tsx';
import { SecurityCard } from './SecurityCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { useLogout } from '../sign-in/use-logout.ts';

export const meta = () => [{ title: titleOf('帳戶管理') }, { name: 'robots', content: 'noindex' }];

function LogoutButton() {
  const [busy, logout] = useLogout();
  return (
    <Button
      wide
      busy={busy}
      busyLabel="登出中……"
      icon={<LogOut size={18} aria-hidden="true" />}
      onClick={logout}
    >
      登出
    </Button>
  );
}

function Grey() {
  return (
    <Loading>
      <div className="grid gap-6 lg:grid-cols-2">
        {[0, 1, 2, 3].map((i) => (
          <Skeleton key={i} shape="block" className="h-72" />
        ))}
      </div>
    </Loading>
  );
}

export default function ProfilePage() {
  const info = useQuery(queryOf('identity', 'accountInfo', {}));
  const failure = info.error instanceof ApiFailure ? info.error : null;
  const account = info.data?.data;
  return (
    <div className="container page">
      <h1 className="mb-8 max-md:pt-4">帳戶管理</h1>
      {/* On phones this page is 「我的」 of the bar at the lower edge. */}
      <nav aria-label="我的" className="mb-6 grid grid-cols-2 gap-3 md:hidden">
        <GoButton to={paths.myLoan()}>我的申貸案</GoButton>
        <GoButton to={paths.myInvest()}>我的出資</GoButton>
      </nav>
      {info.isPending && <Grey />}
      {info.isLoadingError && (
        <ErrorState
          title="暫時無法載入帳戶資料"
          onRetry={() => void info.refetch()}
          requestId={failure?.requestId}
        />
      )}
      <WaitingChanges kind="phone" />
      {account && (
        <div className="grid gap-6 items-start lg:grid-cols-2">
          <div className="grid grid-cols-1 gap-6">
            <VerificationCard account={account} />
            <PersonCard account={account} />
            <BankCard account={account} />
            <IdCard account={account} />
            <SuitabilityCard />
            <InvoicesCard />
          </div>
          <div className="grid grid-cols-1 gap-6">
            <SecurityCard account={account} />
            <PasskeyCard account={account} />
            <SafetyCard account={account} />
            <SessionsCard />
            <NoticeSettingsCard phone={account.phoneMasked} />
            <LooksCard />
            <PrivacyCard account={account} />
            <LogoutButton />
          </div>
        </div>
      )}
    </div>
  );
}
