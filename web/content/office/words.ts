// Labels of content at the office: kinds, states, fields and history entries.
import type { ArticleStatus } from '#contract/content/office.ts';
import type { ArticleType, QuestionAudience } from '#contract/content/shapes.ts';
import type { Tone } from '../../ui/display/Card.tsx';

export const typeText: Record<ArticleType, string> = {
  article: '文章',
  news: '消息',
  story: '故事',
};

export const statusWords: Record<ArticleStatus, { text: string; tone: Tone }> = {
  draft: { text: '草稿', tone: 'neutral' },
  scheduled: { text: '已排程', tone: 'progress' },
  published: { text: '已發布', tone: 'done' },
};

/** Labels of the audiences of a call to action and of help questions. */
export const audienceText = { all: '所有人', loan: '借款人', invest: '出資人' } as const;
export const questionAudienceText: Record<QuestionAudience, string> = {
  loan: '借款人',
  invest: '出資人',
  member: '會員帳戶',
};

export const policyStateWords: Record<string, { text: string; tone: Tone }> = {
  draft: { text: '草稿', tone: 'neutral' },
  waiting: { text: '等待覆核', tone: 'attention' },
  returned: { text: '已退回', tone: 'problem' },
  approved: { text: '已核准', tone: 'done' },
};

export const adStateWords = {
  coming: { text: '尚未開始', tone: 'progress' },
  running: { text: '刊登中', tone: 'done' },
  over: { text: '已結束', tone: 'neutral' },
} as const satisfies Record<string, { text: string; tone: Tone }>;

/** Labels of the field names in the history. */
export const fieldText: Record<string, string> = {
  title: '標題',
  excerpt: '摘要',
  category: '分類',
  author: '作者',
  audience: '對象',
  body: '內文',
  coverId: '封面',
  related: '相關文章',
  person: '稱呼',
  role: '身分',
  quote: '引言',
  publishAt: '發布時間',
  status: '狀態',
  question: '問題',
  answer: '答案',
  popular: '熱門',
  published: '公開',
  position: '順序',
  summary: '本版重點',
  effectiveOn: '生效日',
  text: '說明',
  link: '連到',
  label: '按鈕文字',
  imageId: '圖片',
  alt: '圖片說明',
  startsOn: '開始日',
  endsOn: '結束日',
};

export const questionStateText = { published: '公開', hidden: '未公開' } as const;

export const ALT_MAX = 200;
export const ALT_MISSING = '請描述圖片內容，看不見圖片的人靠它知道';
export const ALT_HINT = '一句話說明圖片內容，例如「兩條小溪匯成一條河的插畫」';
