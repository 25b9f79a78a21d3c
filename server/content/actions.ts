// The front door of content: what the public reads, and the day's and the minute's work on it.
import type { content } from '#contract/content.ts';
import type { contentOffice } from '#contract/content-office.ts';
import type { contentSupportOffice } from '#contract/content-support.ts';
import type { Actions, Hooks, Work } from '../action.ts';
import { answerActions } from './answers.ts';
import { articleActions } from './articles.ts';
import { comparePolicy } from './comparing.ts';
import { imageActions } from './images.ts';
import { policyActions, policyTask } from './policies.ts';
import { platformFigures } from './platform.ts';
import {
  getArticle,
  getPolicy,
  listAds,
  listArticles,
  listPolicies,
  listQuestions,
  previewArticle,
} from './reading.ts';
import { search, voteHelpful } from './search.ts';
import { bumpStamp } from './support-queries.ts';

export { feedOf, robotsTxt, sitemapXml } from './feeds.ts';
export { ensureContent } from './loading.ts';
export { pictureBytes } from './media.ts';
export { policyPdf } from './policy-pdf.ts';
export { sharePicture } from './sharing.ts';
export { readStamp } from './support-queries.ts';

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

type Office = typeof contentOffice & typeof contentSupportOffice;

export const contentOfficeActions: Actions<{ content: Office }>['content'] = {
  ...articleActions,
  ...imageActions,
  ...answerActions,
  ...policyActions,
  comparePolicy,
};

export const contentTasks: Hooks['tasks'] = { policy_approval: policyTask };

/** What was rendered is rendered anew: something that pages tell of has changed. */
export async function renewPages({ tx }: Pick<Work, 'tx'>): Promise<void> {
  await bumpStamp(tx);
}
