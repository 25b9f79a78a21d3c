// What each step of the verification needs, and what becomes of the file when it is given.
import { addMonths, compareDays, type Day } from '#contract/day.ts';
import { occupations, optionOf } from '#contract/options.ts';
import { Refusal } from '#contract/refusals.ts';

/** Civil Code 12: an adult is 18; nobody younger opens an account here. */
const ADULT_YEARS = 18;

/** The steps by the number `verifiedIDStage` has once they are done. */
export const steps = { phone: 1, basic: 2, id: 3, bank: 4 } as const;
export type Step = keyof typeof steps;
/** What a reviewer may send back. A phone is proved by its code, never by looking. */
export const supplementable = ['basic', 'id', 'bank'] as const;
export type Supplementable = (typeof supplementable)[number];

export const isSupplementable = (item: string): item is Supplementable =>
  (supplementable as readonly string[]).includes(item);

export const fileState = { open: 0, reviewing: 1, supplement: 2, approved: 3 } as const;

export type SupplementItem = { item: string; fields: string[]; reason: string };
export type File = { stage: number; status: number; supplement: readonly SupplementItem[] };

/**
 * Whether a step may be given now: in order and, before the file is handed in, again; after a
 * reviewer sent it back, exactly the steps he named. Refuses STAGE_ORDER.
 */
export function assertMayGive(step: Step, { stage, status, supplement }: File): void {
  const inOrder = status === fileState.open && stage >= steps[step] - 1;
  const sentBack = status === fileState.supplement && supplement.some(({ item }) => item === step);
  if (!inOrder && !sentBack) throw new Refusal('STAGE_ORDER');
}

/**
 * The file once a step is given. The bank account is the last one and hands the file in; a file
 * that was sent back is handed in again when the last thing asked for is there.
 */
export function fileAfter(step: Step, { stage, status, supplement }: File): File {
  const asked = supplement.filter(({ item }) => item !== step);
  if (status === fileState.supplement) {
    const next = asked.length === 0 ? fileState.reviewing : fileState.supplement;
    return { stage, status: next, supplement: asked };
  }
  return {
    stage: Math.max(stage, steps[step]),
    status: step === 'bank' ? fileState.reviewing : status,
    supplement: [],
  };
}

/** Refuses UNDERAGE before the 18th birthday; who was born on 29 February has it on the 28th. */
export function assertAdult(birthday: Day, today: Day): void {
  const adultOn = addMonths(birthday, ADULT_YEARS * 12);
  if (compareDays(today, adultOn) < 0) {
    throw new Refusal('UNDERAGE', { fields: { birthday: '需年滿 18 歲' } });
  }
}

/** Refuses INVALID_INPUT for an occupation that is in no list. */
export function assertOccupation(occupation: number): void {
  if (!optionOf(occupations, occupation)) {
    throw new Refusal('INVALID_INPUT', { fields: { occupation: '請選擇職業' } });
  }
}

/** Refuses INVALID_INPUT for a day that is still to come. */
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

/** What an ID step must bring, each once. */
export const idFiles = ['idFront', 'idBack', 'secondId', 'selfie'] as const;

/** Refuses FILES_MISSING unless each name is there exactly once. */
export function assertEachOnce(names: readonly string[], given: readonly { field: string }[]) {
  const missing = names.filter((name) => given.filter(({ field }) => field === name).length !== 1);
  if (missing.length === 0) return;
  const fields = Object.fromEntries(missing.map((name) => [name, '請上傳一張照片']));
  throw new Refusal('FILES_MISSING', { fields });
}

/** Refuses FILES_MISSING where no file came. */
export function assertSomeFile(given: readonly unknown[]): void {
  if (given.length === 0) {
    throw new Refusal('FILES_MISSING', { fields: { image: '請上傳至少一個檔案' } });
  }
}

/**
 * What a reviewer asks for again. Refuses DECISION_INVALID without items, or for one that cannot
 * be given again.
 */
export function supplementOf(
  items: readonly { item: string; fields?: string[] | undefined; reason: string }[] | undefined,
): SupplementItem[] {
  if (!items || items.length === 0) {
    throw new Refusal('DECISION_INVALID', { fields: { items: '請選擇需要補件的項目' } });
  }
  if (!items.every(({ item }) => isSupplementable(item))) {
    throw new Refusal('DECISION_INVALID', { fields: { items: '這個項目無法補件' } });
  }
  return items.map(({ item, fields = [], reason }) => ({ item, fields, reason }));
}

/** Years between two days, as people count them. */
export function ageOn(birthday: Day, today: Day): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4));
  return compareDays(addMonths(birthday, years * 12), today) <= 0 ? years : years - 1;
}

const stepTexts = ['', '手機驗證', '基本資料', '身分證件', '銀行帳戶'] as const;

/** A step as members read it, by the number `verifiedIDStage` has once it is done. */
export const stepText = (step: number) => stepTexts[step] ?? '';

/** The stage may only fall, and only by an operator's hand. Refuses STAGE_ORDER. */
export function assertMayReset({ stage }: Pick<File, 'stage'>, to: number): void {
  if (to >= stage) throw new Refusal('STAGE_ORDER');
}
