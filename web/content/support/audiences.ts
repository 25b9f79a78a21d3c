// The three audiences of the help center, each with a page of its own.
import { questionAudienceText } from '#contract/content/words.ts';
import type { QuestionAudience } from '#contract/content/shapes.ts';
import * as paths from '../../site/kit/paths.ts';

export const audiences = {
  loan: {
    path: paths.supportLoan,
    name: questionAudienceText.loan.member,
    title: `${questionAudienceText.loan.member}的常見問題`,
    about: '資格、費用、簽約撥款、還款，以及還不出來時怎麼辦。',
  },
  invest: {
    path: paths.supportInvest,
    name: questionAudienceText.invest.member,
    title: `${questionAudienceText.invest.member}的常見問題`,
    about: '資格與上限、付款與訂單、收款與稅務，以及可能的損失。',
  },
  member: {
    path: paths.supportMember,
    name: questionAudienceText.member.member,
    title: `${questionAudienceText.member.member}的常見問題`,
    about: '註冊登入、身分驗證、帳戶安全與通知。',
  },
} as const satisfies Record<QuestionAudience, object>;

/** Returns the URL of the page on which one question is open. */
export const questionPath = (audience: QuestionAudience, id: string): string =>
  `${audiences[audience].path()}#q-${id}`;
