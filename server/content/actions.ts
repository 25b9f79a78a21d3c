// Entry point of content: its public reads, and its jobs that run daily or every minute.
import type { contentLists } from '#contract/content/lists.ts';
import type { content } from '#contract/content/calls.ts';
import type { contentOffice } from '#contract/content/office.ts';
import type { contentReleaseOffice } from '#contract/content/release.ts';
import type { contentSupportOffice } from '#contract/content/support.ts';
import type { Actions } from '../call.ts';
import type { Hooks } from '../hooks.ts';
import type { Work } from '../work.ts';
import { answerActions } from './answers/answers.ts';
import { articleActions } from './article/articles.ts';
import { comparePolicy } from './article/comparing.ts';
import { imageActions } from './picture/images.ts';
import { policyActions, policyTask } from './policy/policies.ts';
import { releaseActions, releaseTask } from './release/release-acts.ts';
import { platformFigures } from './platform.ts';
import {
  getArticle,
  getPolicy,
  listAds,
  listArticles,
  listPolicies,
  listQuestions,
  previewArticle,
} from './article/reading.ts';
import { search, voteHelpful } from './answers/search.ts';
import { bumpStamp } from './answers/support-queries.ts';

export const contentActions: Actions<{ content: typeof content }>['content'] = {
  listArticles,
  getArticle,
  previewArticle,
  listAds,
  listQuestions,
  search,
  voteHelpful,
  listPolicies,
  getPolicy,
  platformFigures,
};

type Office = typeof contentOffice &
  typeof contentSupportOffice &
  typeof contentReleaseOffice &
  typeof contentLists;

export const contentOfficeActions: Actions<{ content: Office }>['content'] = {
  ...articleActions,
  ...imageActions,
  ...answerActions,
  ...policyActions,
  ...releaseActions,
  comparePolicy,
};

export const contentTasks: Hooks['tasks'] = {
  policy_approval: policyTask,
  content_release: releaseTask,
};

/** Invalidates the cached pages, because content that they show has changed. */
export async function renewPages({ tx }: Pick<Work, 'tx'>): Promise<void> {
  await bumpStamp(tx);
}
