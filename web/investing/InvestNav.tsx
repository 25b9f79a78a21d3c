// Header of the member's investing pages: title, and links to the lists.
import type { ReactNode } from 'react';
import { Go } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { EyeButton } from '../site/kit/EyeButton.tsx';
import { TabLinks } from '../ui/display/TabLinks.tsx';
import { type DotTab, useDots } from './use-dots.ts';

const pages: readonly { tab: DotTab; to: string; label: string }[] = [
  { tab: 'orders', to: paths.myInvest(), label: '出資訂單' },
  { tab: 'ongoing', to: paths.myOngoing(), label: '進行中' },
  { tab: 'contracts', to: paths.myInvestContracts(), label: '契約' },
  { tab: 'reports', to: paths.myReports(), label: '報表與稅務' },
];

export function InvestHead({ here, children }: { here: DotTab; children?: ReactNode }) {
  const dots = useDots(here);
  return (
    <div className="grid gap-3 mb-7">
      <div className="flex items-center gap-2">
        <h1>我的出資</h1>
        <EyeButton />
      </div>
      <TabLinks label="我的出資">
        {pages.map(({ tab, to, label }) => (
          <Go key={to} to={to} className="" aria-current={tab === here ? 'page' : undefined}>
            {label}
            {dots[tab] && (
              <>
                <span className="dot" aria-hidden="true" />
                <span className="visually-hidden">（有更新）</span>
              </>
            )}
          </Go>
        ))}
      </TabLinks>
      {children}
    </div>
  );
}
