// The company's own bank account, to which its fees are paid from the trust account.

export type CompanyAccount = { bankCode: string; account: string; holder: string };

/** Returns the account that is written as 812-00998877665544; null if none is configured. */
export function companyAccountOf(text: string | undefined, holder: string): CompanyAccount | null {
  const [bankCode, account] = text?.split('-') ?? [];
  return bankCode && account ? { bankCode, account, holder } : null;
}
