// Pure rules of verification: what each step requires, and the state after it.
import { isOpenBank } from '#contract/taiwan/banks.ts';
import { addMonths, compareDays, type Day } from '#contract/core/day.ts';
import { occupations, optionOf } from '#contract/options.ts';
import { Refusal } from '#contract/refusals.ts';
import { supplementFields } from '#contract/verification/changes.ts';

/** Adulthood begins at 18 (Civil Code 12); nobody younger may open an account. */
const ADULT_YEARS = 18;

/** Years for which account and verification data are stored after closing (privacy policy 6). */
const RETENTION_YEARS = 5;

/** Returns the day before which an account must have been closed for its data to be erased now. */
export const erasedBefore = (today: Day): Day => addMonths(today, -12 * RETENTION_YEARS);

/** Steps, each with the value that `verifiedIDStage` has once the step is done. */
export const steps = { phone: 1, basic: 2, id: 3, bank: 4 } as const;
export type Step = keyof typeof steps;
/**
 * Items that a reviewer may return. The phone is not one of them, because a code proves it and a
 * reviewer cannot.
 */
export const supplementable = ['basic', 'id', 'bank'] as const;
export type Supplementable = (typeof supplementable)[number];

export const isSupplementable = (item: string): item is Supplementable =>
  (supplementable as readonly string[]).includes(item);

export const fileState = { open: 0, reviewing: 1, supplement: 2, approved: 3 } as const;

export type SupplementItem = {
  item: string;
  fields: string[];
  reason: string;
  /**
   * True once the member has submitted the item again; the whole verification must still be
   * submitted for review.
   */
  given?: boolean;
};
export type File = { stage: number; status: number; supplement: readonly SupplementItem[] };

/**
 * Checks that a step may be submitted now: in order, or again before the verification is submitted.
 * Refuses STAGE_ORDER; items that a reviewer returned have separate calls.
 */
export function assertMayGive(step: Step, { stage, status }: Pick<File, 'stage' | 'status'>): void {
  if (status !== fileState.open || stage < steps[step] - 1) throw new Refusal('STAGE_ORDER');
}

/**
 * Returns the verification after a step. The bank account is the last step and submits the
 * verification for review.
 */
export function fileAfter(step: Step, { stage, status }: Pick<File, 'stage' | 'status'>): File {
  return {
    stage: Math.max(stage, steps[step]),
    status: step === 'bank' ? fileState.reviewing : status,
    supplement: [],
  };
}

/**
 * Returns a reviewer's request to submit this item again. Refuses NOTHING_TO_SUPPLEMENT if the item
 * was not returned.
 */
export function requestedItem(item: Supplementable, { status, supplement }: File): SupplementItem {
  const asked = supplement.find((one) => one.item === item);
  if (status !== fileState.supplement || !asked) throw new Refusal('NOTHING_TO_SUPPLEMENT');
  return asked;
}

/**
 * Returns the verification after a returned item is submitted; the member must then submit the
 * whole verification.
 */
export function fileWith(item: Supplementable, file: File): File {
  const given = (one: SupplementItem) => (one.item === item ? { ...one, given: true } : one);
  return { ...file, supplement: file.supplement.map(given) };
}

/**
 * Refuses NOTHING_TO_SUPPLEMENT if nothing was returned, and SUPPLEMENT_INCOMPLETE while an item is
 * missing.
 */
export function assertSupplemented({ status, supplement }: File): void {
  if (status !== fileState.supplement) throw new Refusal('NOTHING_TO_SUPPLEMENT');
  if (!supplement.every(({ given }) => given)) throw new Refusal('SUPPLEMENT_INCOMPLETE');
}

/** Fields that may be left empty in a supplement, which deletes their previous value. */
const optionalFields = new Set([
  'maritalStatus',
  'education',
  'mailingAddress',
  'company',
  'jobTitle',
  'channel',
  'branchCode',
]);

/**
 * Requires exactly the fields that were returned. Refuses INVALID_INPUT for a field that was not
 * requested, and for a requested field that is missing.
 */
export function assertAnswers(asked: readonly string[], given: readonly string[]): void {
  const fields: Record<string, string> = {};
  for (const name of given) if (!asked.includes(name)) fields[name] = '這一項不需要補件';
  for (const name of asked) {
    if (!given.includes(name) && !optionalFields.has(name)) fields[name] = '請重新填寫這一項';
  }
  if (Object.keys(fields).length > 0) throw new Refusal('INVALID_INPUT', { fields });
}

/** Refuses INVALID_INPUT for files whose names were not requested. */
export function assertNoOther(names: readonly string[], files: readonly { field: string }[]) {
  const other = files.find(({ field }) => !names.includes(field));
  if (!other) return;
  throw new Refusal('INVALID_INPUT', { fields: { [other.field]: '這一項不需要補件' } });
}

