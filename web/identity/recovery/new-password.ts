// Validation shared by all forms that set a password.
import { z } from 'zod';

export const newPasswordShape = {
  password: z.string().min(1).min(8, '密碼至少 8 個字').max(64, '密碼最多 64 個字'),
  passwordCheck: z.string().min(1),
};

type Twice = { password: string; passwordCheck: string };

/**
 * For `.refine(...sameTwice)`: reports two different passwords even while other fields are still
 * empty.
 */
export const sameTwice: [
  check: (given: Twice) => boolean,
  said: { path: string[]; message: string; when: (payload: { value: unknown }) => boolean },
] = [
  ({ password, passwordCheck }) => password === passwordCheck,
  {
    path: ['passwordCheck'],
    message: '兩次輸入的密碼不同',
    when: ({ value }) => {
      const given = value as Partial<Twice>;
      return Boolean(given.password && given.passwordCheck);
    },
  },
];
