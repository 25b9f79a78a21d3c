// Scheduled job of content: publishes texts at their time.
import type { Services } from '../services.ts';
import type { Job } from '../jobs/job.ts';
import { inWork } from '../work.ts';
import {
  articlesToPublish,
  dueArticles,
  setArticleStatus,
} from './article/article-office-queries.ts';
import { recordChange } from './changes.ts';

async function publishDue(services: Services): Promise<void> {
  await inWork(services, async (work) => {
    for (const { id, publishAt } of await dueArticles(work.tx, work.now)) {
      const { tx, now } = work;
      await setArticleStatus(tx, { id, status: 'published', publishAt, now, by: null });
      const move = { type: 'article' as const, id, action: 'article.published' as const };
      await recordChange(work, { ...move, from: 'scheduled', to: 'published' });
    }
  });
}

export const contentJobs: readonly Job[] = [
  {
    name: 'content.publishDue',
    each: 'minute',
    due: ({ now }) => [articlesToPublish(now)],
    run: publishDue,
  },
];