/** Refuses BANK_UNKNOWN for a bank that is not listed or has closed. */
export function assertOpenBank(bankCode: string): void {
  if (isOpenBank(bankCode)) return;
  throw new Refusal('BANK_UNKNOWN', { fields: { bankCode: '請重新選擇銀行' } });
}

/**
 * Refuses UNDERAGE before the 18th birthday; for people born on 29 February the birthday is the
 * 28th.
 */
export function assertAdult(birthday: Day, today: Day): void {
  const adultOn = addMonths(birthday, ADULT_YEARS * 12);
  if (compareDays(today, adultOn) < 0) {
    throw new Refusal('UNDERAGE', { fields: { birthday: '需年滿 18 歲' } });
  }
}

/** Refuses INVALID_INPUT for an occupation that is not listed. */
export function assertOccupation(occupation: number): void {
  if (!optionOf(occupations, occupation)) {
    throw new Refusal('INVALID_INPUT', { fields: { occupation: '請選擇職業' } });
  }
}

/** Refuses INVALID_INPUT for a day in the future. */
export function assertNotAhead(field: string, on: Day, today: Day): void {
  if (compareDays(on, today) > 0) {
    throw new Refusal('INVALID_INPUT', { fields: { [field]: '日期不可晚於今天' } });
  }
}

/** Refuses INVALID_INPUT for a period that ends before it begins or has not ended yet. */
export function assertPeriod(from: Day, to: Day, today: Day): void {
  if (compareDays(from, to) > 0) {
    throw new Refusal('INVALID_INPUT', { fields: { to: '結束日期不可早於開始日期' } });
  }
  assertNotAhead('to', to, today);
}

/** Refuses FILES_MISSING unless there is exactly one file of each name. */
export function assertEachOnce(names: readonly string[], given: readonly { field: string }[]) {
  const missing = names.filter((name) => given.filter(({ field }) => field === name).length !== 1);
  if (missing.length === 0) return;
  const fields = Object.fromEntries(missing.map((name) => [name, '請上傳一張照片']));
  throw new Refusal('FILES_MISSING', { fields });
}

/** Refuses FILES_MISSING if there is no file. */
export function assertSomeFile(given: readonly unknown[]): void {
  if (given.length === 0) {
    throw new Refusal('FILES_MISSING', { fields: { image: '請上傳至少一個檔案' } });
  }
}

type SupplementRequest = readonly { item: string; fields?: string[] | undefined; reason: string }[];

/**
 * Returns the items that a reviewer returns to the member. Refuses DECISION_INVALID if there are
 * none, or if an item or field cannot be submitted again.
 */
export function supplementOf(
  items: SupplementRequest | undefined,
  allowed: readonly Supplementable[] = supplementable,
): SupplementItem[] {
  const invalid = (message: string) =>
    new Refusal('DECISION_INVALID', { fields: { items: message } });
  if (!items || items.length === 0) throw invalid('請選擇需要補件的項目');
  return items.map(({ item, fields = [], reason }, i) => {
    if (!isSupplementable(item) || !allowed.includes(item)) throw invalid('這個項目無法補件');
    if (items.findIndex((one) => one.item === item) !== i) throw invalid('同一項目只需列一次');
    const known: readonly string[] = supplementFields[item];
    if (!fields.every((field) => known.includes(field))) throw invalid('這個欄位無法補件');
    return { item, fields: [...new Set(fields)], reason };
  });
}

/** Returns the age in full years. */
export function ageOn(birthday: Day, today: Day): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4));
  return compareDays(addMonths(birthday, years * 12), today) <= 0 ? years : years - 1;
}

const stepTexts = ['', '手機驗證', '基本資料', '身分證件', '銀行帳戶'] as const;

/**
 * Returns the label of a step for members, by the value that `verifiedIDStage` has once the step is
 * done.
 */
export const stepText = (step: number) => stepTexts[step] ?? '';

/** Checks that an operator's reset lowers the stage. Refuses STAGE_ORDER. */
export function assertMayReset({ stage }: Pick<File, 'stage'>, to: number): void {
  if (to >= stage) throw new Refusal('STAGE_ORDER');
}

const digitOf = (sign: string) => String('一二三四五六七八九'.indexOf(sign) + 1);

/** Returns an address without differences in writing, such as 臺 and 台, spaces, or 三段 and 3段. */
export const normalAddress = ({
  city,
  district,
  road,
}: Record<'city' | 'district' | 'road', string>) =>
  `${city}${district}${road}`
    .normalize('NFKC')
    .replaceAll('臺', '台')
    .replace(/([一二三四五六七八九])(?=段)/g, digitOf)
    .replace(/[-–—]/g, '之')
    .replace(/[\s,.、，。]/g, '');

/** Bounds of the declared bands of annual income in NT$, by the id of the option. */
export const incomeBands: Readonly<Record<number, readonly [number, number]>> = {
  1: [0, 300_000],
  2: [300_000, 500_000],
  3: [500_000, 800_000],
  4: [800_000, 1_200_000],
  5: [1_200_000, 2_000_000],
  6: [2_000_000, Infinity],
};
