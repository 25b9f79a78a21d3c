// Step 0 of the application: whether the member may apply now, and if not, why and from when.
import { qualificationWords } from '#contract/lending/qualification-words.ts';
import { CircleCheck, CircleX } from 'lucide-react';
import { brand } from '../../site/kit/brand.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { formatDay, formatMoney } from '../../ui/format.ts';
import type { Answer } from '../../api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';

export type Standing = Answer<SiteCalls['lending']['qualification']>['data'];

type Reason = Standing['reasons'][number];
/** What an applicant can do about a reason that prevents an application. */
const actions: Partial<Record<Reason, { to: string; label: string }>> = {
  EMAIL_UNVERIFIED: { to: paths.verifyStatus(), label: '前往驗證' },
  NOT_VERIFIED: { to: paths.verification(), label: '前往身分驗證' },
  ACTIVE_LOAN: { to: paths.myLoan(), label: '查看我的申貸案' },
  OVERDUE: { to: paths.myLoan(), label: '前往還款' },
};
const { FINANCIAL_REQUIRED: _later, ...words } = qualificationWords;
const lines = Object.entries(words).map(([reason, { fine, member }]) => ({
  reason: reason as Reason,
  fine,
  not: member.replace('{phone}', brand.phone),
  action: actions[reason as Reason],
}));

/** Returns the requirements to show. An age that nobody has stated yet is not said to fit. */
export const linesOf = (reasons: readonly Reason[]) =>
  lines.filter(
    ({ reason }) =>
      reason !== 'AGE' || reasons.includes('AGE') || !reasons.includes('NOT_VERIFIED'),
  );

const lineLook =
  'qualified-line grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-2 items-center ' +
  'py-3 border-b border-line last:border-b-0';

/** For a member whose only obstacle is a loan in progress: leads to it, instead of a refusal. */
function InProgress({ caseNo, isOverdue }: { caseNo: string; isOverdue: boolean }) {
  return (
    <div className="qualification">
      <Card as="section" aria-labelledby="qualified-title">
        <h1 id="qualified-title" className="text-h2">
          您已有申貸案 <span className="num">{caseNo}</span>
        </h1>
        <p className="mt-2">
          {isOverdue ? '這筆借款有逾期未清償的款項，清償後' : '一次可以有一筆申貸案，結清或結束後'}
          就能再次申請。
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <GoButton to={paths.myLoan()} look="primary">
            前往查看
          </GoButton>
          <GoButton to={paths.plans()}>看看其他方案</GoButton>
        </div>
      </Card>
    </div>
  );
}

function Start({
  resumed,
  unproven,
  onStart,
}: {
  resumed: boolean;
  unproven: boolean;
  onStart: () => void;
}) {
  return (
    <Card as="aside" tone="tint" aria-label="開始申貸">
      <h2 className="text-h3">{resumed ? '接著上次繼續' : '約 10 分鐘填完'}</h2>
      <p className="mt-2">
        資料隨填隨存，可以隨時離開再回來。
        {unproven && '財力證明可以先不附，送出申請後再補；到齊後我們會直接開始審核。'}
      </p>
      <div className="mt-5">
        <Button look="primary" size="lg" wide onClick={onStart}>
          {resumed ? '繼續填寫' : '開始填寫'}
        </Button>
      </div>
    </Card>
  );
}

/** Reasons that a loan in progress explains by itself, and the hint that never prevents one. */
const ofLoan: readonly Reason[] = ['ACTIVE_LOAN', 'OVERDUE', 'FINANCIAL_REQUIRED'];

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
  const { activeCaseNo } = standing;
  if (activeCaseNo && reasons.every((reason) => ofLoan.includes(reason))) {
    return <InProgress caseNo={activeCaseNo} isOverdue={reasons.includes('OVERDUE')} />;
  }
  const unproven = reasons.includes('FINANCIAL_REQUIRED');
  return (
    <div className="qualification">
      <Card as="section" aria-labelledby="qualified-title">
        <h1 id="qualified-title" className="text-h2">
          {qualified ? '您可以申貸' : '目前還不能申貸'}
        </h1>
        {qualified && maxAmount > 0 && (
          <p className="mt-1 text-ink-3">
            {unproven ? '依您的職業' : '依您的職業與財力證明'}，最高可申請 {formatMoney(maxAmount)}
            。
          </p>
        )}
        <ul className="mt-4 grid">
          {linesOf(reasons).map(({ reason, fine, not, action }) => {
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
      {qualified && <Start resumed={resumed} unproven={unproven} onStart={onStart} />}
    </div>
  );
}
