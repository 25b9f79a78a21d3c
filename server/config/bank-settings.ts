// The bank of the trust account: its reports, its statement files, and the orders it is given.
import { resolve } from 'node:path';
import type { z } from 'zod';
import type { Brand } from '#contract/brand.ts';
import type { Creditor } from '../adapters/bank/ach-files.ts';
import type { OrderSettings } from '../adapters/bank/order-files.ts';
import { type CompanyAccount, companyAccountOf } from './company-account.ts';
import { StartFailure } from '../start-failure.ts';
import type { production } from './config-schema.ts';

export type BankConfig = {
  webhookSecret: string;
  /** Code of the bank that holds the trust account and issues the virtual accounts. */
  code: string;
  companyCodes: string[];
  /** Banks whose lines come from statement files; all others report only by callback. */
  statementBanks: string[];
  /** The company's own account, to which fees are swept; null if none is configured. */
  companyAccount: CompanyAccount | null;
  statementDir: string | null;
  orderDir: string | null;
  orders: OrderSettings;
  /** In whose name mandates and debits are sent (ACH); null if the bank has no such contract. */
  creditor: Creditor | null;
};

type Environment = Pick<
  z.output<typeof production>,
  | 'BANK_WEBHOOK_SECRET'
  | 'BANK_CODE'
  | 'BANK_COMPANY_CODES'
  | 'BANK_STATEMENT_BANKS'
  | 'COMPANY_ACCOUNT'
  | 'BANK_STATEMENT_DIR'
  | 'BANK_ORDER_DIR'
  | 'BANK_ORDER_FORMAT'
  | 'BANK_ORDER_ACCOUNT'
  | 'BANK_ACH_CREDITOR'
  | 'BANK_ACH_TRANSACTION'
>;

/** `brand.name` is the holder of the trust account, which payees see. */
export function bankOf(env: Environment, brand: Pick<Brand, 'name' | 'entity'>): BankConfig {
  return {
    webhookSecret: env.BANK_WEBHOOK_SECRET,
    code: env.BANK_CODE,
    companyCodes: env.BANK_COMPANY_CODES,
    statementBanks: env.BANK_STATEMENT_BANKS,
    companyAccount: companyAccountOf(env.COMPANY_ACCOUNT, brand.entity),
    statementDir: resolve(env.BANK_STATEMENT_DIR),
    orderDir: resolve(env.BANK_ORDER_DIR),
    orders: ordersOf(env, brand.name),
    creditor: creditorOf(env),
  };
}

/** Refuses ISO 20022 orders without the account from which they pay. */
function ordersOf(env: Environment, holder: string): OrderSettings {
  const { BANK_ORDER_FORMAT: format, BANK_ORDER_ACCOUNT: account, BANK_CODE: bankCode } = env;
  if (format === 'csv') return { format };
  if (!account) throw new StartFailure('BANK_ORDER_FORMAT=pain.001 needs BANK_ORDER_ACCOUNT.');
  return { format, bankCode, account, holder };
}

/** Refuses a creditor without the number of its contract or without the account to credit. */
function creditorOf(env: Environment): Creditor | null {
  const { BANK_ACH_CREDITOR: number, BANK_ACH_TRANSACTION: transaction } = env;
  const { BANK_ORDER_ACCOUNT: account, BANK_CODE: code } = env;
  if (!number && !transaction) return null;
  if (!number || !transaction || !account) {
    const names = 'BANK_ACH_CREDITOR, BANK_ACH_TRANSACTION and BANK_ORDER_ACCOUNT';
    throw new StartFailure(`${names} need each other.`);
  }
  return { number, transaction, bank: `${code}0000`, account };
}
