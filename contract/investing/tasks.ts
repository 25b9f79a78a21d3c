// Kinds of the office's tasks about orders.
import { z } from 'zod';
import { outputIdSchema } from '../core/lists.ts';
import { moneySchema } from '../core/wire.ts';
import { payeeLineSchema } from '../banking/payees.ts';
import { returned, taskKind } from '../tasks/kind.ts';

export const refundTasks = {
  refund_release: taskKind({
    text: '退款放行',
    roles: ['finance'],
    dueDays: 1,
    assignedAs: 13,
    asksAbout: 'payment',
    decisions: {
      release: {
        title: '放行退款',
        about: '送另一位同仁覆核，覆核後匯入這裡列出的收款帳戶',
        done: '已放行退款',
        asks: 'first',
        refusals: ['ORDER_STATUS', 'MONEY_HELD', 'TRUST_SHORT'],
      },
    },
    detail: z
      .object({
        orderId: outputIdSchema,
        orderNo: z.string(),
        memberId: outputIdSchema,
        amount: moneySchema,
        fee: moneySchema,
        reason: z.string(),
        status: z.string(),
        /** True if the money goes back to a third party. */
        thirdParty: z.boolean(),
        /** Null while the account is not known, and once the refund was decided. */
        payee: payeeLineSchema.nullable(),
        /** True if a second person left it out of a batch: it is released by itself. */
        heldBack: z.boolean(),
        returned,
      })
      .partial(),
  }),
};
