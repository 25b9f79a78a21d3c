// Settings the office can change at run time: labels, bounds, initial values, permissions.
import { z } from 'zod';
import { bankingLists } from '../banking/voucher-columns.ts';
import { cardBanks } from '../taiwan/banks.ts';
import type { Role } from '../core/endpoint.ts';
import { FUNDRAISING_DAYS_MAX } from '../law/loan-days.ts';
import { trustSettings } from '../banking/settings.ts';
import { mandateSettings } from '../mandates/settings.ts';
import { accessSettings } from './access.ts';
import { dutyLists, dutySettings } from './duty.ts';
import { servicingSettings } from '../servicing/settings.ts';
import { channels, fundSources, loanPurposes, maritalStatuses, type Option } from '../options.ts';
import {
  type RatesName,
  ratesNames,
  ratesSchemaOf,
  type RatesSetting,
  ratesSettings,
  type RatesValue,
} from './rates.ts';

/** Groups of settings, in the order the office shows them. */
export const settingGroups = {
  fees: '費用與撥付',
  orders: '出資訂單',
  valuation: '在貸本金估價',
  loans: '申貸與募集',
  terms: '借貸契約條件',
  access: '登入與簡訊',
  books: '帳務',
  work: '工作分派',
  lists: '選單',
} as const;
export type SettingGroup = keyof typeof settingGroups;

type NumberSetting = {
  group: SettingGroup;
  text: string;
  unit: string;
  /** Says what the setting applies to and what it does not apply to. */
  about: string;
  min: number;
  max: number;
  /** Value in force until a version takes effect. No other place defines this value. */
  initial: number;
  /**
   * True if the setting affects members' money: a second person must agree, and the change takes
   * effect on a later day.
   */
  checked: boolean;
  /**
   * Set if a second person must agree although no money moves: deadlines of members and guards of
   * sign-in. The change takes effect when they have agreed, or on a later day. One person may lower
   * the value alone where that tightens.
   */
  agreed?: { alone: 'lower' | null };
  /** Policies whose text repeats the number and must be changed together with the setting. */
  policies?: readonly string[];
};

export const numberSettings = {
  refundFee: {
    group: 'fees',
    text: '退款手續費',
    unit: '元',
    about: '溢繳、逾期或部分付款後失效的款項退回時，每筆扣收；生效前成立的訂單依成立當時的金額',
    min: 0,
    max: 100,
    initial: 15,
    checked: true,
    policies: ['收費辦法'],
  },
  remittanceFee: {
    group: 'fees',
    text: '撥款匯費',
    unit: '元',
    about: '撥款時向借款人扣收；生效前已核准的案件依核准當時的金額',
    min: 0,
    max: 100,
    initial: 15,
    checked: true,
    policies: ['收費辦法', '申貸契約範本'],
  },
  payoutMin: {
    group: 'fees',
    text: '收益撥付下限',
    unit: '元',
    about: '未達下限的收益累計到下一次撥付；每月最後一個營業日不論金額一律撥付',
    min: 1,
    max: 1_000,
    initial: 100,
    checked: true,
  },
  ...trustSettings,
  payWithinHours: {
    group: 'orders',
    text: '付款期限',
    unit: '小時',
    about: '自訂單成立起算，但不晚於案件的最後付款時間；已成立的訂單期限不變',
    min: 12,
    max: 96,
    initial: 48,
    checked: false,
    agreed: { alone: null },
    policies: ['服務條款', '出資契約範本'],
  },
  reapplyMax: {
    group: 'orders',
    text: '同一案件可重新出資',
    unit: '次',
    about: '訂單逾期失效後，同一位出資人可在同一案件重新出資的次數',
    min: 0,
    max: 10,
    initial: 3,
    checked: false,
    agreed: { alone: null },
  },
  ...mandateSettings,
  supplementDays: {
    group: 'loans',
    text: '補件期限',
    unit: '天',
    about: '自審核人員要求補件起算；已要求的案件期限不變',
    min: 3,
    max: 30,
    initial: 7,
    checked: false,
    agreed: { alone: null },
  },
  offerDays: {
    group: 'loans',
    text: '核准條件保留',
    unit: '天',
    about: '自核准起算，借款人須在期限內同意；已核准的案件期限不變',
    min: 3,
    max: 30,
    initial: 7,
    checked: false,
    agreed: { alone: null },
  },
  fundraisingDays: {
    group: 'loans',
    text: '募集天數',
    unit: '天',
    about: '自借款人同意上架起算；已核准的案件依核准當時的天數',
    min: 1,
    max: FUNDRAISING_DAYS_MAX,
    initial: 7,
    checked: true,
    policies: ['服務條款', '出資契約範本'],
  },
  aprMax: {
    group: 'loans',
    text: '總費用年百分率上限',
    unit: '%',
    about: '方案儲存與覆核、案件核准時檢查；生效前已核准的案件不受影響',
    min: 16,
    max: 30,
    initial: 24,
    checked: true,
  },
  borrowerMax: {
    group: 'loans',
    text: '每位借款人借款上限',
    unit: '元',
    about: '未還本金與新申請合計，於申貸送件與核准時檢查；方案的額度上限也不得超過',
    min: 100_000,
    max: 1_000_000,
    initial: 500_000,
    checked: true,
  },
  ...servicingSettings,
  ...dutySettings,
  ...accessSettings,
} as const satisfies Record<string, NumberSetting>;

