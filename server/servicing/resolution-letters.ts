// What investors and borrower are told of a poll and of a negotiation.
import { dayOf, formatDay } from '#contract/day.ts';
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
