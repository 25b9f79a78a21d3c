// Page /investment/ErrorIndex: a failed order with the server's message, and what to do next.
import { useLocation } from 'react-router';
import { brand, titleOf } from '../../site/kit/brand.ts';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { DryRiver } from '../../ui/drawings/drawings.tsx';

export const meta = () => [
  { title: titleOf('出資未完成') },
  { name: 'robots', content: 'noindex' },
];

/** The part of the server's answer that the confirmation page passes on to this page. */
type ErrorState = {
  status?: number;
  code?: string;
  message?: string;
  data?: Record<string, unknown>;
  requestId?: string;
  caseId?: string;
  plan?: string;
};

const titles: Record<string, string> = {
  CASE_FULL: '案件已滿額',
  AMOUNT_EXCEEDS: '金額超過案件餘額',
  LIMIT_PER_CASE: '超過單案出資上限',
  LIMIT_TOTAL: '超過總出資上限',
  CASE_CLOSED: '案件已截止募集',
  CASE_NOT_FOUND: '案件不存在或已下架',
  NOT_VERIFIED: '身分驗證未完成',
  RISK_PROFILE_REQUIRED: '風險屬性評估未完成',
  DUPLICATE_UNPAID: '此案件已有一筆尚未入帳的出資',
  BUSY: '系統忙碌中',
  SERVER_ERROR: '系統忙碌中',
  NO_VIRTUAL_ACCOUNT: '系統忙碌中',
  TOO_MANY_REQUESTS: '操作太頻繁',
};

/** Returns the page where the obstacle can be removed, or null. */
function remedyOf(code: string): { to: string; label: string } | null {
  if (code === 'NOT_VERIFIED') return { to: paths.verification(), label: '前往身分驗證' };
  if (code === 'RISK_PROFILE_REQUIRED') {
    return { to: paths.suitability(), label: '開始風險屬性評估' };
  }
  if (code === 'DUPLICATE_UNPAID') return { to: paths.myInvest(), label: '查看我的訂單' };
  return null;
}

/** Returns the title, which depends on whether the risk profile has expired or never existed. */
function titleFor(code: string, data: ErrorState['data']): string {
  const over = code === 'RISK_PROFILE_REQUIRED' && typeof data?.['validUntil'] === 'string';
  return over ? '風險屬性評估已過期' : (titles[code] ?? '出資未完成');
}

export default function InvestErrorPage() {
  const state = (useLocation().state ?? {}) as ErrorState;
  const { code = '', message, requestId, caseId, plan } = state;
  const remedy = remedyOf(code);
  const title = titleFor(code, state.data);
  return (
    <div className="container page">
      <div className="empty">
        <DryRiver />
        <h1 className="text-h2">{title}</h1>
        <p>{message && message !== title ? `${message}。` : ''}出資未完成，您尚未被扣款。</p>
        <div className="actions">
          {remedy && (
            <GoButton to={remedy.to} look="primary">
              {remedy.label}
            </GoButton>
          )}
          {caseId && <GoButton to={paths.investCase(caseId)}>返回案件</GoButton>}
          <GoButton
            to={paths.investment(plan ? { plan } : {})}
            look={remedy ? 'secondary' : 'primary'}
          >
            {plan ? '看類似案件' : '看募集中的案件'}
          </GoButton>
        </div>
        <p className="mt-6 text-sm">
          需要協助請電洽客服 {brand.phone}
          {requestId && (
            <>
              ，並告知代碼 <span className="num">{requestId}</span>
            </>
          )}
          ，或到<Go to={paths.myInvest()}>我的出資訂單</Go>確認。
        </p>
      </div>
    </div>
  );
}
