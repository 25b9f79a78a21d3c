// What the office may change at run time: each setting's words, bounds, first value, who may.
import { z } from 'zod';
import type { Role } from './endpoint.ts';

/** Groups of settings, in the order the office shows them. */
export const settingGroups = {
  fees: '費用與撥付',
  orders: '出資訂單',
  access: '登入與簡訊',
} as const;
export type SettingGroup = keyof typeof settingGroups;

type NumberSetting = {
  group: SettingGroup;
  text: string;
  unit: string;
  /** To what it applies, and to what it does not. */
  about: string;
  min: number;
  max: number;
  /** In force until a version is: the only place that says so. */
  initial: number;
  /** Moves members' money: a second person agrees, and it begins on a later day. */
  checked: boolean;
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
  payWithinHours: {
    group: 'orders',
    text: '付款期限',
    unit: '小時',
    about: '自訂單成立起算，但不晚於案件的最後付款時間；已成立的訂單期限不變',
    min: 12,
    max: 96,
    initial: 48,
    checked: false,
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
  },
  captchaFrom: {
    group: 'access',
    text: '登入失敗幾次起需驗證',
    unit: '次',
    about: '15 分鐘內會員帳號或來源網路失敗達此次數，登入須先通過圖形驗證',
    min: 1,
    max: 10,
    initial: 5,
    checked: false,
  },
  operatorFailures: {
    group: 'access',
    text: '同事登入失敗上限',
    unit: '次',
    about: '15 分鐘內失敗達此次數，帳號暫停登入',
    min: 3,
    max: 20,
    initial: 10,
    checked: false,
  },
  smsADay: {
    group: 'access',
    text: '簡訊驗證碼每日上限',
    unit: '則',
    about: '同一門號或同一會員 24 小時內最多可取得的驗證碼',
    min: 3,
    max: 30,
    initial: 10,
    checked: false,
  },
} as const satisfies Record<string, NumberSetting>;

export type NumberName = keyof typeof numberSettings;
export const numberNames = Object.keys(numberSettings) as NumberName[];

/** The numbers in force at one instant. */
export type SettingNumbers = Readonly<Record<NumberName, number>>;

/** What is in force before anybody changes anything. */
export const initialNumbers = Object.fromEntries(
  numberNames.map((name) => [name, numberSettings[name].initial]),
) as SettingNumbers;

export type SettingName = NumberName;
export const settingNames: readonly SettingName[] = numberNames;

/** The value of a setting, with the words of what is wrong with it. */
export function valueSchemaOf(name: SettingName): z.ZodType<SettingValue> {
  const { min, max, unit } = numberSettings[name];
  const within = `請填 ${min} 至 ${max} ${unit}的整數`;
  return z.int(within).min(min, within).max(max, within);
}
export type SettingValue = number;

/** Fees are proposed by finance as well; all else is for administrators. */
export function changersOf(name: SettingName): readonly Role[] {
  return numberSettings[name].checked ? ['finance', 'admin'] : ['admin'];
}
