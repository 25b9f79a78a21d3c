// The account from which money of a third party came, to which alone it is refunded. Where the
// bank's record does not name it completely, one person enters it and another confirms it.
import { formatDay } from '#contract/core/day.ts';
import type { Work } from '../../work.ts';
import { logDamage } from '../../each-one.ts';
import { openTask } from '../../tasks/front.ts';
import { payerAccountOf, payerNameOf } from './payers.ts';
import { askSource, sourceRow, type SourceRow } from './source-queries.ts';

/** Holder of an account whose owner's name the bank did not report. */
const NAMELESS = '原匯款人';
const UNKNOWN = '銀行的紀錄沒有完整的付款帳戶，或帳戶資料無法讀取';
/** A complete account number; banks mask digits in some records. */
export const COMPLETE = /^\d{6,16}$/;
export const subjectOf = (receiptId: number) => ({ type: 'receipt', id: receiptId }) as const;

export type Source = { bankCode: string; account: string; holder: string; named: boolean };

/**
 * Returns the account from which a receipt came; null if the bank's record does not name it
 * completely, or if the bank returned money sent there, until two persons have named another.
 */
export const sourceOf = async (work: Work, receiptId: number): Promise<Source | null> =>
  sourceIn(work, receiptId, await sourceRow(work.tx, receiptId));

/**
 * Like `sourceOf`, for a row that was read with others. An account that cannot be decrypted is not
 * known either, so that it does not keep back the money of others.
 */
export function sourceIn(
  { services }: Pick<Work, 'services'>,
  receiptId: number,
  row: SourceRow,
): Source | null {
  try {
    return readSource({ services }, receiptId, row);
  } catch (error) {
    const about = { receipt: receiptId };
    logDamage(services.log, error, about, "a payer's account cannot be decrypted");
    return null;
  }
}

function readSource(
  { services }: Pick<Work, 'services'>,
  receiptId: number,
  row: SourceRow,
): Source | null {
  if (row.why !== null) return row.confirmed ? enteredIn({ services }, receiptId, row) : null;
  const account = payerAccountOf(services, row);
  const bankCode = row.fromBank?.slice(0, 3) ?? '';
  if (account === null || !COMPLETE.test(account) || !/^\d{3}$/.test(bankCode)) return null;
  const holder = payerNameOf(services, row);
  return { bankCode, account, holder: holder ?? NAMELESS, named: holder !== null };
}

/** Decrypts the account that one person entered; null if nobody has. */
export function enteredIn(
  { services }: Pick<Work, 'services'>,
  receiptId: number,
  { bankCode, account, holder }: Pick<SourceRow, 'bankCode' | 'account' | 'holder'>,
): Source | null {
  if (bankCode === null || account === null || holder === null) return null;
  const { secrets } = services;
  return {
    bankCode,
    account: secrets.decrypt('banking.payer_source.account', receiptId, account),
    holder: secrets.decrypt('banking.payer_source.holder', receiptId, holder),
    named: true,
  };
}

/**
 * Asks a person for the account from which a receipt came. Money that goes back there waits until
 * another person has confirmed it. One question serves all payments to the same payer.
 */
export async function askForSource(work: Work, receiptId: number, why: string): Promise<void> {
  await forgetSource(work, receiptId, why);
  const { day, seq, why: asked } = await sourceRow(work.tx, receiptId);
  await openTask(work, {
    kind: 'payer_source',
    subject: { ...subjectOf(receiptId), label: `${formatDay(day)} 入帳 ${seq} 的匯款來源` },
    detail: { why: asked ?? why },
  });
}

/** Stops using an account to which the bank could not pay; the next payment there asks a person. */
export const forgetSource = ({ tx, now }: Work, receiptId: number, why: string): Promise<unknown> =>
  askSource(tx, receiptId, why, now);

/** Returns the account of a receipt; if it is not known, asks a person for it and returns null. */
export async function sourceOrAsk(work: Work, receiptId: number): Promise<Source | null> {
  const source = await sourceOf(work, receiptId);
  if (source === null) await askForSource(work, receiptId, UNKNOWN);
  return source;
}
