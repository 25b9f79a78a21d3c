// Accounts of the demonstration's own "Google": members, newcomers, one unconfirmed e-mail.
import type { GoogleAccount } from '../adapters/auth/google.ts';

const account = (name: string, shown: string, emailVerified = true): GoogleAccount => ({
  subject: `demonstration-${name}`,
  email: `${name}@demo.baixi.example`,
  emailVerified,
  name: shown,
});

/** The first two already have accounts with passwords, which are then linked. */
export const googleAccounts: readonly GoogleAccount[] = [
  account('investor1', '出資人一號（已有帳戶）'),
  account('borrower.verified', '借款人（已有帳戶）'),
  account('google.newcomer', '周小溪（還沒有帳戶）'),
  account('google.second', '許青田（還沒有帳戶）'),
  account('google.unproven', '未驗證電子郵件的帳號', false),
];
