// The page of a task with the panels of all features.
import { settingsPanels } from '../../settings/office/panels.ts';
import { bankingPanels } from '../../banking/office/panels.ts';
import { identityPanels } from '../../identity/office/panels.ts';
import { verificationPanels } from '../../verification/office/panels.ts';
import { lendingPanels } from '../../lending/office/panels.ts';
import { investingPanels } from '../../investing/office/panels.ts';
import { servicingPanels } from '../../servicing/office/panels.ts';
import { contentPanels } from '../../content/office/panels.ts';
import { messagesPanels } from '../../messages/office/panels.ts';
import { TaskPage as Page } from '../../tasks/office/TaskPage.tsx';
import type { Panels } from '../panel.ts';

const panels: Panels = {
  ...settingsPanels,
  ...bankingPanels,
  ...identityPanels,
  ...verificationPanels,
  ...lendingPanels,
  ...investingPanels,
  ...servicingPanels,
  ...contentPanels,
  ...messagesPanels,
};

export const TaskPage = () => <Page panels={panels} />;
