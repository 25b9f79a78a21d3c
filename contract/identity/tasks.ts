// Kinds of the office's tasks about operators and partners.
import { z } from 'zod';
import { roles } from '../core/endpoint.ts';
import { approve, giveBack, taskKind } from '../tasks/kind.ts';
import { limitsSchema } from '../tasks/limits.ts';
import { operatorActs } from './operators.ts';
import { partnerSchema } from './partners.ts';

export const identityTasks = {
  operator_check: taskKind({
    text: '同仁異動核可',
    roles: ['admin'],
    dueDays: 1,
    assignedAs: 29,
    decisions: {
      approve: {
        title: '核可異動',
        about: '立即執行；新得到的金流與管理角色在 24 小時後生效',
        done: '已核可異動',
        refusals: ['OWN_ACCOUNT', 'LAST_ADMIN', 'OPERATOR_DISABLED'],
      },
      return: giveBack('不執行，附上原因', { refusals: ['OWN_ACCOUNT'] }),
    },
    detail: z
      .object({
        act: z.enum(operatorActs),
        email: z.string(),
        name: z.string(),
        before: z.array(z.enum(roles)).readonly(),
        /** Set only for an invitation or a change of roles. */
        roles: z.array(z.enum(roles)).readonly(),
        password: z.boolean(),
        /** Set only for a change of limits. */
        limits: limitsSchema,
        limitsBefore: limitsSchema,
        reason: z.string(),
      })
      .partial(),
  }),

  partner_check: taskKind({
    text: '合作應用程式核可',
    roles: ['admin'],
    dueDays: 1,
    assignedAs: 32,
    decisions: {
      approve: approve('會員可以開始連結這個應用程式；登記的網址與權限之後不能更改'),
      return: giveBack('不登記，附上原因'),
    },
    detail: partnerSchema.pick({ name: true, redirectUris: true, scopes: true }).partial(),
  }),
};
