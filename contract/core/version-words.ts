// Labels for the versions of policies, plans, settings and notice texts.
import type { StateWord } from './state-words.ts';
import type { VersionState } from './versioned.ts';

/** Labels of a version that is not approved yet, and of a recalled one. */
export const versionWords: Record<VersionState | 'recalled', StateWord> = {
  draft: { text: '草稿', tone: 'neutral' },
  waiting: { text: '等待覆核', tone: 'attention' },
  returned: { text: '已退回', tone: 'problem' },
  approved: { text: '已核准', tone: 'done' },
  recalled: { text: '已撤回', tone: 'neutral' },
};

/**
 * Labels of an approved version, depending on whether its effective day has come. The texts differ
 * because a member chooses which version to read, while an operator needs to know which version
 * applies.
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
