// Account page in four sections: personal data, sign-in, notices and looks, and privacy.
import { useQuery } from '@tanstack/react-query';
import { BellRing, IdCard as IdCardIcon, LockKeyhole, LogOut, ShieldCheck } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '../../api.ts';
import { InvoicesCard } from '../../invoices/InvoicesCard.tsx';
import { TrustCard } from '../../reports/trust/TrustCard.tsx';
import { MandateCard } from '../../mandates/MandateCard.tsx';
import { SuitabilityCard } from '../../investing/SuitabilityCard.tsx';
import { NoticeSettingsCard } from '../../notices/NoticeSettingsCard.tsx';
import { queryOf } from '../kit/api.ts';
import { Go, GoButton } from '../kit/Go.tsx';
import * as paths from '../kit/paths.ts';
import { titleOf } from '../kit/brand.ts';
import { ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { TabLinks } from '../../ui/display/TabLinks.tsx';
import { WebhooksCard } from '../../webhooks/WebhooksCard.tsx';
import { WaitingChanges } from '../../verification/changes/WaitingChanges.tsx';
import type { Account } from '../../identity/account/account.ts';
import { BankCard, IdCard, VerificationCard } from '../../identity/account/FileCards.tsx';
import { HeldPayouts } from '../../identity/account/HeldPayouts.tsx';
import { LooksCard } from '../../identity/account/LooksCard.tsx';
import { PasskeyCard } from '../../identity/account/PasskeyCard.tsx';
import { PersonCard } from '../../identity/account/PersonCard.tsx';
import { PrivacyCard } from '../../identity/account/PrivacyCard.tsx';
import { SafetyCard } from '../../identity/account/SafetyCard.tsx';
import { SecurityCard } from '../../identity/account/SecurityCard.tsx';
import { SessionsCard } from '../../identity/account/SessionsCard.tsx';
import { ApiCard } from '../../identity/api/ApiCard.tsx';
import { useLogout } from '../../identity/sign-in/use-logout.ts';
import '../../ui/display/side-links.css';

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
      <div className="grid gap-6">
        {[0, 1, 2].map((i) => (
          <Skeleton key={i} shape="block" className="h-56" />
        ))}
      </div>
    </Loading>
  );
}

const sections = [
  {
    id: 'file',
    name: '身分與帳戶',
    Icon: IdCardIcon,
    shown: (account: Account) => (
      <>
        <VerificationCard account={account} />
        <PersonCard account={account} />
        <HeldPayouts />
        <BankCard account={account} />
        <IdCard account={account} />
        <SuitabilityCard />
        <MandateCard />
        <InvoicesCard />
        <TrustCard />
      </>
    ),
  },
  {
    id: 'security',
    name: '登入與安全',
    Icon: ShieldCheck,
    shown: (account: Account) => (
      <>
        <SecurityCard account={account} />
        <PasskeyCard account={account} />
        <SafetyCard account={account} />
        <SessionsCard />
        <ApiCard />
        <WebhooksCard />
      </>
    ),
  },
  {
    id: 'settings',
    name: '通知與顯示',
    Icon: BellRing,
    shown: (account: Account) => (
      <>
        <NoticeSettingsCard phone={account.phoneMasked} />
        <LooksCard />
      </>
    ),
  },
  {
    id: 'privacy',
    name: '資料與隱私',
    Icon: LockKeyhole,
    shown: (account: Account) => <PrivacyCard account={account} />,
  },
] as const;

/** Links to the sections: a list at the left, and a row on narrow screens. */
function Sections({ here }: { here: string }) {
  const links = sections.map(({ id, name, Icon }) => (
    <Go
      key={id}
      to={paths.profile(id === 'file' ? {} : { section: id })}
      className=""
      aria-current={id === here ? 'page' : undefined}
    >
      <Icon size={20} aria-hidden="true" />
      {name}
    </Go>
  ));
  return (
    <div className="min-w-0 lg:sticky lg:top-[calc(var(--header-h)_+_24px)]">
      <TabLinks label="帳戶管理的分類" className="lg:hidden">
        {links}
      </TabLinks>
      <nav aria-label="帳戶管理的分類" className="side-links">
        {links}
      </nav>
      <div className="mt-6 max-lg:hidden">
        <LogoutButton />
      </div>
    </div>
  );
}

export default function ProfilePage() {
  const info = useQuery(queryOf('identity', 'accountInfo', {}));
  const failure = info.error instanceof ApiFailure ? info.error : null;
  const account = info.data?.data;
  const [query] = useSearchParams();
  const section = sections.find(({ id }) => id === query.get('section')) ?? sections[0];
  return (
    <div className="container page">
      <h1 className="mb-6 max-md:pt-4">帳戶管理</h1>
      {/* On phones this page is 「我的」 of the bar at the lower edge. */}
      <nav aria-label="我的" className="mb-6 grid grid-cols-2 gap-3 md:hidden">
        <GoButton to={paths.myLoan()}>我的申貸案</GoButton>
        <GoButton to={paths.myInvest()}>我的出資</GoButton>
      </nav>
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <Sections here={section.id} />
        <div className="grid min-w-0 grid-cols-1 gap-6 lg:max-w-3xl">
          {info.isPending && <Grey />}
          {info.isLoadingError && (
            <ErrorState
              title="暫時無法載入帳戶資料"
              onRetry={() => void info.refetch()}
              requestId={failure?.requestId}
            />
          )}
          <WaitingChanges kind="phone" />
          {account && section.shown(account)}
          <div className="lg:hidden">
            <LogoutButton />
          </div>
        </div>
      </div>
    </div>
  );
}