/** Returns the policies whose text repeats the number. */
export const policiesOf = (name: SettingName): readonly string[] =>
  isNumberName(name) ? ((numberSettings[name] as NumberSetting).policies ?? []) : [];

export type NumberName = keyof typeof numberSettings;
export const numberNames = Object.keys(numberSettings) as NumberName[];

/** The numbers in force at one instant. */
export type SettingNumbers = Readonly<Record<NumberName, number>>;

/** Numbers in force before anybody changes one. */
export const initialNumbers = Object.fromEntries(
  numberNames.map((name) => [name, numberSettings[name].initial]),
) as SettingNumbers;

/** One option of a list; `id` never changes, even if the option is renamed or moved. */
export type ListItem = { id: string; text: string; enabled: boolean };

/**
 * Returns an option's id as a number. Lists contain the id as text; a record of somebody's choice
 * contains the number.
 */
export const optionIdOf = ({ id }: Pick<ListItem, 'id'>): number => Number(id);

const itemsOf = (options: readonly Option[]): readonly ListItem[] =>
  options.map(({ id, description }) => ({ id: String(id), text: description, enabled: true }));

export type ListSetting = {
  group: SettingGroup;
  text: string;
  about: string;
  /**
   * Options, in this order, until the first version that the office makes takes effect. Null if
   * `initial.ts` makes them from what a later feature knows.
   */
  initial: readonly ListItem[] | null;
  checked: boolean;
  /** Message that explains why the office cannot add options; null if options may be added. */
  closed: string | null;
  /** Text below the editor, if the usual one about options does not fit. */
  hint?: string;
  /** True if all options may be switched off. */
  mayBeEmpty?: boolean;
};

export const listSettings = {
  loanPurposes: {
    group: 'lists',
    text: '資金用途',
    about:
      '申貸時的選單，也是出資人篩選案件的條件；停用的用途不能用於新的申貸，已送出的案件照常顯示',
    initial: itemsOf(loanPurposes),
    checked: false,
    closed: null,
  },
  maritalStatuses: {
    group: 'lists',
    text: '婚姻狀況',
    about: '身分驗證與申貸時的選單；已填寫的資料照常顯示',
    initial: itemsOf(maritalStatuses),
    checked: false,
    closed: '婚姻狀況依戶籍登記分類，不開放新增項目',
  },
  fundSources: {
    group: 'lists',
    text: '資金來源',
    about: '身分驗證時詢問，用於防範詐欺與洗錢；已填寫的資料照常顯示',
    initial: itemsOf(fundSources),
    checked: false,
    closed: null,
  },
  channels: {
    group: 'lists',
    text: '得知管道',
    about: '身分驗證時詢問；已填寫的資料照常顯示',
    initial: itemsOf(channels),
    checked: false,
    closed: null,
  },
  cardBanks: {
    group: 'lists',
    text: '發卡銀行',
    about: '申貸時填寫信用卡往來銀行；已送出的案件照常顯示',
    initial: cardBanks.map(({ code, name }) => ({ id: code, text: name, enabled: true })),
    checked: false,
    closed: null,
  },
  ...bankingLists,
  ...dutyLists,
} as const satisfies Record<string, ListSetting>;

export type ListName = keyof typeof listSettings;
export const listNames = Object.keys(listSettings) as ListName[];

export type SettingName = NumberName | RatesName | ListName;
export const settingNames: readonly SettingName[] = [...numberNames, ...ratesNames, ...listNames];
export type SettingValue = number | RatesValue | readonly ListItem[];

export const isNumberName = (name: SettingName): name is NumberName => name in numberSettings;

export const isRatesName = (name: SettingName): name is RatesName => name in ratesSettings;
export const isListValue = (value: SettingValue): value is readonly ListItem[] =>
  Array.isArray(value);
