// Chinese labels for the kinds, audiences and states of help-centre content.
import type { StateWord } from '../core/state-words.ts';
import type { PolicyChange } from './calls.ts';
import type { ArticleStatus } from './office.ts';
import type { articleAudiences, ArticleType, QuestionAudience } from './shapes.ts';
import type { adStates, questionStates } from './support.ts';

export const articleTypeText: Record<ArticleType, string> = {
  article: '文章',
  news: '最新消息',
  story: '用戶故事',
};

export const articleWords: Record<ArticleStatus, StateWord> = {
  draft: { text: '草稿', tone: 'neutral' },
  scheduled: { text: '已排程', tone: 'progress' },
  published: { text: '已發布', tone: 'done' },
};

export const articleAudienceText: Record<(typeof articleAudiences)[number], string> = {
  all: '所有人',
  loan: '借款人',
  invest: '出資人',
};

/**
 * `member` is the title of a section of the help centre; `office` names the readers that the
 * section is written for.
 */
export const questionAudienceText: Record<QuestionAudience, { member: string; office: string }> = {
  loan: { member: '申貸', office: '借款人' },
  invest: { member: '出資', office: '出資人' },
  member: { member: '會員與帳戶', office: '會員帳戶' },
};

export const questionStateText: Record<(typeof questionStates)[number], string> = {
  published: '公開',
  hidden: '未公開',
};

export const adWords: Record<(typeof adStates)[number], StateWord> = {
  hidden: { text: '未公開', tone: 'neutral' },
  coming: { text: '尚未開始', tone: 'progress' },
  running: { text: '刊登中', tone: 'done' },
  over: { text: '已結束', tone: 'neutral' },
};

/** Returns the title of a list of all texts of one type. */
export const readingTitle = (type: ArticleType): string =>
  `${type === 'article' ? '知識' : ''}${articleTypeText[type]}`;

/** Labels for what happened to a paragraph between two versions. */
export const changeText: Record<PolicyChange['kind'], string> = {
  same: '未變更',
  added: '新增',
  removed: '刪除',
  changed: '修改',
};
