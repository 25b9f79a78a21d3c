// Lists of content that are taken out as tables: questions, advertisements, policies.
import { type contentSupportOffice, type PolicyFilter } from '#contract/content-support.ts';
import type { Cell } from '#contract/csv.ts';
import type { questionAudiences } from '#contract/content-shapes.ts';
import type { Actions } from '../action.ts';
import { inPages } from '../db.ts';
import { plain } from './body.ts';
import { anywhere, likePattern } from './rules.ts';
import { listedPolicies, type ListedPolicy } from './policy-office-queries.ts';
import {
  adsAfter,
  type OfficeAd,
  type OfficeQuestion,
  questionsAfter,
} from './support-office-queries.ts';

type Calls = Pick<
  typeof contentSupportOffice,
  'listPolicies' | 'exportPolicies' | 'exportQuestions' | 'exportAds'
>;

/** Rows read at once for a table. */
const PAGE = 500;
const yes = (is: boolean) => (is ? '是' : '否');
const audienceText = { loan: '借款人', invest: '出資人', member: '會員帳戶' } as const satisfies {
  [A in (typeof questionAudiences)[number]]: string;
};

const questionColumns = [
  ...['代號', '對象', '分類', '問題', '回答', '公開', '熱門', '順序'],
  ...['有幫助', '沒有幫助', '最近修改', '修改人'],
];
const questionCells = (row: OfficeQuestion): Cell[] => [
  ...[row.slug, audienceText[row.audience], row.category, row.question, plain(row.answer)],
  ...[yes(row.published), yes(row.popular), row.position, row.helpful.yes, row.helpful.no],
  ...[row.updatedAt.toISOString(), row.updatedBy],
];

const adColumns = [
  ...['編號', '標題', '說明', '連到', '按鈕文字', '圖片說明', '開始', '結束', '順序'],
  ...['最近修改', '修改人'],
];
const adCells = (row: OfficeAd): Cell[] => [
  ...[row.id, row.title, row.text, row.link, row.label, row.alt, row.startsOn, row.endsOn],
  ...[row.position, row.updatedAt.toISOString(), row.updatedBy],
];

const policyColumns = ['代號', '名稱', '分類', '現行版本', '生效日', '下一版', '下一版生效日'];
const policyCells = ({ slug, title, category, current, effectiveOn, coming }: ListedPolicy) => [
  ...[slug, title, category, current, effectiveOn],
  ...[coming?.number ?? null, coming?.effectiveOn ?? null],
];

const policyAsks = ({ category, q }: PolicyFilter) => ({
  category: category ?? null,
  pattern: q ? likePattern(q) : null,
});

export const tableActions: Actions<{ content: Calls }>['content'] = {
  async listPolicies({ tx, today }, { item_per_page: limit, offset, ...filter }) {
    const rows = await listedPolicies(tx, { ...policyAsks(filter), today, limit, offset });
    return {
      data: rows.map(({ total: _of, ...row }) => ({ ...row, id: String(row.id) })),
      total: rows[0]?.total ?? 0,
    };
  },

  async exportPolicies({ tx, today }, { format: _as, ...filter }) {
    const asked = { ...policyAsks(filter), today, limit: PAGE };
    const next = (last: ListedPolicy | null) =>
      listedPolicies(tx, { ...asked, after: last?.id ?? null });
    return { name: `政策-${today}`, columns: policyColumns, rows: inPages(next, policyCells) };
  },

  async exportQuestions({ tx, today }, { format: _as, ...filter }) {
    const next = (last: OfficeQuestion | null) =>
      questionsAfter(tx, anywhere(filter), last?.id ?? 0, PAGE);
    const rows = inPages(next, questionCells);
    return { name: `常見問題-${today}`, columns: questionColumns, rows };
  },

  async exportAds({ tx, today }, { format: _as, ...filter }) {
    const next = (last: OfficeAd | null) =>
      adsAfter(tx, today, anywhere(filter), last?.id ?? 0, PAGE);
    return { name: `廣告-${today}`, columns: adColumns, rows: inPages(next, adCells) };
  },
};
