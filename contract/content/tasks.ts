// Kinds of the office's tasks about public texts.
import { z } from 'zod';
import { outputIdSchema } from '../core/lists.ts';
import { daySchema } from '../core/wire.ts';
import { approve, giveBack, taskKind } from '../tasks/kind.ts';
import { changeSchema } from './calls.ts';
import { contentReleaseDetail } from './release.ts';

export const contentTasks = {
  policy_approval: taskKind({
    text: '政策覆核',
    roles: ['editor', 'approver'],
    dueDays: 2,
    assignedAs: 24,
    decisions: {
      approve: approve('這一版自生效日起對外公布，核准後不再更動'),
      return: giveBack('退回編輯修改，附上原因'),
    },
    detail: z
      .object({
        policyId: outputIdSchema,
        title: z.string(),
        number: z.number(),
        summary: z.string(),
        effectiveOn: daySchema,
        maker: z.string().nullable(),
        html: z.string(),
        /**
         * Number of the policy version with which this one is compared; null for the first version.
         */
        since: z.number().nullable(),
        paragraphs: z.array(changeSchema).nullable(),
      })
      .partial(),
  }),

  content_release: taskKind({
    text: '內容覆核',
    roles: ['editor', 'approver'],
    dueDays: 1,
    assignedAs: 34,
    decisions: {
      approve: approve('這個版本公開；排定時間的文章到時才出現'),
      return: giveBack('退回撰寫的同仁修改，附上原因'),
    },
    detail: contentReleaseDetail,
  }),
};
