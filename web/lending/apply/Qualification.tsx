// Step 0 of the application: whether the member may apply now, and if not, why and from when.
import { CircleCheck, CircleX } from 'lucide-react';
import { brand } from '../../site/kit/brand.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { formatDay, formatMoney } from '../../ui/format.ts';
import type { Standing } from './ApplyPage.tsx';

type Reason = Standing['reasons'][number];
type Line = { reason: Reason; fine: string; not: string; action?: { to: string; label: string } };

const lines: readonly Line[] = [
  {
    reason: 'EMAIL_UNVERIFIED',
    fine: '電子郵件已驗證',
    not: '電子郵件尚未驗證',
    action: { to: paths.verifyStatus(), label: '前往驗證' },
  },
  {
    reason: 'NOT_VERIFIED',
    fine: '身分驗證資料已送出',
    not: '請先完成身分驗證，送出後就能繼續申貸',
    action: { to: paths.verification(), label: '前往身分驗證' },
  },
  { reason: 'AGE', fine: '年齡符合申貸範圍', not: '年齡不在申貸範圍內' },
  {
    reason: 'ACTIVE_LOAN',
    fine: '沒有進行中的申貸案',
    not: '您有一筆進行中的申貸案，結清或結束後即可再次申請',
    action: { to: paths.myLoan(), label: '查看我的申貸案' },
  },
  { reason: 'COOLING_OFF', fine: '不在再次申請的等待期', not: '上一次申請後的等待期還沒結束' },
  {
    reason: 'OVERDUE',
    fine: '沒有逾期未清償的款項',
    not: '有逾期未清償的款項，清償後即可再次申請',
    action: { to: paths.myLoan(), label: '查看還款' },
  },
  {
    reason: 'PAST_LOSS',
    fine: '過去的借款都已清償',
    not: `過去有借款未能全部收回，目前無法申請；如有疑問請聯絡客服 ${brand.phone}`,
  },
  {
    reason: 'SUSPENDED',
    fine: '帳戶可以正常使用',
    not: `帳戶目前暫停使用，請聯絡客服 ${brand.phone}`,
  },
];

const lineLook =
  'qualified-line grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-2 items-center ' +
  'py-3 border-b border-line last:border-b-0';

export function Qualification({
  standing,
  resumed,
  onStart,
}: {
  standing: Standing;
  /** True if there is a draft to continue. */
  resumed: boolean;
  onStart: () => void;
}) {
  const { qualified, reasons, retryOn, maxAmount } = standing;
  const unproven = reasons.includes('FINANCIAL_REQUIRED');
  return (
    <div className="qualification">
      <Card as="section" aria-labelledby="qualified-title">
        <h2 id="qualified-title" className="text-h3">
          {qualified ? '您可以申貸' : '目前還不能申貸'}
        </h2>
        {qualified && maxAmount > 0 && (
          <p className="mt-1 text-ink-3">
            {unproven ? '依您的職業' : '依您的職業與財力證明'}，最高可申請 {formatMoney(maxAmount)}
            。
          </p>
        )}
        <ul className="mt-4 grid">
          {lines.map(({ reason, fine, not, action }) => {
            const blocked = reasons.includes(reason);
            const Icon = blocked ? CircleX : CircleCheck;
            return (
              <li key={reason} className={lineLook} data-blocked={blocked ? '' : undefined}>
                <Icon size={22} aria-hidden="true" />
                <span>
                  <span className="visually-hidden">{blocked ? '不符合：' : '符合：'}</span>
                  {blocked ? not : fine}
                </span>
                {blocked && action && (
                  <GoButton to={action.to} size="sm">
                    {action.label}
                  </GoButton>
                )}
              </li>
            );
          })}
        </ul>
        {retryOn && (
          <p className="mt-3">
            最早可於 <b>{formatDay(retryOn)}</b> 再次申請。
          </p>
        )}
      </Card>
      {qualified && (
        <Card as="aside" tone="tint" aria-label="開始申貸">
          <h2 className="text-h3">{resumed ? '接著上次繼續' : '約 10 分鐘填完'}</h2>
          <p className="mt-2">
            資料隨填隨存，可以隨時離開再回來。
            {unproven && '財力證明可以先不附，送出申請後再補；送出審核前需要備齊。'}
          </p>
          <div className="mt-5">
            <Button look="primary" size="lg" wide onClick={onStart}>
              {resumed ? '繼續填寫' : '開始填寫'}
            </Button>
          </div>
        </Card>
      )}
    </div>
  );
}
