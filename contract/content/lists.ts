// Lists of texts and pictures in the back office: columns on the page and in the exported file.
import * as office from './office.ts';
import { readers } from './office.ts';
import { paging, officePage } from '../core/lists.ts';
import { countSchema } from '../core/wire.ts';
import * as support from './support.ts';
import { z } from 'zod';
import { list, listsOf, type RowOf } from '../core/list.ts';
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

export const articleList = list({
  call: 'content.listArticles',
  name: '文章',
  path: '/ops/v1/articles',
  summary: 'Articles, news and stories in every state, last changed first',
  roles: office.readers,
  filters: office.articleFilter,
  page: { item_per_page: paging.item_per_page, offset: paging.offset },
  row: office.rowSchema,
  // The file also contains the text, without its markup.
  fileRow: office.rowSchema.extend({ excerpt: z.string(), author: z.string(), body: z.string() }),
  beside: { total: countSchema },
  columns: {
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
  },
});

export const imageList = list({
  call: 'content.listImages',
  name: '圖片',
  path: '/ops/v1/images',
  summary: 'Pictures, newest first',
  roles: office.readers,
  page: { item_per_page: paging.item_per_page, offset: paging.offset },
  row: office.imageSchema,
  beside: { total: countSchema },
  columns: {
    id: '編號',
    kind: { word: '來源', words: { drawn: '本站繪製', uploaded: '上傳' } },
    alt: '圖片說明',
    width: '寬',
    height: '高',
    uses: '使用處數',
    createdAt: '加入時間',
  },
});

export const questionList = list({
  call: 'content.listQuestions',
  name: '常見問題',
  path: '/ops/v1/questions',
  summary: 'Questions of the help center as they are edited, in their order',
  roles: readers,
  filters: { ...support.questionFilter },
  page: officePage,
  row: support.questionRow,
  beside: { total: countSchema },
  columns: {
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
  },
});

export const adList = list({
  call: 'content.listAds',
  name: '廣告',
  path: '/ops/v1/ads',
  summary: 'Advertisements: coming, running, over',
  roles: readers,
  filters: { ...support.adFilter },
  page: officePage,
  row: support.adRow,
  beside: { total: countSchema },
  columns: {
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
  },
});

export const policyList = list({
  call: 'content.listPolicies',
  name: '政策',
  path: '/ops/v1/policies',
  summary: 'Policies with the version in force and the one in the making',
  roles: readers,
  filters: { ...support.policyFilter },
  page: officePage,
  row: support.policyRow,
  beside: { total: countSchema },
  columns: {
    slug: '代號',
    title: { word: '政策', fileWord: '名稱' },
    category: '分類',
    current: '現行版本',
    effectiveOn: '生效日',
    coming: { word: '下一版', value: (row) => row.coming?.number ?? null },
    comingOn: { word: '下一版生效日', value: (row) => row.coming?.effectiveOn ?? null },
  },
});

export type ImageRow = RowOf<typeof imageList>;
export type PolicyRow = RowOf<typeof policyList>;

export const contentLists = listsOf(articleList, imageList, questionList, adList, policyList);
