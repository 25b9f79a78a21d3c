// The head of the member's investing pages: title, and the way from one list to the other.
import type { ReactNode } from 'react';
import { Go } from '../site/Go.tsx';
import * as paths from '../site/paths.ts';

const pages = [
  { to: paths.myInvest(), label: '出資訂單' },
  { to: paths.myOngoing(), label: '進行中的出資' },
];

export function InvestHead({ here, children }: { here: string; children?: ReactNode }) {
  return (
    <div className="invest-head">
      <h1>我的出資</h1>
      <nav aria-label="我的出資" className="tabs">
        {pages.map(({ to, label }) => (
          <Go key={to} to={to} className="" aria-current={to === here ? 'page' : undefined}>
            {label}
          </Go>
        ))}
      </nav>
      {children}
    </div>
  );
}