export const isRatesValue = (value: SettingValue): value is RatesValue =>
  typeof value === 'object' && !Array.isArray(value);

/** Returns the definition of a setting, whatever the type of its value. */
export function settingOf(name: SettingName): NumberSetting | RatesSetting | ListSetting {
  if (isNumberName(name)) return numberSettings[name];
  return isRatesName(name) ? ratesSettings[name] : listSettings[name];
}

const ITEM_WORDS_MAX = 40;
export const LIST_ITEMS_MAX = 100;
/**
 * Control and zero-width characters. They are refused, because names that differ only in them look
 * the same.
 */
const UNSEEN = /\p{C}/u;
const HAS_LETTER = /\p{L}/u;
const NEW_ITEM = /^\+\d{1,3}$/;

export const listItemSchema = z.strictObject({
  /** New options are sent as '+1', '+2' …; the server gives each a new id. */
  id: z.string().max(10),
  text: z
    .string()
    .trim()
    .min(1, '請填寫文字')
    .max(ITEM_WORDS_MAX, `最多 ${ITEM_WORDS_MAX} 個字`)
    .refine((text) => text === '' || HAS_LETTER.test(text), '請填寫文字，不可只有符號或數字')
    .refine((text) => !UNSEEN.test(text), '不可包含看不見的字元'),
  enabled: z.boolean(),
});

export const isNewItem = ({ id }: Pick<ListItem, 'id'>): boolean => NEW_ITEM.test(id);

/** Normalises a name for comparison: differences in width, case and blanks do not count. */
const comparable = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();

/**
 * Finds another option with the same name that makes this option invalid: both are enabled, or this
 * one is new.
 */
function namesake(items: readonly ListItem[], at: number): number {
  const item = items[at]!;
  return items.findIndex(
    (other, i) =>
      i !== at &&
      comparable(other.text) === comparable(item.text) &&
      ((item.enabled && other.enabled && i < at) || (isNewItem(item) && !isNewItem(other))),
  );
}

/** Requires every existing id of the list exactly once, and a unique name for each new option. */
function listSchemaOf(name: ListName, before: readonly ListItem[]) {
  const { closed, mayBeEmpty = false }: ListSetting = listSettings[name];
  const ids = before.map(({ id }) => id).toSorted();
  const isKept = (items: readonly ListItem[]) =>
    JSON.stringify(
      items
        .filter((item) => !isNewItem(item))
        .map(({ id }) => id)
        .toSorted(),
    ) === JSON.stringify(ids) && new Set(items.map(({ id }) => id)).size === items.length;
  return z
    .array(listItemSchema)
    .max(LIST_ITEMS_MAX, `最多 ${LIST_ITEMS_MAX} 項`)
    .refine((items) => closed === null || !items.some(isNewItem), closed ?? '')
    .refine(isKept, '既有項目不能刪除，只能停用')
    .refine((items) => mayBeEmpty || items.some(({ enabled }) => enabled), '至少保留一個項目')
    .superRefine((items, context) => {
      for (const at of items.keys()) {
        const other = items[namesake(items, at)];
        if (!other) continue;
        const message = other.enabled
          ? `與「${other.text}」重複`
          : `與停用的「${other.text}」重複，請啟用該項目`;
        context.addIssue({ code: 'custom', path: [at, 'text'], message });
      }
    });
}

/** Returns the schema for the next value of a setting, with messages for what is wrong. */
export function valueSchemaOf(name: SettingName, before: SettingValue): z.ZodType<SettingValue> {
  if (isRatesName(name)) return ratesSchemaOf(name) as z.ZodType<SettingValue>;
  if (!isNumberName(name)) return listSchemaOf(name, before as readonly ListItem[]);
  const { min, max, unit } = numberSettings[name];
  const within = `請填 ${min} 至 ${max} ${unit}的整數`;
  return z.int(within).min(min, within).max(max, within);
}

/**
 * Whether a second person must agree to a change from `before` to `after`. What moves money always
 * takes two; of the guards of sign-in one person may lower the value, which tightens.
 */
export function needsTwo(name: SettingName, before: SettingValue, after: SettingValue): boolean {
  const of = settingOf(name);
  if (of.checked) return true;
  if (!('agreed' in of) || !of.agreed) return false;
  const isLower = typeof before === 'number' && typeof after === 'number' && after < before;
  return !(of.agreed.alone === 'lower' && isLower);
}

/**
 * Roles that may propose a change: administrators, and finance as well for settings that affect
 * money.
 */
export function changersOf(name: SettingName): readonly Role[] {
  return settingOf(name).checked ? ['finance', 'admin'] : ['admin'];
}
