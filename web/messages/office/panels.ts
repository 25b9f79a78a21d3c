// What the office shows of the tasks about broadcasts and the texts of messages.
import type { Panels } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { BroadcastPanel } from './BroadcastPanel.tsx';
import { WordingCheckPanel } from './WordingCheckPanel.tsx';

export const messagesPanels = {
  broadcast_approval: { panel: BroadcastPanel, workplace: paths.broadcast },
  wording_check: { panel: WordingCheckPanel, workplace: paths.wordings },
} satisfies Panels;
