// The values and options in force at an instant, as the other features read them.
import { money, type Money } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import { assignableKinds } from '#contract/tasks/kinds.ts';
import { ratesSettings } from '#contract/settings/rates.ts';
import {
  initialNumbers,
  type ListItem,
  type ListName,
  optionIdOf,
  type SettingNumbers,
} from '#contract/settings/values.ts';
import type { LossRates } from '#contract/law/valuation.ts';
import type { Hooks } from '../hooks.ts';
import type { Work } from '../work.ts';
import type { Tx } from '../database/db.ts';
import { listAt, numbersAt, ratesAt } from './queries.ts';
import { listOf } from './rules.ts';

/**
 * Returns the numeric settings in force at an instant of business time. The numbers of a past
 * instant never change, so that everything created at `at` is judged by the settings of that time.
 */
export async function numbersInForce(tx: Tx, at: Date): Promise<SettingNumbers> {
  const rows = await numbersAt(tx, at);
  return { ...initialNumbers, ...Object.fromEntries(rows.map((row) => [row.name, row.value])) };
}

/** hooks.duty: the rules by which tasks escalate and are assigned. */
export const dutyInForce: Hooks['duty'] = async (tx, at) => {
  const { escalateRoleHours, escalateAdminHours } = await numbersInForce(tx, at);
  const assigned = (await listInForce(tx, 'autoAssigned', at)).flatMap(({ id, enabled }) =>
    enabled ? (assignableKinds[id] ?? []) : [],
  );
  return { roleHours: escalateRoleHours, adminHours: escalateAdminHours, assigned };
};

/** Returns the fee that is deducted from refunds of orders placed at an instant, in NT$. */
export const refundFeeAt = async (tx: Tx, at: Date): Promise<Money> =>
  money((await numbersInForce(tx, at)).refundFee);

/** Returns the bank fee that a borrower pays for the disbursement of an offer made now. NT$ */
export const remittanceFeeNow = async ({ tx, now }: Pick<Work, 'tx' | 'now'>): Promise<Money> =>
  money((await numbersInForce(tx, now)).remittanceFee);

/**
 * Returns the expected loss rates of outstanding principal, one for each state of a loan, at an
 * instant.
 */
export const lossRatesInForce = async (tx: Tx, at: Date): Promise<LossRates> => ({
  ...ratesSettings.lossRates.initial,
  ...(await ratesAt(tx, 'lossRates', at))?.value,
});

/**
 * Returns a list in force at an instant, in its order, including items that are marked as no longer
 * offered.
 */
export const listInForce = async (tx: Tx, name: ListName, at: Date): Promise<readonly ListItem[]> =>
  listOf(name, (await listAt(tx, name, at))?.value);

const optionOf = (item: ListItem) => ({ id: optionIdOf(item), description: item.text });

/** Returns the ids and texts of the options that a list offers now. */
export async function optionsOffered({ tx, now }: Pick<Work, 'tx' | 'now'>, name: ListName) {
  return (await listInForce(tx, name, now)).filter(({ enabled }) => enabled).map(optionOf);
}

/** Returns the options that a list offers now, and the options that only older cases still use. */
export async function optionsKnown({ tx, now }: Pick<Work, 'tx' | 'now'>, name: ListName) {
  const all = await listInForce(tx, name, now);
  const those = (on: boolean) => all.filter(({ enabled }) => enabled === on).map(optionOf);
  return { data: those(true), past: those(false) };
}

/** Returns the chosen option if it is offered now, otherwise nothing; for optional questions. */
export async function ifOffered(
  work: Pick<Work, 'tx' | 'now'>,
  name: ListName,
  chosen: number | undefined,
): Promise<number | null> {
  if (chosen === undefined) return null;
  const offered = await optionsOffered(work, name);
  return offered.some(({ id }) => id === chosen) ? chosen : null;
}

/** Refuses OPTION_CLOSED, naming the field, if a chosen option is not offered now. */
export async function assertOffered(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  chosen: Record<string, { list: ListName; ids: readonly (number | string)[] }>,
): Promise<void> {
  const closed: string[] = [];
  for (const [field, { list, ids }] of Object.entries(chosen)) {
    if (ids.length === 0) continue;
    const items = await listInForce(tx, list, now);
    const offered = new Set(items.filter(({ enabled }) => enabled).map(({ id }) => id));
    if (ids.some((id) => !offered.has(`${id}`))) closed.push(field);
  }
  if (closed.length === 0) return;
  const fields = Object.fromEntries(
    closed.map((field) => [field, '這個選項目前不提供，請重新選擇']),
  );
  throw new Refusal('OPTION_CLOSED', { fields });
}
