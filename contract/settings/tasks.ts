// Kind of the office's task about a change of a setting.
import { z } from 'zod';
import { approve, giveBack, taskKind } from '../tasks/kind.ts';
import { settingVersionSchema } from './calls.ts';
import { settingNames } from './values.ts';

export const settingTasks = {
  setting_approval: taskKind({
    text: '設定覆核',
    roles: ['approver', 'admin'],
    dueDays: 2,
    assignedAs: 26,
    decisions: {
      approve: approve('自生效日起適用，生效前仍可撤回'),
      return: giveBack('不生效，請提出的同仁修改後重新提出，附上原因'),
    },
    detail: settingVersionSchema
      .omit({ number: true })
      .extend({ name: z.enum(settingNames) })
      .partial(),
  }),
};
