// Exports of the office's content lists: their columns, and how the rows are read.
import { articleTypeText, articleWords, questionAudienceText } from '#contract/content/words.ts';
import type { ArticleFilter } from '#contract/content/office.ts';
import type { AdFilter, PolicyFilter, QuestionFilter } from '#contract/content/support.ts';
import type { OfficeTables } from '#contract/tables.ts';
import type { Actions, Next, Work } from '../action.ts';
import { type Columns, exportOf } from '../tables/table.ts';
import { articlesAfter, type OfficeArticle } from './article/article-office-queries.ts';
import { plain } from './article/body.ts';
import { imagesAfter, type OfficeImage } from './picture/image-queries.ts';
import { listedPolicies, type ListedPolicy } from './policy/policy-office-queries.ts';
import { anywhere } from './rules.ts';
import {
  adsAfter,
  type OfficeAd,
  type OfficeQuestion,
  questionsAfter,
} from './answers/support-office-queries.ts';

const yes = (is: boolean) => (is ? '是' : '否');
const at = (when: Date | null) => when && when.toISOString();
type Changed = { updatedAt: Date; updatedBy: string | null };
const changed: Columns<Changed> = [
  ['最近修改', (row) => at(row.updatedAt)],
  ['修改人', (row) => row.updatedBy],
];
const helpful: Columns<{ helpful: { yes: number; no: number } }> = [
  ['有幫助', (row) => row.helpful.yes],
  ['沒有幫助', (row) => row.helpful.no],
];

const articles: Columns<OfficeArticle> = [
  ['編號', (row) => row.id],
  ['類型', (row) => articleTypeText[row.type]],
  ['分類', (row) => row.category],
  ['標題', (row) => row.title],
  ['摘要', (row) => row.excerpt],
  ['內文', (row) => plain(row.body)],
  ['作者', (row) => row.author],
  ['狀態', (row) => articleWords[row.status].text],
  ['發布時間', (row) => at(row.publishAt)],
  ...helpful,
  ...changed,
];

const images: Columns<OfficeImage> = [
  ['編號', (row) => row.id],
  ['來源', (row) => (row.drawn ? '本站繪製' : '上傳')],
  ['圖片說明', (row) => row.alt],
  ['寬', (row) => row.width],
  ['高', (row) => row.height],
  ['使用處數', (row) => row.uses],
  ['加入時間', (row) => at(row.createdAt)],
];

const questions: Columns<OfficeQuestion> = [
  ['代號', (row) => row.slug],
  ['對象', (row) => questionAudienceText[row.audience].office],
  ['分類', (row) => row.category],
  ['問題', (row) => row.question],
  ['回答', (row) => plain(row.answer)],
  ['公開', (row) => yes(row.published)],
  ['熱門', (row) => yes(row.popular)],
  ['順序', (row) => row.position],
  ...helpful,
  ...changed,
];

const ads: Columns<OfficeAd> = [
  ['編號', (row) => row.id],
  ['標題', (row) => row.title],
  ['說明', (row) => row.text],
  ['連到', (row) => row.link],
  ['按鈕文字', (row) => row.label],
  ['圖片說明', (row) => row.alt],
  ['開始', (row) => row.startsOn],
  ['結束', (row) => row.endsOn],
  ['順序', (row) => row.position],
  ...changed,
];

const policies: Columns<ListedPolicy> = [
  ['代號', (row) => row.slug],
  ['名稱', (row) => row.title],
  ['分類', (row) => row.category],
  ['現行版本', (row) => row.current],
  ['生效日', (row) => row.effectiveOn],
  ['下一版', (row) => row.coming?.number ?? null],
  ['下一版生效日', (row) => row.coming?.effectiveOn ?? null],
];

/** Reads rows ordered by id, starting after the last one read. */
const byId =
  <Filter extends { q?: string | undefined }, Row extends { id: number }>(
    after: (work: Work, filter: Filter, id: number, limit: number) => Promise<Row[]>,
  ) =>
  (work: Work, filter: Filter): Next<Row> =>
  (last, limit) =>
    after(work, anywhere(filter), last?.id ?? 0, limit);

export const contentTables: Actions<{ content: OfficeTables['content'] }>['content'] = {
  articlesTable: exportOf(
    '文章',
    articles,
    byId<ArticleFilter, OfficeArticle>(({ tx }, filter, id, limit) =>
      articlesAfter(tx, filter, id, limit),
    ),
  ),
  imagesTable: exportOf(
    '圖片',
    images,
    byId<object, OfficeImage>(({ tx }, _all, id, limit) => imagesAfter(tx, id, limit)),
  ),
  questionsTable: exportOf(
    '常見問題',
    questions,
    byId<QuestionFilter, OfficeQuestion>(({ tx }, filter, id, limit) =>
      questionsAfter(tx, filter, id, limit),
    ),
  ),
  adsTable: exportOf(
    '廣告',
    ads,
    byId<AdFilter, OfficeAd>(({ tx, today }, filter, id, limit) =>
      adsAfter(tx, today, filter, id, limit),
    ),
  ),
  // The rows have the order of the page, which never changes.
  policiesTable: exportOf(
    '政策',
    policies,
    ({ tx, today }: Work, filter: PolicyFilter): Next<ListedPolicy> =>
      (last, limit) =>
        listedPolicies(tx, anywhere(filter), { today, limit, after: last?.id ?? null }),
  ),
};
