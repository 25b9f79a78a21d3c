// Default texts of the messages that a collector sends to a late borrower.
import { payTo } from '../../notices/rules.ts';

const collecting = {
  category: 'loan',
  link: '/account/loan',
  deadline: true,
  isCollection: true,
  email: 'always',
} as const;
const caseNo = { caseNo: ['案號', 'A20261120-001'] } as const;
const amount = { amount: ['今天應還金額', '$ 9,200'] } as const;
const owed = { ...caseNo, ...amount, ...payTo } as const;

export const collectionMessages = {
  collectReminder: {
    ...collecting,
    name: '催收：提醒還款',
    title: '您的借款有 {{amount}} 尚未繳納',
    body: `案號 {{caseNo}} 今天應還 {{amount}}，{{payTo}}。`,
    variables: owed,
    must: ['amount', 'payTo'],
  },
  collectCallBack: {
    ...collecting,
    name: '催收：請回電',
    title: '請與我們聯絡',
    body: `關於案號 {{caseNo}}，我們想和您確認還款安排，請於每日上午 9 時至晚上 8 時回電客服。`,
    variables: caseNo,
  },
  collectPromised: {
    ...collecting,
    name: '催收：提醒承諾的還款',
    title: '提醒您承諾於 {{day}} 前還款 {{amount}}',
    body: '案號 {{caseNo}}：您承諾於 {{day}} 前還款 {{amount}}，{{payTo}}。',
    variables: { ...owed, day: ['承諾日', '2026/12/04'] },
    must: ['day', 'amount', 'payTo'],
  },
  collectHelp: {
    ...collecting,
    name: '催收：說明協商方式',
    title: '還款有困難時，可以申請協商',
    body:
      '案號 {{caseNo}}：您可以在「我的申貸案」選擇「我需要協助」，填寫每月可負擔的金額，' +
      '我們會提出延後、降低每期或展延的方案。',
    variables: caseNo,
  },
} as const;
