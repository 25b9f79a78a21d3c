// Kinds of the office's tasks about broadcasts and the texts of messages.
import { z } from 'zod';
import { countSchema } from '../core/wire.ts';
import { approve, giveBack, taskKind } from '../tasks/kind.ts';
import { broadcastSchema } from './broadcasts.ts';
import { wordingCheckDetail } from './calls.ts';

export const messageTasks = {
  broadcast_approval: taskKind({
    text: '群發覆核',
    roles: ['editor', 'approver'],
    dueDays: 1,
    assignedAs: 25,
    decisions: {
      approve: approve('到了寄送時間就開始寄給符合條件的會員'),
      return: giveBack('退回撰寫的同仁修改，附上原因'),
    },
    detail: z
      .object({
        broadcast: broadcastSchema,
        /** Number of recipients that the broadcast would have now. */
        now: z.object({ members: countSchema, mails: countSchema, texts: countSchema }),
      })
      .partial(),
  }),

  wording_check: taskKind({
    text: '通知範本覆核',
    roles: ['editor', 'approver', 'admin'],
    dueDays: 1,
    assignedAs: 37,
    decisions: {
      approve: approve('到了生效時間，會員就收到這個內容'),
      return: giveBack('不採用，現行內容不變，附上原因'),
    },
    detail: wordingCheckDetail,
  }),
};
