// Drawer of the mobile menu; loaded when it is first opened.
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../session.ts';
import { buttonShape } from '../../ui/Button.tsx';
import { Drawer } from '../../ui/overlay/Dialog.tsx';
import { ShellLink } from '../kit/Go.tsx';
import { nameOf, useHeaderLogout } from './menu.ts';
import * as paths from '../kit/paths.ts';
import { usePlanMenu } from './plan-menu.ts';

function Row({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <ShellLink to={to} className="drawer-link">
        {children}
      </ShellLink>
    </li>
  );
}

function PlanRows() {
  const { plans } = usePlanMenu();
  return (
    <details className="drawer-group">
      <summary className="drawer-link">
        申貸專區
        <ChevronDown size={18} aria-hidden="true" />
      </summary>
      <ul>
        <Row to={paths.plans()}>所有方案</Row>
        {plans.map((plan) => (
          <Row key={plan.id} to={paths.plan(plan.slug)}>
            {plan.listName}
          </Row>
        ))}
      </ul>
    </details>
  );
}

function MemberRows({ logout }: { logout: () => void }) {
  const { user, verification } = useSession();
  return (
    <>
      <p className="truncate border-t border-line pt-4 text-sm text-ink-3" title={user?.email}>
        {nameOf(user?.email ?? '')}
      </p>
      <ul>
        {verification?.verifiedIDstatus === 3 ? (
          <>
            <Row to={paths.myInvest()}>我的出資訂單</Row>
            <Row to={paths.myOngoing()}>進行中的出資</Row>
          </>
        ) : (
          <Row to={paths.myInvest()}>我的出資</Row>
        )}
        <Row to={paths.myLoan()}>我的申貸案</Row>
        <Row to={paths.profile()}>帳戶管理</Row>
        <Row to={paths.myNotices()}>我的通知</Row>
        <li>
          <button type="button" className="drawer-link w-full" onClick={logout}>
            登出
          </button>
        </li>
      </ul>
    </>
  );
}

export default function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { user } = useSession();
  const logout = useHeaderLogout();
  return (
    <Drawer open={open} onClose={onClose} title="選單">
      <nav aria-label="行動選單">
        <PlanRows />
        <ul>
          <Row to={paths.investment()}>出資專區</Row>
          <Row to={paths.knowledge()}>知識學堂</Row>
          <Row to={paths.support()}>幫助中心</Row>
        </ul>
        {user ? (
          <MemberRows logout={logout} />
        ) : (
          <div className="mt-6 grid grid-cols-2 gap-3">
            <ShellLink to={paths.register()} {...buttonShape()}>
              註冊
            </ShellLink>
            <ShellLink to={paths.login()} {...buttonShape({ look: 'primary' })}>
              登入
            </ShellLink>
          </div>
        )}
      </nav>
    </Drawer>
  );
}
