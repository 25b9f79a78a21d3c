// The words and the page of each act that waits for an investor.
import type { WaitingAct } from '#contract/investing/portfolio.ts';
import * as paths from '../../site/kit/paths.ts';

export const actWords = {
  pay: { title: '完成匯款', amount: '尚需匯款', action: '查看匯款資訊' },
  vote: { title: '違約投票', amount: '您的表決權', action: '前往投票' },
  agree: { title: '協商條件同意', amount: '您的在貸本金', action: '查看協商方案' },
} as const;

export const pathOfAct = ({ kind, investId }: WaitingAct): string =>
  kind === 'pay' ? paths.bankTransfer({ order: investId }) : paths.myHolding(investId);
