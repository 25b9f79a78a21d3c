// Form schema of a bank account, derived from the API contract.
import { z } from 'zod';
import { bankInfoSchema } from '#contract/verification/calls.ts';
import { filesSchema } from '../../form/files.ts';
import { REQUIRED } from '../../form/words.ts';

export const bankSchema = bankInfoSchema.extend({
  bankCode: z.string({ error: REQUIRED }).pipe(bankInfoSchema.shape.bankCode),
  branchCode: z
    .string()
    .regex(/^\d{4}$/, '分行代碼是 4 碼數字')
    .optional(),
  account: z.string({ error: REQUIRED }).min(1, REQUIRED).pipe(bankInfoSchema.shape.account),
  image: filesSchema(1, 3),
  own: z.literal(true, { error: '請確認這是您本人的帳戶' }),
});
