// Texts for the requirements that a person still has to meet before applying for a loan.
import type { Loan } from './calls.ts';
import type { qualificationReasons } from './loan-application.ts';

type Reason = (typeof qualificationReasons)[number];

/**
 * Texts for each reason that prevents an application. `fine` is shown if the reason does not apply.
 * `member` tells the applicants what they can do, with the platform's phone number for `{phone}`;
 * `office` names the reason in a list of several.
 */
export const qualificationWords: Record<
  Exclude<Reason, 'FINANCIAL_REQUIRED'>,
  { fine: string; member: string; office: string }
> & { FINANCIAL_REQUIRED: { office: string } } = {
  EMAIL_UNVERIFIED: {
    fine: '電子郵件已驗證',
    member: '電子郵件尚未驗證',
    office: '電子郵件未驗證',
  },
  NOT_VERIFIED: {
    fine: '身分驗證資料已送出',
    member: '請先完成身分驗證，送出後就能繼續申貸',
    office: '身分驗證未完成',
  },
  AGE: {
    fine: '年齡符合申貸範圍',
    member: '年齡不在申貸範圍內',
    office: '年齡不符',
  },
  ACTIVE_LOAN: {
    fine: '沒有進行中的申貸案',
    member: '您有一筆進行中的申貸案，結清或結束後即可再次申請',
    office: '有進行中的申貸案',
  },
  COOLING_OFF: {
    fine: '不在再次申請的等待期',
    member: '上一次申請後的等待期還沒結束',
    office: '再次申請的等待期未滿',
  },
  OVERDUE: {
    fine: '沒有逾期未清償的款項',
    member: '有逾期未清償的款項，清償後即可再次申請',
    office: '有逾期未清償的款項',
  },
  PAST_LOSS: {
    fine: '過去的借款都已清償',
    member: '過去有借款未能全部收回，目前無法申請；如有疑問請聯絡客服 {phone}',
    office: '過去有借款未能全部收回',
  },
  SUSPENDED: {
    fine: '帳戶可以正常使用',
    member: '帳戶目前暫停使用，請聯絡客服 {phone}',
    office: '帳戶暫停使用',
  },
  FINANCIAL_REQUIRED: { office: '尚未提供財力證明（可先申請）' },
};

/** Texts for the items that a reviewer must wait for before a decision. */
export const missingText: Record<Loan['missing'][number], string> = {
  VERIFICATION: '申請人的身分驗證尚未通過',
  FINANCIAL_STATEMENT: '申請人的財力證明尚未通過審核',
  SUPPLEMENT: '申請人尚未補件',
};
