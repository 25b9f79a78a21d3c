// Export of the list of settings.
import { settingsOffice } from '#contract/settings/calls.ts';
import type { Setting } from '#contract/settings/calls.ts';
import { settingList } from '#contract/settings/lists.ts';
import { atOnce, exportOf } from '../tables/table.ts';
import { settingsActions } from './actions.ts';

const settings = atOnce<Setting, object>(settingsActions.listSettings);

export const settingsTables = {
  settingsTable: exportOf(settingsOffice.listSettings.output.shape.data, settingList, settings),
};
