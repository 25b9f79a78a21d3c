// Fixed header: logo, the four areas, and the signed-in user.
import { Bell, ChevronDown, CircleUser } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../session.ts';
import { Skeleton } from '../../ui/display/Alert.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { Logo } from '../../ui/drawings/Logo.tsx';
import { brand } from '../kit/brand.ts';
import { Disclosure } from './Disclosure.tsx';
import { ShellLink } from '../kit/Go.tsx';
import { nameOf, useHeaderLogout } from './menu.ts';
import { MobileMenu } from './MobileMenu.tsx';
import * as paths from '../kit/paths.ts';
import { usePlanMenu } from './plan-menu.ts';

const Unread = lazy(() => import('./Unread.tsx'));

/** A link of the main menu, marked on every page of its area. */
function SectionLink({ to, under, children }: { to: string; under: string; children: ReactNode }) {
  const pathname = useLocation().pathname.toLowerCase();
  const isHere = pathname === under || pathname.startsWith(`${under}/`);
  return (
    <ShellLink to={to} className="nav-link" aria-current={isHere ? 'true' : undefined}>
      {children}
    </ShellLink>
  );
}

function PlanMenu() {
  const { pending, plans } = usePlanMenu();
  return (
    <Disclosure
      label="申貸專區的方案選單"
      button={<ChevronDown size={16} aria-hidden="true" />}
      beside={
        <SectionLink to={paths.plans()} under="/loan">
          申貸專區
        </SectionLink>
      }
    >
      <ul className="grid min-w-52">
        <li>
          <ShellLink to={paths.plans()} className="option">
            所有方案
          </ShellLink>
        </li>
        {pending &&
          [0, 1, 2].map((i) => (
            <li key={i} className="px-3 py-2">
              <Skeleton />
            </li>
          ))}
        {plans.map((plan) => (
          <li key={plan.id}>
            <ShellLink to={paths.plan(plan.slug)} className="option">
              {plan.listName}
            </ShellLink>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function BellLink() {
  const { user } = useSession();
  const [unread, setUnread] = useState(0);
  return (
    <>
      <ShellLink
        to={paths.myNotices()}
        className="icon-link"
        aria-label={unread > 0 ? `通知（${unread} 則未讀）` : '通知'}
      >
        <Bell size={22} aria-hidden="true" />
        {unread > 0 && (
          <span className="badge" aria-hidden="true" data-count={unread > 99 ? '99+' : unread} />
        )}
      </ShellLink>
      <Suspense>{user && <Unread onCount={setUnread} />}</Suspense>
    </>
  );
}

function ProfileMenu() {
  const { user } = useSession();
  const logout = useHeaderLogout();
  const email = user?.email ?? '';
  return (
    <Disclosure
      label="會員選單"
      align="end"
      button={
        <>
          <CircleUser size={24} aria-hidden="true" />
          <ChevronDown size={16} aria-hidden="true" />
        </>
      }
    >
      <div className="min-w-52">
        <p className="truncate px-3 py-2 font-bold text-ink max-w-[16ch]" title={email}>
          {nameOf(email)}
        </p>
        <ul className="grid border-y border-line py-1">
          {(
            [
              [paths.myLoan(), '我的申貸案'],
              [paths.myInvest(), '我的出資'],
              [paths.profile(), '帳戶管理'],
              [paths.myNotices(), '我的通知'],
            ] as const
          ).map(([to, text]) => (
            <li key={to}>
              <ShellLink to={to} className="option">
                {text}
              </ShellLink>
            </li>
          ))}
        </ul>
        <button type="button" className="option mt-1 w-full" onClick={logout}>
          登出
        </button>
      </div>
    </Disclosure>
  );
}

export function Header() {
  return (
    <header id="site-header" tabIndex={-1} className="site-header" data-shell="">
      <div className="container flex h-full items-center gap-6">
        <ShellLink to={paths.home()} className="brand">
          <Logo size={36} />
          <span className="brand-name">{brand.name}</span>
          <span className="brand-latin" lang="en">
            {brand.latin}
          </span>
          <span className="visually-hidden">首頁</span>
        </ShellLink>
        <nav aria-label="主選單" className="hidden flex-1 items-center gap-1 lg:flex">
          <PlanMenu />
          <SectionLink to={paths.investment()} under="/investment">
            出資專區
          </SectionLink>
          <SectionLink to={paths.knowledge()} under="/knowledge">
            知識學堂
          </SectionLink>
          <SectionLink to={paths.support()} under="/support">
            幫助中心
          </SectionLink>
        </nav>
        <div className="header-who">
          <div className="when-out">
            <ShellLink to={paths.register()} {...buttonShape({ size: 'sm' })}>
              註冊
            </ShellLink>
            <ShellLink to={paths.login()} {...buttonShape({ look: 'primary', size: 'sm' })}>
              登入
            </ShellLink>
          </div>
          <div className="when-in">
            <BellLink />
            <div className="hidden lg:block">
              <ProfileMenu />
            </div>
          </div>
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}
