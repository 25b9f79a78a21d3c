// Words for the versions of policies, plans, settings and notice texts.
import type { StateWord } from './state-words.ts';
import type { VersionState } from './versioned.ts';

/** Words of a version on its way to approval. */
export const versionWords: Record<VersionState | 'recalled', StateWord> = {
  draft: { text: '草稿', tone: 'neutral' },
  waiting: { text: '等待覆核', tone: 'attention' },
  returned: { text: '已退回', tone: 'problem' },
  approved: { text: '已核准', tone: 'done' },
  recalled: { text: '已撤回', tone: 'neutral' },
};

/**
 * Words of an approved version, by whether its day has come. A member chooses which text to read;
 * an operator needs to know what applies.
 */
export const inForceWords = {
  coming: {
    member: { text: '將生效', tone: 'info' },
    office: { text: '尚未生效', tone: 'progress' },
  },
  current: {
    member: { text: '現行', tone: 'done' },
    office: { text: '現行', tone: 'done' },
  },
  past: {
    member: { text: '舊版', tone: 'neutral' },
    office: { text: '已被取代', tone: 'neutral' },
  },
} as const satisfies Record<string, { member: StateWord; office: StateWord }>;
