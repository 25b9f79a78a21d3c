// What the office shows of the tasks about public texts.
import type { ReleaseKind } from '#contract/content/release.ts';
import type { Panels } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { PolicyApprovalPanel } from './policy/PolicyApprovalPanel.tsx';
import { editorOf, ReleasePanel } from './release/ReleasePanel.tsx';

export const contentPanels = {
  policy_approval: { panel: PolicyApprovalPanel, workplace: paths.policies },
  content_release: {
    panel: ReleasePanel,
    workplace: (id, type) => editorOf[type as ReleaseKind](id),
  },
} satisfies Panels;
