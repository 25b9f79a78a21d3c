// Default texts of the mails to operators about their work.
import { catalogue } from '../notices/rules.ts';

export const letters = catalogue('tasks', {
  exceptions: {
    category: 'account',
    link: '',
    isLetterOnly: true,
    name: '異常通知',
    title: '{{count}} 件異常需要處理',
    body:
      '{{name}}，您好：\n\n' +
      '下列異常已成為待辦，請登入後台承辦：\n\n{{list}}\n\n' +
      '這封信每件異常只寄一次。',
    variables: {
      name: ['收信的同仁姓名', '林怡君'],
      count: ['件數', '2'],
      list: ['各類異常', '對帳差異：2026/11/23 銀行有、帳上無 00000777\n銀行未結帳：銀行 812'],
    },
    must: ['count', 'list'],
    letter: { button: '前往總覽' },
  },
  escalated: {
    category: 'account',
    link: '',
    isLetterOnly: true,
    name: '工作逾期',
    title: '{{count}} 件工作已逾期',
    body:
      '{{name}}，您好：\n\n' +
      '下列工作已過處理期限，請登入後台處理或重新分派：\n\n{{kinds}}\n\n' +
      '這封信每件工作只寄一次。',
    variables: {
      name: ['收信的同仁姓名', '林怡君'],
      count: ['件數', '3'],
      kinds: ['各類工作的件數', '身分審核 2 件、申貸審核 1 件'],
    },
    must: ['count', 'kinds'],
    letter: { button: '查看待辦' },
  },
});
