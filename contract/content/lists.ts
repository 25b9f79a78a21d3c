// Lists of texts and pictures in the back office: columns on the page and in the exported file.
import { list, type RowOf } from '../core/list.ts';
import type { contentOffice } from './office.ts';
import type { contentSupportOffice } from './support.ts';
import { adWords, articleTypeText, articleWords, questionAudienceText } from './words.ts';

type Changed = { updatedAt: string; updatedBy: string | null };
const changed = {
  updatedAt: '最近修改',
  updatedBy: '修改人',
} as const satisfies Record<keyof Changed, string>;
type Helpful = { helpful: { yes: number; no: number } };
const helpful = {
  helpful: {
    word: '有幫助／沒有',
    fileWord: '有幫助',
    value: (row: Helpful) => row.helpful.yes,
  },
  unhelpful: { word: '沒有幫助', value: (row: Helpful) => row.helpful.no },
};

export type ArticleRow = RowOf<(typeof contentOffice)['listArticles']>;
/** Row of the exported file, which also contains the text without its markup. */
export type ArticleFileRow = ArticleRow & { excerpt?: string; author?: string; body?: string };
export const articleList = list<ArticleFileRow>()('文章', {
  id: '編號',
  type: { word: '類型', words: articleTypeText },
  category: '分類',
  title: '標題',
  excerpt: '摘要',
  body: '內文',
  author: '作者',
  status: { word: '狀態', words: articleWords },
  publishAt: { word: '發布時間', kind: 'time' },
  ...helpful,
  ...changed,
});

export type ImageRow = RowOf<(typeof contentOffice)['listImages']>;
export const imageList = list<ImageRow>()('圖片', {
  id: '編號',
  kind: { word: '來源', words: { drawn: '本站繪製', uploaded: '上傳' } },
  alt: '圖片說明',
  width: '寬',
  height: '高',
  uses: '使用處數',
  createdAt: '加入時間',
});

export type QuestionRow = RowOf<(typeof contentSupportOffice)['listQuestions']>;
export const questionList = list<QuestionRow>()('常見問題', {
  slug: '代號',
  audience: {
    word: '對象與分類',
    fileWord: '對象',
    value: (row) => questionAudienceText[row.audience].office,
  },
  category: '分類',
  question: '問題',
  answer: '回答',
  state: { word: '狀態', only: 'page' },
  published: '公開',
  popular: '熱門',
  position: { word: '順序', kind: 'number' },
  ...helpful,
  ...changed,
});

export type AdRow = RowOf<(typeof contentSupportOffice)['listAds']>;
export const adList = list<AdRow>()('廣告', {
  id: '編號',
  title: { word: '廣告', fileWord: '標題' },
  text: '說明',
  link: '連到',
  label: '按鈕文字',
  alt: '圖片說明',
  state: { word: '狀態', words: adWords, only: 'page' },
  period: { word: '刊登期間', only: 'page' },
  startsOn: '開始',
  endsOn: '結束',
  position: { word: '順序', kind: 'number' },
  ...changed,
});

export type PolicyRow = RowOf<(typeof contentSupportOffice)['listPolicies']>;
export const policyList = list<PolicyRow>()('政策', {
  slug: '代號',
  title: { word: '政策', fileWord: '名稱' },
  category: '分類',
  current: '現行版本',
  effectiveOn: '生效日',
  coming: { word: '下一版', value: (row) => row.coming?.number ?? null },
  comingOn: { word: '下一版生效日', value: (row) => row.coming?.effectiveOn ?? null },
});
