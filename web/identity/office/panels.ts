// What the office shows of the tasks about operators and partners.
import type { Panels } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { OperatorCheckPanel } from './OperatorCheckPanel.tsx';
import { PartnerCheckPanel } from './PartnerCheckPanel.tsx';

export const identityPanels = {
  operator_check: { panel: OperatorCheckPanel, workplace: paths.operators },
  partner_check: { panel: PartnerCheckPanel, workplace: paths.partners },
} satisfies Panels;
