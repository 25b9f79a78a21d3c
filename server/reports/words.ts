// Default text of the mail that tells operators that a scheduled report is ready.
import { catalogue } from '../notices/rules.ts';

export const letters = catalogue('reports', {
  scheduled: {
    category: 'account',
    link: '',
    isLetterOnly: true,
    name: '定期寄送報表',
    title: '{{report}}：{{period}}',
    body:
      '{{name}}，您好：\n\n' +
      '{{report}}（{{period}}）已可查看。\n\n{{figures}}\n\n' +
      '這封信不附檔案，明細請登入後台查看。不再需要時，請到報表的「寄送排程」修改。',
    variables: {
      name: ['收信的同仁姓名', '林怡君'],
      report: ['報表名稱', '現金流量'],
      period: ['期間', '2026 年 10 月'],
      figures: ['報表的合計', '淨額：$ 120,000\n其中服務費：$ 3,400'],
    },
    must: ['report', 'period'],
    letter: { button: '查看報表' },
  },
});
