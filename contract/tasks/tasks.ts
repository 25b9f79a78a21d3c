// Kinds of tasks that belong to no subject of another feature.
import { z } from 'zod';
import { outputIdSchema } from '../core/lists.ts';
import { countSchema, daySchema, signedMoneySchema, statedMoneySchema } from '../core/wire.ts';
import { fileFaultDetail } from './file-faults.ts';
import { returned, taskKind } from './kind.ts';

/**
 * Work that a second person has returned and that has no other task; its maker sees it. `kinds`:
 * the kinds from which work may come back.
 */
export const sentBack = <const Name extends string>(kinds: readonly Name[]) =>
  taskKind({
    text: '退回修正',
    roles: ['reviewer', 'approver', 'finance', 'editor', 'admin'],
    dueDays: 1,
    decisions: {
      done: {
        title: '處理完畢',
        about: '已修正後重新提出，或不再提出',
        done: '已處理',
        inBulk: true,
      },
    },
    detail: z
      .object({
        returned,
        /** Kind of the task that was returned, and the name of the person who returned it. */
        from: z.enum(kinds),
        by: z.string(),
      })
      .partial(),
  });

export const ownTasks = {
  security_alarm: taskKind({
    text: '資安警示',
    roles: ['admin'],
    dueDays: 1,
    decisions: {
      done: {
        title: '查明結案',
        about: '已查看紀錄並處理',
        done: '已查明',
      },
    },
    detail: z
      .object({
        why: z.string(),
        /** Filters that narrow the list of security events to the events that caused the alarm. */
        see: z.record(z.string(), z.string()),
      })
      .partial(),
  }),

  file_damage: taskKind({
    text: '檔案損壞',
    roles: ['admin'],
    dueDays: 1,
    decisions: {
      done: {
        title: '處理完畢',
        about: '檔案已還原或已請當事人重新提供',
        done: '已處理',
      },
    },
    detail: fileFaultDetail,
  }),

  attention: taskKind({
    text: '需人工確認',
    roles: ['finance', 'reviewer', 'approver'],
    dueDays: 1,
    decisions: {
      done: {
        title: '確認完成',
        about: '事情已處理妥當',
        done: '已確認',
        inBulk: true,
        opensNext: true,
      },
    },
    detail: z
      .object({
        why: z.string().nullable(),
        returned,
        caseNo: z.string(),
        loanId: z.number(),
        orderId: outputIdSchema,
        memberId: z.number(),
        day: daySchema,
        amount: signedMoneySchema,
        /** Amount reported by a bank, which may exceed the limits of our own amounts. */
        reported: statedMoneySchema,
        difference: signedMoneySchema.nullable(),
        /** True of a payout that a second person left out of a batch. */
        heldBack: z.boolean(),
        /** Describes how the hash chain is broken. */
        how: z.string(),
        /** The invariants of the books that do not hold. */
        broken: z.array(z.object({ name: z.string(), count: countSchema })),
      })
      .partial(),
  }),
};
