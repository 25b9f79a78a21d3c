// What the office shows of the tasks about refunds.
import type { Panels } from '../../office/panel.ts';
import { RefundPanel } from './RefundPanel.tsx';

export const investingPanels = {
  refund_release: { panel: RefundPanel },
} satisfies Panels;
