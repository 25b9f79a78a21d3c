// The kinds of tasks of all features, in the order in which the inbox lists them.
import { contentTasks } from '../content/tasks.ts';
import { identityTasks } from '../identity/tasks.ts';
import { refundTasks } from '../investing/tasks.ts';
import { loanTasks, planTasks } from '../lending/tasks.ts';
import { paymentTasks, receiptTasks, shortfallTasks } from '../banking/tasks.ts';
import { messageTasks } from '../messages/tasks.ts';
import { disbursementTasks, lateTasks, payoutTasks } from '../servicing/tasks.ts';
import { settingTasks } from '../settings/tasks.ts';
import { verificationTasks } from '../verification/tasks.ts';
import type { Kind } from './kind.ts';
import { ownTasks, sentBack } from './tasks.ts';

const ofFeatures = {
  ...verificationTasks,
  ...loanTasks,
  ...disbursementTasks,
  ...receiptTasks,
  ...refundTasks,
  ...payoutTasks,
  ...paymentTasks,
  ...lateTasks,
  ...shortfallTasks,
  ...contentTasks,
  ...messageTasks,
  ...settingTasks,
  ...planTasks,
  ...identityTasks,
};

export const taskTable = {
  ...ofFeatures,
  sent_back: sentBack(Object.keys(ofFeatures) as (keyof typeof ofFeatures)[]),
  ...ownTasks,
};
type Table = typeof taskTable;

export type TaskKind = keyof Table;
/** The entry of one kind. */
export type KindOf<K extends TaskKind> = Table[K];
/** Names of the possible decisions of a kind of task. */
export type DecisionName<K extends TaskKind> = keyof KindOf<K>['decisions'] & string;

/** Returns what `read` takes from the entry of each kind. */
export function ofEachKind<Value>(
  read: (kind: Kind, name: TaskKind) => Value,
): Record<TaskKind, Value> {
  const kinds: Readonly<Record<string, Kind>> = taskTable;
  const values = Object.entries(kinds).map(([name, kind]) => [name, read(kind, name as TaskKind)]);
  return Object.fromEntries(values) as Record<TaskKind, Value>;
}
