// What investors and borrower are told of a poll and of a negotiation.
import { dayOf, formatDay } from '#contract/day.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import type { PlanFigures } from '#contract/negotiation.ts';
import type { Work } from '../action.ts';
import { notify } from '../notices/actions.ts';
import type { Words } from './letters.ts';
import { holdersOf } from './poll-queries.ts';

/** To each investor of a loan, with the way to his own order. */
export async function tellHolders(work: Work, loanId: number, words: Words): Promise<void> {
  for (const { memberId, orderId } of await holdersOf(work.tx, loanId)) {
    const link = `/account/invest/ongoing/${orderId}`;
    await notify(work, { memberId, category: 'invest', link, ...words });
  }
}

export const pollOpened = (caseNo: string, closesAt: Date): Words => ({
  title: '請投票決定違約案件的後續處理',
  body:
    `案件 ${caseNo} 已列為違約，請於 ${formatDay(dayOf(closesAt))} 23:59 前投票：同意協商、` +
    '委託法律程序，或無意見。票數依您在本案的在貸本金計算，截止前可以更改，其他出資人看不到您的選擇。',
});

export function pollResult(
  caseNo: string,
  result: 'negotiate' | 'legal' | 'undecided' | 'void',
): Words {
  const said = {
    negotiate: {
      title: '違約投票結果：協商',
      body: '進入協商程序。平台將與借款人擬定協商方案，再請您表示意見。',
    },
    legal: { title: '違約投票結果：法律程序', body: '進入法律程序，由平台代全體出資人追償。' },
    undecided: {
      title: '違約投票已截止，由平台裁決',
      body: '投票未達門檻或兩案同票，將由平台以代理人身分決定後續處理，決定後另行通知您。',
    },
    void: {
      title: '違約投票已取消',
      body: '借款人已繳清逾期款項或結清借款，違約投票不再進行。',
    },
  }[result];
  return { title: said.title, body: `案件 ${caseNo} ${said.body}` };
}

export const termsOffered = (caseNo: string, after: PlanFigures, by: Date): Words => ({
  title: '協商方案已提出，請確認是否同意',
  body:
    `案號 ${caseNo} 的協商方案：年利率 ${formatPercent(after.annualRate)}、共 ` +
    `${after.installments} 期、每期約 ${formatMoney(after.instalment)}，首期應還日 ` +
    `${formatDay(after.firstDueOn)}。請於 ${formatDay(dayOf(by))} 23:59 前閱讀協商契約並以簡訊驗證` +
    '同意，逾期未同意，案件將進入法律程序。',
});

export const borrowerAgreed = (caseNo: string, sha256: string): Words => ({
  title: '您已同意協商方案',
  body:
    `案號 ${caseNo} 的協商契約已封緘，接下來 7 天由出資人表示意見，達在貸本金三分之二即生效。` +
    `契約檔案的 SHA-256：${sha256}`,
});

export const agreementAsked = (caseNo: string, by: Date): Words => ({
  title: '協商方案請您表示意見',
  body:
    `案件 ${caseNo} 的借款人已同意協商方案。請於 ${formatDay(dayOf(by))} 23:59 前查看新舊方案的比較` +
    '並決定是否同意；同意的在貸本金達三分之二時生效，對全體出資人有拘束力。',
});

export const termsInForce = (caseNo: string, after: PlanFigures): Words => ({
  title: '協商方案已生效',
  body:
    `案件 ${caseNo} 依協商方案恢復還款：年利率 ${formatPercent(after.annualRate)}、共 ` +
    `${after.installments} 期，首期應還日 ${formatDay(after.firstDueOn)}，還款總額 ` +
    `${formatMoney(after.total)}。`,
});

export function negotiationFailed(caseNo: string, cause: 'declined' | 'lapsed' | 'short'): Words {
  const why = {
    declined: '平台評估後未能提出協商方案',
    lapsed: '協商方案未於期限內獲借款人同意',
    short: '同意協商方案的在貸本金未達三分之二',
  }[cause];
  return { title: '協商未成立', body: `案件 ${caseNo}：${why}，案件進入法律程序。` };
}
