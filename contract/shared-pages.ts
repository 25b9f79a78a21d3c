// Texts of the preview pictures shown when a page that is not an article, plan or policy is shared.
import type { Drawing } from './content/shapes.ts';

type PageEntry = { kind: string; title: string; drawing: Drawing; seed: number };

/** Keyed by the name in the picture's URL, `/og/page/{name}.png`. */
export const sharedPages = {
  about: {
    kind: '關於我們',
    title: '費用攤開來看，風險講在前面',
    drawing: 'confluence',
    seed: 501,
  },
  plans: {
    kind: '申貸專區',
    title: '找到適合您職業的申貸方案',
    drawing: 'stones',
    seed: 502,
  },
  investment: {
    kind: '出資專區',
    title: '先看還款能力，再看年化利率',
    drawing: 'split',
    seed: 503,
  },
  knowledge: {
    kind: '知識學堂',
    title: '出資、申貸與風險，用白話講清楚',
    drawing: 'terrace',
    seed: 504,
  },
  article: { kind: '知識學堂', title: '知識文章', drawing: 'terrace', seed: 505 },
  news: { kind: '知識學堂', title: '最新消息', drawing: 'confluence', seed: 506 },
  story: { kind: '知識學堂', title: '用戶故事', drawing: 'split', seed: 507 },
  support: { kind: '幫助中心', title: '需要什麼協助？', drawing: 'rain', seed: 508 },
  policies: {
    kind: '條款與政策',
    title: '權利義務都寫在這裡，每一版都留著',
    drawing: 'riverbed',
    seed: 509,
  },
} as const satisfies Record<string, PageEntry>;

export type SharedPage = keyof typeof sharedPages;
