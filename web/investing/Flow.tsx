// Layout of the pages that lead through an order, with its three steps.
import type { ReactNode } from 'react';
import { Steps } from '../ui/display/Steps.tsx';

/** `current` is 0 for confirming, 1 for paying, 2 for paid; with 3 all steps are done. */
export function FlowSteps({ current }: { current: 0 | 1 | 2 | 3 }) {
  return (
    <div className="flow-steps no-print">
      <Steps steps={['確認出資', '轉帳付款', '完成']} current={current} label="出資的步驟" />
    </div>
  );
}

export function Flow({
  title,
  step,
  children,
}: {
  title: string;
  step?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="container page">
      <div
        className="grid gap-5 items-center mb-7
          md:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]"
      >
        <h1>{title}</h1>
        {step}
      </div>
      {children}
    </div>
  );
}
