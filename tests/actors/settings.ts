// Puts settings in force for a test, through the office's own API.
import type { Day } from '#contract/core/day.ts';
import { initialListOf } from '#contract/settings/initial.ts';
import type { ListName, SettingName, SettingValue } from '#contract/settings/values.ts';
import { settingsOffice as office } from '#contract/settings/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { newOperator } from './people.ts';
import type { TestServer } from '../server.ts';

/**
 * Sets a value at once or from a day on; if the setting requires a second person, they approve it.
 */
export async function setting(
  server: TestServer,
  name: SettingName,
  value: SettingValue,
  effectiveOn: Day | null = null,
): Promise<void> {
  const admin = await newOperator(server, ['admin']);
  const { version } = (await server.ok(office.getSetting, { name }, admin)).data;
  const input = { name, value, effectiveOn, reason: '測試', version };
  const { data } = await server.ok(office.changeSetting, input, admin);
  if (data.taskId === null) return;
  const approver = await newOperator(server, ['approver']);
  await server.ok(tasksOffice.decideTask, { id: data.taskId, decision: 'approve' }, approver);
}

/** Returns a list with its initial options, of which these ids are disabled. */
export const without = (name: ListName, ...ids: string[]) =>
  initialListOf(name).map((item) => ({ ...item, enabled: !ids.includes(item.id) }));

/**
 * Lets the company keep nothing in the trust account, so that a test may sweep whatever it earned.
 * Two operators must exist.
 */
export const withoutReserve = (server: TestServer) =>
  server.rows(
    `insert into settings.version (name, number, value, reason, made_by, made_at, state,
       effective_at, decided_by)
     select 'trustReserve', 1, '0', '測試', min(id), business_now(), 'approved', business_now(),
       max(id)
     from identity.operator`,
  );
