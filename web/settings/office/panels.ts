// What the office shows of the tasks about settings.
import type { Panels } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { SettingApprovalPanel } from './SettingApprovalPanel.tsx';

export const settingsPanels = {
  setting_approval: { panel: SettingApprovalPanel, workplace: paths.settings },
} satisfies Panels;
